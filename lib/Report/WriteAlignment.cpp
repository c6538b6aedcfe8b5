// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ShapesPasses.h"
#include "lib/Report/AppendField.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WRITEALIGNMENT
#include "amp/ShapesPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
struct WriteAlignment : amp::impl::WriteAlignmentBase<WriteAlignment> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Attribute noted = module->removeDiscardableAttr("amp.alignment");
    if (failed(appendField(module, file, "alignment", noted)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
