// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/StepReport.h"

using namespace mlir;
using namespace mlir::amp::lowering;

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
