// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::amp;

void amp::buildAmpPipeline(OpPassManager &passes, const AmpOptions &options) {
  passes.addPass(createAttachPolicy(
      {options.compute, options.preset, options.policyFile}));
  passes.addPass(createAssignPrecision());
  passes.addPass(createPlaceCasts());
  passes.addPass(createFoldCasts());
  if (options.summary)
    passes.addPass(createPrintSummary());
  passes.addPass(createLowerToNative());
}

void amp::registerAmpPipelines() {
  PassPipelineRegistration<AmpOptions>(
      "amp", "mixed precision, from model graph to model graph",
      buildAmpPipeline);
}
