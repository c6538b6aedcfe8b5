// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares a marked step with a scaled step, before or after
// amp-lower-training. Emits an error if they differ in more than the scaling of
// the loss.
#include "amp/ScalingPasses.h"
#include "lib/Verify/RecordedModule.h"
#include "lib/Verify/scaling/Degrees.h"
#include "lib/Verify/scaling/ScalerModel.h"
#include "lib/Verify/scaling/Shadows.h"
#include "mlir/AsmParser/AsmParser.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKSCALING
#define GEN_PASS_DEF_RECORDSTEP
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static StringAttr findApplied(ModuleOp module) {
  auto applied = module->getAttrOfType<DictionaryAttr>("amp.applied");
  return applied ? applied.getAs<StringAttr>("scaling") : nullptr;
}

/// Returns the scaler of `amp.applied`; null if the marked step has one.
static FailureOr<ScalerAttr> findScaler(ModuleOp marked, ModuleOp scaled) {
  StringAttr text = findApplied(scaled);
  if (!text || findApplied(marked))
    return ScalerAttr();
  if (auto scaler = dyn_cast_if_present<ScalerAttr>(
          parseAttribute(text.getValue(), marked.getContext())))
    return scaler;
  return scaled.emitError() << "expects amp.applied to name an #amp.scaler as "
                               "'scaling', but got "
                            << text;
}

namespace {
/// Check of one public function in both programs.
class StepCheck {
public:
  StepCheck(Program &marked, Program &scaled, ScalerAttr scaler)
      : marked(marked), scaled(scaled), scaler(scaler), keys(marked) {}

  LogicalResult run(FunctionOpInterface in, FunctionOpInterface out);

private:
  LogicalResult checkSignature(FunctionOpInterface in, FunctionOpInterface out);
  void findStates(FunctionOpInterface in, FunctionOpInterface out,
                  Correspondence &pairs);
  bool leadsToMark(Point point);

  Program &marked, &scaled;
  ScalerAttr scaler;
  Keys keys;
};
} // namespace

/// Checks that an argument or result keeps its attributes. Those of amp-opt may
/// change.
static LogicalResult checkAttributes(FunctionOpInterface out, DictionaryAttr a,
                                     DictionaryAttr b, const Twine &what) {
  auto others = [&](DictionaryAttr all) {
    NamedAttrList kept;
    for (NamedAttribute attribute :
         all ? all.getValue() : ArrayRef<NamedAttribute>())
      if (!isa_and_present<AmpDialect>(attribute.getNameDialect()))
        kept.append(attribute);
    return kept.getDictionary(out.getContext());
  };
  if (others(a) == others(b))
    return success();
  return out.emitError() << "breaks \"arguments and results are only "
                            "appended\": expects "
                         << what << " to have the attributes " << others(a)
                         << ", but got " << others(b);
}

static LogicalResult checkAttributes(FunctionOpInterface in,
                                     FunctionOpInterface out) {
  for (unsigned i = 0; i < in.getNumArguments(); ++i)
    if (failed(checkAttributes(out, in.getArgAttrDict(i), out.getArgAttrDict(i),
                               "argument " + Twine(i))))
      return failure();
  for (unsigned i = 0; i < in.getNumResults(); ++i)
    if (failed(checkAttributes(out, in.getResultAttrDict(i),
                               out.getResultAttrDict(i), "result " + Twine(i))))
      return failure();
  return success();
}

LogicalResult StepCheck::checkSignature(FunctionOpInterface in,
                                        FunctionOpInterface out) {
  auto startsWith = [](ArrayRef<Type> all, ArrayRef<Type> first) {
    return all.size() >= first.size() && all.take_front(first.size()) == first;
  };
  if (startsWith(out.getArgumentTypes(), in.getArgumentTypes()) &&
      startsWith(out.getResultTypes(), in.getResultTypes()))
    return checkAttributes(in, out);
  return out.emitError() << "breaks \"arguments and results are only "
                            "appended\": expects those of "
                         << in.getFunctionType() << " first, but got "
                         << out.getFunctionType();
}

/// Returns true if the value is a state of a mark, possibly yielded by control
/// flow or returned by a call.
bool StepCheck::leadsToMark(Point point) {
  for (;;) {
    auto result = dyn_cast<OpResult>(point.value);
    Operation *op = result ? result.getOwner() : nullptr;
    if (!op || isa<StateOp>(op))
      return op != nullptr;
    if (Control control = controlOf(op); control != Control::none) {
      for (Region &region : op->getRegions())
        if ((control != Control::loop || region.getRegionNumber() != 0) &&
            leadsToMark({region.front().getTerminator()->getOperand(
                             result.getResultNumber()),
                         point.frame}))
          return true;
      return false;
    }
    if (!marked.enter(point))
      return false;
  }
}

/// Finds states without a mark: an argument and a result of the marked function
/// with one `amp.state`. Uses the scaled function if the marked function has
/// neither marks nor names.
void StepCheck::findStates(FunctionOpInterface in, FunctionOpInterface out,
                           Correspondence &pairs) {
  auto addNamed = [&](FunctionOpInterface function) {
    llvm::StringMap<unsigned> arguments;
    for (unsigned i = 0; i < in.getNumArguments(); ++i)
      if (auto name = function.getArgAttrOfType<StringAttr>(i, "amp.state"))
        arguments[name] = i;
    for (unsigned i = 0; i < in.getNumResults(); ++i)
      if (auto name = function.getResultAttrOfType<StringAttr>(i, "amp.state");
          name && arguments.count(name) &&
          !function.getResultAttr(i, "amp.role"))
        pairs.statesByName[i] = arguments[name];
  };
  addNamed(in);
  bool isMarked = in->walk([](StateOp) {
                      return WalkResult::interrupt();
                    }).wasInterrupted();
  Operation *end = in.getFunctionBody().front().getTerminator();
  for (unsigned i = 0; i < in.getNumResults(); ++i)
    if (leadsToMark({end->getOperand(i)})) {
      pairs.statesByName.erase(i);
      isMarked = true;
    }
  if (pairs.statesByName.empty() && !isMarked)
    addNamed(out);
}

/// Returns the argument that a skipped step returns for a guarded result; null
/// for other values.
static BlockArgument findPrevious(Value value, const Correspondence &pairs) {
  auto result = dyn_cast<OpResult>(value);
  auto known =
      result ? pairs.guards.find(result.getOwner()) : pairs.guards.end();
  if (known == pairs.guards.end())
    return {};
  Value previous = known->second.previous;
  if (auto guard = dyn_cast<GuardOp>(result.getOwner()))
    previous = guard.getPrevious()[result.getResultNumber()];
  return dyn_cast<BlockArgument>(canonical(previous));
}

/// Checks that a guarded result has its argument's name: callers pair by name.
static LogicalResult checkNames(FunctionOpInterface out, unsigned numResults,
                                const Correspondence &pairs) {
  Block &body = out.getFunctionBody().front();
  for (unsigned i = 0; i < numResults; ++i) {
    BlockArgument previous =
        findPrevious(body.getTerminator()->getOperand(i), pairs);
    if (!previous || previous.getOwner() != &body)
      continue;
    auto name = out.getResultAttrOfType<StringAttr>(i, "amp.state");
    auto wanted =
        out.getArgAttrOfType<StringAttr>(previous.getArgNumber(), "amp.state");
    if (name && wanted && name != wanted)
      return out.emitError()
             << "breaks \"a state keeps its name\": expects result " << i
             << " to be " << wanted << ", as argument "
             << previous.getArgNumber() << " is, but got " << name;
  }
  return success();
}

LogicalResult StepCheck::run(FunctionOpInterface in, FunctionOpInterface out) {
  if (failed(checkSignature(in, out)))
    return failure();
  FailureOr<Marks> marks = readMarks(marked, in);
  if (failed(marks))
    return failure();
  auto shadows = readShadows(in, out);
  if (failed(shadows))
    return failure();
  Scales scales(*marks, marks->gradients.empty() ? ScalerAttr() : scaler);
  unsigned carried = shadows->size();
  if (failed(scales.read(out, in.getNumArguments() + carried,
                         in.getNumResults() + carried)))
    return failure();
  Verdicts verdicts;
  Correspondence pairs(marked, scaled, scales, verdicts, keys);
  pairs.shadows = *shadows;
  if (scales.scaler)
    findStates(in, out, pairs);
  GuardCheck guards(scaled, scales, verdicts, pairs);
  if (failed(pairs.compare(in, out)))
    return failure();
  if (!scales.scaler)
    return success();
  auto graphs = std::make_shared<RegionGraphs>(scaled.module);
  if (failed(checkNames(out, in.getNumResults(), pairs)) ||
      failed(guards.pairUnusedGradients()) ||
      failed(checkDegrees(out, scales, pairs, graphs)) ||
      failed(guards.checkFound()) || failed(guards.checkGuards(out, graphs)))
    return failure();
  for (unsigned group = 0; group < scales.slots.size(); ++group)
    if (failed(checkUpdate(scales, group, verdicts, guards)))
      return failure();
  return checkInitialState(out, scales);
}

static LogicalResult checkScaling(ModuleOp marked, ModuleOp scaled) {
  FailureOr<ScalerAttr> scaler = findScaler(marked, scaled);
  if (failed(scaler))
    return failure();
  Program in(marked), out(scaled);
  for (auto function : marked.getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || !function.getFunctionBody().hasOneBlock())
      continue;
    auto now = out.symbols.lookup<FunctionOpInterface>(function.getNameAttr());
    if (!now || !now.isPublic() || !now.getFunctionBody().hasOneBlock())
      return scaled.emitError() << "breaks \"symbols stay\": '"
                                << function.getName() << "' is gone";
    if (failed(StepCheck(in, out, *scaler).run(function, now)))
      return failure();
  }
  return success();
}

namespace {
struct RecordStep : amp::impl::RecordStepBase<RecordStep> {
  using Base::Base;

  void runOnOperation() override {
    getAnalysis<RecordedModule<RecordStep>>();
    markAllAnalysesPreserved();
  }
};

struct CheckScaling : amp::impl::CheckScalingBase<CheckScaling> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(checkRecorded(input,
                             getCachedAnalysis<RecordedModule<RecordStep>>(),
                             getOperation(),
                             "expects a record of the marked step; run "
                             "amp-record-step first, or name the step's file",
                             checkScaling)))
      signalPassFailure();
  }
};
} // namespace
