// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %w1 = %w + %update   ==>   whole quanta of %chi + %update move the integer
//                            %n, and dot_general reads %n * %scale
//
// The rule is that of Nandakumar et al., "Mixed-precision deep learning based
// on computational memory" (Frontiers in Neuroscience 14, 2020).
#include "amp/ScalingPasses.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/states/Kinds.h"
#include "lib/Scaling/threshold/StepRewriter.h"

namespace mlir::amp {
#define GEN_PASS_DEF_THRESHOLDWEIGHTS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral thresholdAttrName = "amp.threshold";
static constexpr StringLiteral recordAttrName = "amp.weights";

/// Returns the report entry of one parameter.
static DictionaryAttr describe(const Parameter &parameter,
                               const ThresholdSpec &spec, StringRef function) {
  Builder builder(parameter.type.getContext());
  int64_t count = parameter.type.getNumElements();
  int64_t scaleBytes = 4 * parameter.getScaleType().getNumElements();
  int64_t stored = spec.device ? 8 * count : count;
  auto integer = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  auto text = [&](StringRef name, StringRef value) {
    return builder.getNamedAttr(name, builder.getStringAttr(value));
  };
  return builder.getDictionaryAttr(
      {text("function", function), text("name", parameter.pair.name),
       integer("argument", parameter.pair.argument), integer("weights", count),
       integer("bits", spec.bits), integer("scales", scaleBytes / 4),
       text("device", spec.device ? "pcm" : "none"),
       integer("bytes_before", 4 * count),
       integer("bytes_stored", stored + scaleBytes),
       integer("bytes_packed", (count * spec.bits + 7) / 8 + scaleBytes),
       integer("bytes_accumulator", 4 * count),
       text("moved", parameter.pair.name + ".moved")});
}

namespace {
struct ThresholdWeights : amp::impl::ThresholdWeightsBase<ThresholdWeights> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<ThresholdSpec> spec = parseThreshold(weights, getOperation());
    if (failed(spec))
      return signalPassFailure();
    FailureOr<bool> wasDone = wasCarried();
    if (failed(wasDone) || (!*wasDone && failed(carryAll(*spec))))
      signalPassFailure();
  }

  FailureOr<bool> wasCarried() {
    ModuleOp module = getOperation();
    auto before = module->getAttrOfType<StringAttr>(thresholdAttrName);
    auto applied =
        module->getAttrOfType<DictionaryAttr>(AmpDialect::appliedAttrName);
    if (!before && applied)
      before = applied.getAs<StringAttr>("weights");
    if (!before || before.getValue() == weights)
      return before != nullptr;
    return getOperation().emitError()
           << "expects weights that are not carried yet, but they are '"
           << before.getValue() << "'";
  }

  LogicalResult carryAll(const ThresholdSpec &spec) {
    SmallVector<FunctionOpInterface> functions; // private ones may be erased
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (function.isPublic() && function.getFunctionBody().hasOneBlock())
        functions.push_back(function);
    SmallVector<Attribute> described;
    for (FunctionOpInterface function : functions)
      if (failed(carry(function, spec, described)))
        return failure();
    if (described.empty())
      return getOperation().emitError()
             << "expects a marked training step with a parameter that a matmul "
                "or convolution reads, but found none; mark gradients and "
                "states with amp.gradients and amp.state";
    note(spec, described);
    return success();
  }

  /// Marks states that are only paired by attributes, as in amp-scale-loss.
  static LogicalResult completeMarks(FunctionOpInterface function) {
    GradientsOp first;
    function.walk([&](GradientsOp mark) { first = first ? first : mark; });
    SmallVector<StatePair> pairs = listUnmarked(function);
    if (failed(checkPairs(function, pairs)))
      return failure();
    if (first)
      markStates(function, pairs, first.getGroupAttr());
    return success();
  }

  LogicalResult carry(FunctionOpInterface function, const ThresholdSpec &spec,
                      SmallVectorImpl<Attribute> &described) {
    if (failed(inlineMarkedCalls(function)) || failed(completeMarks(function)))
      return failure();
    recognizeKinds(function, /*onlyKeys=*/false);
    SmallVector<StatePair> pairs = listStatePairs(function);
    FailureOr<SmallVector<Parameter>> found =
        findParameters(function, pairs, spec);
    if (failed(found))
      return failure();
    if (found->empty())
      return success();
    nameStates(function, pairs);
    if (failed(StepRewriter(function, *found, spec).run()))
      return failure();
    addReader(function, *found, spec);
    addInitializer(function, *found, spec);
    for (const Parameter &parameter : *found) {
      described.push_back(describe(parameter, spec, function.getName()));
      numWeights += parameter.type.getNumElements();
    }
    numParameters += found->size();
    if (remarks)
      remark(function, *found, spec);
    return success();
  }

  static void remark(FunctionOpInterface function,
                     ArrayRef<Parameter> parameters,
                     const ThresholdSpec &spec) {
    int64_t count = 0;
    for (const Parameter &parameter : parameters)
      count += parameter.type.getNumElements();
    function.emitRemark() << "threshold weights: " << count << " weights of "
                          << parameters.size() << " parameters have "
                          << spec.bits << " bits ("
                          << (count * spec.bits + 7) / 8 << " bytes packed, "
                          << (spec.device ? 8 * count : count)
                          << " as stored) instead of " << 4 * count
                          << " bytes in f32; the accumulators have "
                          << 4 * count << " bytes";
  }

  void note(const ThresholdSpec &spec, ArrayRef<Attribute> described) {
    ModuleOp module = getOperation();
    Builder builder(&getContext());
    module->setDiscardableAttr(thresholdAttrName,
                               builder.getStringAttr(spec.text));
    if (record)
      module->setDiscardableAttr(recordAttrName,
                                 builder.getArrayAttr(described));
  }
};
} // namespace
