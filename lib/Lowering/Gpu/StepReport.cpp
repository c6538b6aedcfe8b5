// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/StepReport.h"
#include "mlir/IR/Builders.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp::lowering;

/// Whole numbers are integers.
Entry &Entry::add(StringRef name, double value) {
  Builder b(context);
  bool isWhole = value == std::rint(value) && std::abs(value) < 0x1p62;
  values.set(name, isWhole ? Attribute(b.getI64IntegerAttr(int64_t(value)))
                           : Attribute(b.getF64FloatAttr(value)));
  return *this;
}

Entry &Entry::add(StringRef name, StringRef value) {
  values.set(name, StringAttr::get(context, value));
  return *this;
}

Entry &Entry::addFlag(StringRef name, bool value) {
  values.set(name, BoolAttr::get(context, value));
  return *this;
}

Entry &Entry::add(StringRef name, Attribute value) {
  values.set(name, value);
  return *this;
}

void mlir::amp::lowering::addToReport(ModuleOp module, StringRef name,
                                      Attribute entry) {
  auto report = module->getAttrOfType<DictionaryAttr>(stepReportAttrName);
  if (!report)
    return;
  NamedAttrList entries(report);
  entries.set(name, entry);
  module->setAttr(stepReportAttrName,
                  entries.getDictionary(module.getContext()));
}

void mlir::amp::lowering::addToReport(ModuleOp module, StringRef name,
                                      StringRef function, Attribute entry) {
  auto report = module->getAttrOfType<DictionaryAttr>(stepReportAttrName);
  if (!report)
    return;
  NamedAttrList functions(report.getAs<DictionaryAttr>(name));
  functions.set(function, entry);
  addToReport(module, name, functions.getDictionary(module.getContext()));
}
