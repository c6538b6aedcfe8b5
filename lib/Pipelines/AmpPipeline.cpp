// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "amp/ReportPasses.h"
#include "amp/ScalingPasses.h"
#include "amp/ShapesPasses.h"
#include "lib/Lowering/Common/Passes.h"
#include "lib/Pipelines/Registration.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

/// Adds the passes of weights=threshold. They run before precision is assigned:
/// the weights are then integers, which 16-bit formats represent exactly.
static bool addThreshold(OpPassManager &passes, const AmpOptions &options) {
  if (!StringRef(options.weights).starts_with("threshold"))
    return false;
  passes.addPass(createConvertMarks());
  if (options.verify)
    passes.addPass(createRecordWeights());
  passes.addPass(createThresholdWeights(
      {options.weights, options.summary, !options.report.empty()}));
  if (options.verify)
    passes.addPass(createCheckWeights());
  return true;
}

static void addSaved(OpPassManager &passes, const AmpOptions &options) {
  if (options.saved != "keep") {
    if (options.verify)
      passes.addPass(createRecordSaved());
    StoreSavedOptions stores;
    stores.saved = options.saved;
    stores.remarks = options.summary;
    stores.record = !options.report.empty();
    passes.addPass(createStoreSaved(stores));
    if (options.verify)
      passes.addPass(createCheckSaved());
  }
  if (!options.report.empty())
    passes.addPass(createWriteSaved());
}

/// Adds the passes of loss scaling. With loss-scale=none they only erase the
/// marks.
static void addScaling(OpPassManager &passes, const AmpOptions &options,
                       bool isThreshold) {
  passes.addPass(createConvertMarks());
  addSaved(passes, options);
  // The checker does not certify the changes of weights=pure, so these changes
  // precede its record.
  bool checks = options.verify && options.lossScale != "none";
  if (checks && options.weights != "pure")
    passes.addPass(createRecordStep());
  if (!options.weights.empty() && !isThreshold)
    passes.addPass(createCarryWeights({options.weights}));
  if (checks && options.weights == "pure")
    passes.addPass(createRecordStep());
  passes.addPass(
      createScaleLoss({options.lossScale, options.scaler, options.exactScale,
                       /*remarks=*/options.summary,
                       /*record=*/!options.report.empty()}));
  if (!options.report.empty()) {
    passes.addPass(createWriteScaling());
    passes.addPass(createWriteWeights());
  }
  passes.addPass(createLowerTraining());
  if (checks)
    passes.addPass(createCheckScaling());
}

static void addAlignment(OpPassManager &passes, const AmpOptions &options) {
  if (options.align == "off" && !options.padState && options.dynamic == "keep")
    return;
  AlignShapesOptions align{options.align, options.chip,
                           /*remarks=*/options.summary,
                           /*check=*/options.verify,
                           /*record=*/!options.report.empty()};
  align.padState = options.padState;
  align.dynamic = options.dynamic;
  passes.addPass(createAlignShapes(align));
}

void amp::buildAmpPipeline(OpPassManager &passes, const AmpOptions &options) {
  bool reports = options.summary || options.annotate || !options.report.empty();
  if (options.inferMarks)
    passes.addPass(createInferMarks());
  bool isThreshold = addThreshold(passes, options);
  passes.addPass(createRecognize());
  passes.addPass(
      createAttachPolicy({options.compute, options.preset, options.policyFile,
                          options.io, options.f32, options.reduce}));
  if (options.lossScale != "none")
    passes.addPass(createKeepUnscaled());
  if (!options.ranges.empty())
    passes.addPass(createAnalyzeRanges({options.ranges, /*print=*/false}));
  if (!options.weights.empty() && !isThreshold)
    passes.addPass(createKeepNorms());
  if (options.verify)
    passes.addPass(createRecordInput());
  if (reports || !options.memory.empty() || options.batch != 0)
    passes.addPass(createMeasureInput({options.memory, options.batch}));
  passes.addPass(createAssignPrecision(
      {options.solver, options.chip, /*compare=*/reports}));
  passes.addPass(createEmitRemarks());
  passes.addPass(
      createPlaceCasts({/*keepReasons=*/reports || !options.explain.empty()}));
  passes.addPass(createFoldCasts());
  if (options.verify)
    passes.addPass(createCheckSolution());
  passes.addPass(createConvertInterface());
  if (options.summary)
    passes.addPass(createPrintSummary({options.memory, options.batch}));
  if (!options.explain.empty())
    passes.addPass(createPrintReasons({options.explain}));
  if (!options.report.empty())
    passes.addPass(createWriteReport(
        {/*file=*/"", /*keep=*/true, options.memory, options.batch}));
  if (options.annotate)
    passes.addPass(createAnnotateDecisions());
  passes.addPass(createLowerToNative());
  if (options.verify)
    passes.addPass(createVerifyOutput());
  addScaling(passes, options, isThreshold);
  addAlignment(passes, options);
  if (!options.debug.empty()) {
    passes.addPass(createCountOverflow({options.debug}));
    passes.addPass(createSymbolDCEPass());
  }
  passes.addPass(createVerifyOps());
  if (!options.report.empty()) // last: a report of a rewrite that succeeded
    passes.addPass(createWriteAlignment({options.report}));
}

void amp::registerAmpPipelines(std::function<void(AmpOptions &)> adjust) {
  registerPipeline<AmpOptions>(
      "amp", "mixed precision, from model graph to model graph",
      [adjust = std::move(adjust)](OpPassManager &passes,
                                   const AmpOptions &options) {
        AmpOptions adjusted;
        adjusted.copyOptionValuesFrom(options);
        if (adjust)
          adjust(adjusted);
        buildAmpPipeline(passes, adjusted);
      });
}
