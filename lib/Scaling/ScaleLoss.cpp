// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A marked step   ==>   the same step with a scaled seed, unscaled gradients,
//                       guarded states, and a scaler among its arguments
#include "amp/ScalingPasses.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/Record.h"
#include "lib/Scaling/Scalers.h"
#include "lib/Scaling/StepChecks.h"
#include "lib/Scaling/StepScaler.h"
#include "lib/Scaling/Underflow.h"
#include "lib/Scaling/states/Kinds.h"
#include "lib/Scaling/states/StatePairs.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SCALELOSS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral scalingName = "scaling";
static constexpr StringLiteral stagesName = "stages";
static constexpr StringLiteral recordAttrName = "amp.scaling";

namespace {
struct ScaleLoss : amp::impl::ScaleLossBase<ScaleLoss> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (lossScale == "none")
      warnOfUnderflow(module);
    FailureOr<ScalerAttr> parsed = parseScaler(lossScale, scalerName, exact,
                                               UnknownLoc::get(&getContext()));
    if (failed(parsed))
      return signalPassFailure();
    FailureOr<bool> isScaled = wasScaled(*parsed);
    if (failed(isScaled))
      return signalPassFailure();
    bool scales = !*isScaled && *parsed;
    if (scales)
      getOperation().walk([&](FunctionOpInterface function) {
        recognizeKinds(function, /*onlyKeys=*/!describes());
      });
    if (scales && failed(scaleAll(*parsed)))
      return signalPassFailure();
    if (!scales)
      nameAllStates(module);
    eraseMarks();
  }

  /// Returns true if kinds of states are part of the output of the pass.
  bool describes() {
    return record || remarks || getContext().getRemarkEngine();
  }

  /// Returns true if this scaler was applied before. Emits an error if another
  /// one was.
  FailureOr<bool> wasScaled(ScalerAttr scaler) {
    auto applied = getOperation()->getAttrOfType<DictionaryAttr>(
        AmpDialect::appliedAttrName);
    auto before = applied ? applied.getAs<StringAttr>(scalingName) : nullptr;
    if (!before || !scaler)
      return false;
    if (before.getValue() == debugString(scaler))
      return true;
    return getOperation().emitError()
           << "expects a step that is not scaled yet, but it was scaled by "
           << before.getValue();
  }

  LogicalResult scaleAll(ScalerAttr scaler) {
    ModuleOp module = getOperation();
    bool any = false;
    SmallVector<FunctionOpInterface> functions; // private ones may be erased
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        functions.push_back(function);
    for (FunctionOpInterface function : functions) {
      FailureOr<bool> scaled = scale(function, scaler);
      if (failed(scaled))
        return failure();
      any |= *scaled;
    }
    if (failed(checkLeftMarks(functions)))
      return failure();
    if (any) {
      noteApplied(scaler);
      return success();
    }
    return module.emitError()
           << "expects a marked training step where the loss is to be scaled, "
              "but found no gradients; let the exporter emit loss = "
              "composite \"amp.loss\"(loss) inside of what is differentiated, "
              "composite \"amp.seed\" in its backward pass, composite "
              "\"amp.gradients\"(gradients...) before the optimizer, and "
              "composite \"amp.state\"(new..., old...) behind it";
  }

  /// Returns true if `function` contained a step.
  FailureOr<bool> scale(FunctionOpInterface function, ScalerAttr scaler) {
    if (failed(inlineMarkedCalls(function)))
      return failure();
    SymbolTable symbols(getOperation());
    Step step = findStep(function, symbols);
    if (step.gradients.empty() && step.groups.empty())
      return false;
    if (failed(checkStep(step)) || failed(checkPlaces(step)))
      return failure();
    if (step.gradients.empty())
      return false;
    FailureOr<Step> complete = withStates(step);
    if (failed(complete))
      return failure();
    step = *complete;
    recognizeKinds(function, /*onlyKeys=*/!describes());
    DegreeAnalysis degrees(step);
    while (!degrees.calls.empty()) {
      if (failed(Inliner(symbols).inlineCalls(degrees.calls)))
        return failure();
      degrees = DegreeAnalysis(step);
    }
    if (failed(checkDegrees(step, degrees)))
      return failure();
    nameStates(function, listStatePairs(function));
    if (record)
      addToRecord(describeStep(step, degrees), scaler);
    emitRemarks(step, degrees);
    SmallVector<Location> leaks;
    for (const Leak &leak : degrees.leaks)
      leaks.push_back(leak.op->getLoc());
    if (!getContext().getLoadedDialect("stablehlo") &&
        !getContext().allowsUnregisteredDialects())
      return step.gradients.front().emitOpError()
             << "expects a context with the StableHLO dialect loaded, in whose "
                "ops a scaled step is written, but got none";
    StepScaler scalerOfStep(step, degrees, scaler);
    if (failed(scalerOfStep.run()))
      return failure();
    if (remarks)
      remark(step, leaks, scalerOfStep.counts);
    numSeeds += scalerOfStep.counts.seeds;
    numGradients += scalerOfStep.counts.gradients;
    numStates += scalerOfStep.counts.states;
    numLeaks += scalerOfStep.counts.leaks;
    return true;
  }

  /// Appends the groups of `step` to the record that amp-write-scaling reads.
  void addToRecord(DictionaryAttr step, ScalerAttr scaler) {
    Builder builder(&getContext());
    ModuleOp module = getOperation();
    NamedAttrList all(module->getAttrOfType<DictionaryAttr>(recordAttrName));
    for (NamedAttribute list : step) {
      SmallVector<Attribute> entries;
      if (auto before = dyn_cast_if_present<ArrayAttr>(all.get(list.getName())))
        llvm::append_range(entries, before);
      llvm::append_range(entries, cast<ArrayAttr>(list.getValue()));
      all.set(list.getName(), builder.getArrayAttr(entries));
    }
    all.set("scaler", builder.getStringAttr(debugString(scaler)));
    module->setDiscardableAttr(recordAttrName,
                               all.getDictionary(&getContext()));
  }

  static void remark(const Step &step, ArrayRef<Location> leaks,
                     const StepScaler::Counts &counts) {
    FunctionOpInterface function = step.function;
    function.emitRemark() << "loss scaling: " << counts.seeds
                          << " seeds scaled, " << counts.gradients
                          << " gradients unscaled, " << counts.states
                          << " states guarded (" << countKinds(step) << ")";
    for (Location where : leaks)
      emitRemark(where) << "unscaled in front of this: it is not linear, or "
                           "leaves the backward pass";
  }

  /// Marks states that are paired by attributes; by names, if there are neither
  /// state marks nor attributes. Returns the step with these marks.
  static FailureOr<Step> withStates(Step step) {
    bool isMarked = llvm::any_of(
        step.groups, [](const Group &group) { return !group.states.empty(); });
    SmallVector<StatePair> pairs = listUnmarked(step.function);
    if (pairs.empty() && !isMarked)
      pairs = pairByName(step.function);
    if (failed(checkPairs(step.function, pairs)))
      return failure();
    markStates(step.function, pairs, step.gradients.front().getGroupAttr());
    return findStep(step.function, *step.symbols);
  }

  /// Emits an error for marks outside of steps: in functions with several
  /// blocks, and in functions that are run other than by a direct call.
  LogicalResult checkLeftMarks(ArrayRef<FunctionOpInterface> steps) {
    WalkResult result = getOperation().walk([&](FunctionOpInterface function) {
      if (llvm::is_contained(steps, function))
        return WalkResult::advance();
      Operation *mark = nullptr;
      function.walk([&](Operation *op) {
        if (!mark && isa<SeedOp, GradientsOp, StateOp>(op))
          mark = op;
      });
      bool isRun =
          mark && (function.isPublic() ||
                   !SymbolTable::symbolKnownUseEmpty(function, getOperation()));
      if (!isRun)
        return WalkResult::advance();
      mark->emitError() << "expects marks in a function of one block that is "
                           "public or called directly, but '"
                        << function.getName()
                        << "' is none; inline it, and write control flow as "
                           "stablehlo.while, if or case";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Emits an error unless the scale can be threaded to all marks.
  static LogicalResult checkPlaces(const Step &step) {
    for (const Group &group : step.groups) {
      SmallVector<Operation *> marks(group.seeds.begin(), group.seeds.end());
      llvm::append_range(marks, group.gradients);
      llvm::append_range(marks, group.states);
      for (Operation *mark : marks)
        if (failed(RegionThreading::check(mark)))
          return failure();
    }
    return success();
  }

  void noteApplied(ScalerAttr scaler) {
    ModuleOp module = getOperation();
    Builder builder(&getContext());
    NamedAttrList applied(
        module->getAttrOfType<DictionaryAttr>(AmpDialect::appliedAttrName));
    SmallVector<Attribute> stages;
    if (auto before = dyn_cast_if_present<ArrayAttr>(applied.get(stagesName)))
      llvm::append_range(stages, before);
    stages.push_back(builder.getStringAttr("scale"));
    applied.set(stagesName, builder.getArrayAttr(stages));
    applied.set(scalingName, builder.getStringAttr(debugString(scaler)));
    module->setDiscardableAttr(AmpDialect::appliedAttrName,
                               applied.getDictionary(&getContext()));
  }

  /// Replaces each mark by its operands.
  void eraseMarks() {
    for (Operation *mark : listMarkOps(getOperation())) {
      mark->replaceAllUsesWith(
          mark->getOperands().take_front(mark->getNumResults()));
      mark->erase();
    }
  }
};
} // namespace
