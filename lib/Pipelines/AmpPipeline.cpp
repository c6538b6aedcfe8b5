// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::amp;

void amp::buildAmpPipeline(OpPassManager &passes, const AmpOptions &options) {
  bool reports = options.summary || !options.report.empty();
  passes.addPass(createAttachPolicy(
      {options.compute, options.preset, options.policyFile}));
  if (options.verify)
    passes.addPass(createRecordInput());
  if (reports)
    passes.addPass(createMeasureInput());
  passes.addPass(createAssignPrecision());
  passes.addPass(createPlaceCasts({/*keepReasons=*/reports}));
  passes.addPass(createFoldCasts());
  if (options.summary)
    passes.addPass(createPrintSummary());
  if (!options.report.empty())
    passes.addPass(createWriteReport({options.report}));
  passes.addPass(createLowerToNative());
  if (options.verify)
    passes.addPass(createVerifyOutput());
}

void amp::registerAmpPipelines() {
  PassPipelineRegistration<AmpOptions>(
      "amp", "mixed precision, from model graph to model graph",
      buildAmpPipeline);
}
