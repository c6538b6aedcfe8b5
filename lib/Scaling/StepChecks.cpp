// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/StepChecks.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/LossOfSeed.h"
#include "lib/Scaling/RegionThreading.h"
#include "lib/Scaling/states/StatePairs.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

/// Checks that a batch of losses has a seed of its type, or one broadcast to
/// it.
static LogicalResult checkShape(const Group &group, LossOp loss) {
  auto shaped = dyn_cast<ShapedType>(loss.getValue().getType());
  bool isScalar = !shaped || (shaped.hasRank() && shaped.getRank() == 0);
  bool isRead = !loss.getOutput().use_empty();
  auto isAlike = [&](SeedOp seed) {
    return seed.getValue().getType() == shaped || isSpreadOver(seed, shaped);
  };
  if (isScalar || !isRead || llvm::any_of(group.seeds, isAlike))
    return success();
  return loss.emitError() << "expects a scalar loss, or a seed of its type or "
                             "that is spread over it, but got "
                          << shaped;
}

static LogicalResult checkLoss(const Group &group, LossOp loss) {
  if (failed(checkShape(group, loss)))
    return failure();
  auto isOf = [&](GradientsOp gradients) {
    return mayBeOf(gradients.getValues(), loss.getValue());
  };
  if (llvm::any_of(group.gradients, isOf))
    return success();
  InFlightDiagnostic error = loss.emitError();
  error << "expects the loss of group '" << group.name.getValue()
        << "' to be what its gradients are of, but they share nothing that "
           "they are made from";
  error.attachNote(group.gradients.front()->getLoc()) << "gradients";
  return error;
}

static LogicalResult refuseTwice(GradientsOp mark, unsigned number,
                                 Operation *other) {
  InFlightDiagnostic error = mark.emitError();
  error << "expects each gradient to be marked once, but operand " << number
        << " was marked before";
  error.attachNote(other->getLoc()) << "here";
  return error;
}

static LogicalResult checkGradients(const Step &step) {
  llvm::DenseMap<Value, GradientsOp> markedBy;
  for (GradientsOp mark : step.gradients)
    for (auto [number, value] : llvm::enumerate(mark.getValues())) {
      // Two parameters that are added share one gradient, listed twice in one
      // mark.
      auto [known, isNew] = markedBy.try_emplace(value, mark);
      if (!isNew && known->second != mark)
        return refuseTwice(mark, number, known->second);
      if (auto other = value.getDefiningOp<GradientsOp>())
        return refuseTwice(mark, number, other);
    }
  return success();
}

/// Checks that marked values are tensors, which scales and overflow tests
/// require.
static LogicalResult checkTypes(const Group &group) {
  auto check = [](Operation *mark) -> LogicalResult {
    for (Value value : mark->getOperands())
      if (!isa<RankedTensorType>(value.getType()))
        return mark->emitError()
               << "expects ranked tensors to be marked, but got "
               << value.getType();
    return success();
  };
  for (SeedOp mark : group.seeds)
    if (failed(check(mark)))
      return failure();
  for (GradientsOp mark : group.gradients)
    if (failed(check(mark)))
      return failure();
  for (StateOp mark : group.states)
    if (failed(check(mark)))
      return failure();
  return success();
}

LogicalResult amp::scaling::checkStep(const Step &step) {
  for (const Group &group : step.groups) {
    if (failed(checkTypes(group)))
      return failure();
    auto lacks = [&](Operation *mark, StringRef what) {
      return mark->emitError() << "expects " << what << " in group '"
                               << group.name.getValue() << "', but got none";
    };
    if (group.seeds.empty() && !group.gradients.empty())
      return lacks(group.gradients.front(), "an amp.seed");
    if (group.seeds.empty() && !group.losses.empty())
      return lacks(group.losses.front(), "an amp.seed");
    if (group.gradients.empty() && !group.seeds.empty())
      return lacks(group.seeds.front(), "an amp.gradients");
    for (LossOp loss : group.losses)
      if (failed(checkLoss(group, loss)))
        return failure();
  }
  return checkGradients(step);
}

//===----------------------------------------------------------------------===//
// Degrees
//===----------------------------------------------------------------------===//

/// Returns the innermost isolated-from-above op around `block` in `function`.
static Operation *findIsolated(Block *block, Operation *function) {
  Operation *around = block->getParentOp();
  while (around != function &&
         !around->hasTrait<OpTrait::IsIsolatedFromAbove>())
    around = around->getParentOp();
  return around == function ? nullptr : around;
}

/// Checks that leaking values can be unscaled at their definition.
static LogicalResult checkLeaks(const Step &step,
                                const DegreeAnalysis &degrees) {
  for (const Leak &leak : degrees.leaks) {
    Value value = leak.op->getOperand(leak.operand);
    Operation *isolated = findIsolated(value.getParentBlock(), step.function);
    if (isa<RankedTensorType>(value.getType()) &&
        (!isolated || RegionThreading::passes(isolated)))
      continue;
    InFlightDiagnostic error = leak.op->emitError();
    error << "expects operand " << leak.operand << " of '" << leak.op->getName()
          << "', which has the scale of the loss, to be "
          << "a tensor ";
    if (isolated)
      error << "outside of '" << isolated->getName()
            << "', so that it can be unscaled";
    else
      error << "so that it can be unscaled, but got " << value.getType();
    return error;
  }
  return success();
}

/// Checks that each group has a gradient computed from its seed.
static LogicalResult checkSeeds(const Step &step,
                                const DegreeAnalysis &degrees) {
  for (auto [number, group] : llvm::enumerate(step.groups)) {
    auto comesFromSeed = [&, number = number](Value value) {
      return (degrees.of(value).marks & Step::bitOf(unsigned(number))) != 0;
    };
    bool any = !group.isScaled();
    for (GradientsOp gradients : group.gradients)
      any |= llvm::any_of(gradients.getValues(), comesFromSeed);
    if (any)
      continue;
    InFlightDiagnostic error = group.gradients.front()->emitError();
    error << "expects gradients that come from the seed of group '"
          << group.name.getValue() << "', but none does";
    error.attachNote(group.seeds.front()->getLoc()) << "the seed";
    return error;
  }
  return success();
}

/// Returns true if a role states that a result is no new state.
static bool isNoState(FunctionOpInterface function, unsigned result) {
  auto role = function.getResultAttrOfType<StringAttr>(
      result, AmpDialect::roleAttrName);
  return role && (role == "gradient" || role == "metric");
}

/// Returns true if a value is a gradient, up to layout ops and casts.
static bool isGradient(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    const OpRow *row = lookupRow(op);
    if (isa<GradientsOp>(op))
      return true;
    if (!row || op->getNumOperands() != 1 ||
        (row->opClass != OpClass::layout && row->opClass != OpClass::convert))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// Warns of states that names pair, but no mark guards, beside marked ones.
static void warnOfUnguarded(FunctionOpInterface function,
                            ArrayRef<unsigned> results) {
  if (results.empty())
    return;
  for (const StatePair &pair : pairByName(function))
    if (llvm::is_contained(results, pair.result))
      function.emitWarning()
          << "a step that overflows changes state '" << pair.name
          << "': result " << pair.result << ", which is made from gradients, "
          << "replaces argument " << pair.argument
          << ", but no amp.state mark guards it";
}

/// Checks results that are made from gradients. A function may return
/// gradients, moved or cast. Without state marks, any other such result may be
/// a new state, which an overflow must not reach.
static LogicalResult checkStates(const Step &step,
                                 const DegreeAnalysis &degrees) {
  FunctionOpInterface function = step.function;
  SmallVector<unsigned> results;
  for (OpOperand &operand :
       function.getFunctionBody().front().getTerminator()->getOpOperands()) {
    OpResult marked = findMarked(operand.get());
    bool isGuarded = marked && isa<StateOp>(marked.getOwner());
    if ((degrees.of(operand.get()).marks & (Step::bitOf(0u) - 1)) &&
        !isGuarded && !isGradient(operand.get()) &&
        !isNoState(function, operand.getOperandNumber()))
      results.push_back(operand.getOperandNumber());
  }
  auto hasStates = [](const Group &group) { return !group.states.empty(); };
  if (llvm::any_of(step.groups, hasStates))
    warnOfUnguarded(function, results);
  else if (!results.empty())
    return function.emitError()
           << "expects an amp.state mark, the same amp.state on an argument "
              "and its result, or names that pair them, because result "
           << results.front()
           << " is made from gradients, but found no state; amp.role = "
              "\"gradient\" or \"metric\" on a result says that it is none";
  return success();
}

LogicalResult amp::scaling::checkDegrees(const Step &step,
                                         const DegreeAnalysis &degrees) {
  return success(succeeded(checkSeeds(step, degrees)) &&
                 succeeded(checkStates(step, degrees)) &&
                 succeeded(checkLeaks(step, degrees)));
}
