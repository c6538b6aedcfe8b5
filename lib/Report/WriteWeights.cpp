// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ScalingPasses.h"
#include "lib/Report/AppendField.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WRITEWEIGHTS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

static constexpr StringLiteral recordAttrName = "amp.weights";

namespace {
struct WriteWeights : amp::impl::WriteWeightsBase<WriteWeights> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Attribute noted = module->removeDiscardableAttr(recordAttrName);
    if (failed(appendField(module, file, "weights", noted)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
