// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ScalingPasses.h"
#include "lib/Report/AppendField.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WRITESAVED
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

static constexpr StringLiteral recordAttrName = "amp.saved";

namespace {
struct WriteSaved : amp::impl::WriteSavedBase<WriteSaved> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Attribute noted = module->removeDiscardableAttr(recordAttrName);
    if (failed(appendField(module, file, "saved", noted)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
