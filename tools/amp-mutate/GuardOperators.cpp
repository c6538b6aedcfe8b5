// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on the overflow handling of a step.
#include "Constants.h"
#include "Operator.h"
#include "TextMutants.h"
#include "Values.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OpDefinition.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

//===----------------------------------------------------------------------===//
// invert-verdict, weaken-verdict: found_inf as an operand
//===----------------------------------------------------------------------===//

static bool isFlag(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0 && type.getElementType().isInteger(1);
}

/// Returns the number of the found_inf operand of a guard, a scaler update or a
/// return.
static std::optional<unsigned> findFlag(Operation *op) {
  if (!isa<GuardOp, UpdateScaleOp, func::ReturnOp>(op))
    return std::nullopt;
  for (OpOperand &operand : llvm::reverse(op->getOpOperands()))
    if (isFlag(operand.get()) && !isa<BlockArgument>(operand.get()))
      return operand.getOperandNumber();
  return std::nullopt;
}

static unsigned countFlags(Operation *op, const Facts &) {
  return findFlag(op).has_value();
}

static LogicalResult invertVerdict(Operation *op, unsigned, const Facts &) {
  unsigned flag = *findFlag(op);
  op->setOperand(flag, negateBefore(op, op->getOperand(flag)));
  return success();
}

/// Variants: false, true, and a different flag.
static unsigned countWeaker(Operation *op, const Facts &facts) {
  return 3 * countFlags(op, facts);
}

static LogicalResult weakenVerdict(Operation *op, unsigned variant,
                                   const Facts &) {
  unsigned flag = *findFlag(op);
  Value was = op->getOperand(flag);
  if (variant < 2) {
    op->setOperand(flag, splatBefore(op, was.getType(), variant));
    return success();
  }
  SmallVector<Value> others = valuesBefore(op, was);
  if (others.empty())
    return failure();
  op->setOperand(flag, others.back());
  return success();
}

//===----------------------------------------------------------------------===//
// drop-gradient: a gradient is unscaled but not checked for overflow
//===----------------------------------------------------------------------===//

static unsigned countWatched(Operation *op, const Facts &) {
  auto unscale = dyn_cast<UnscaleOp>(op);
  return unscale ? unscale.getGradients().size() : 0;
}

static LogicalResult dropGradient(Operation *op, unsigned variant,
                                  const Facts &) {
  auto unscale = cast<UnscaleOp>(op);
  OpBuilder builder(op);
  auto alone = UnscaleOp::create(builder, op->getLoc(),
                                 ValueRange(op->getOperand(variant)),
                                 unscale.getScale());
  SmallVector<Value> rest(unscale.getGradients());
  rest.erase(rest.begin() + variant);
  op->getResult(variant).replaceAllUsesWith(alone.getResult(0));
  Value flag = unscale.getFoundInf();
  if (rest.empty()) {
    flag.replaceAllUsesWith(splatBefore(op, flag.getType(), 0));
    op->erase();
    return success();
  }
  auto others =
      UnscaleOp::create(builder, op->getLoc(), rest, unscale.getScale());
  unsigned next = 0;
  for (unsigned i = 0; i < unscale.getGradients().size(); ++i)
    if (i != variant)
      op->getResult(i).replaceAllUsesWith(others.getResult(next++));
  flag.replaceAllUsesWith(others.getFoundInf());
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// bypass-guard, freeze-state, swap-old: the new value of a state
//===----------------------------------------------------------------------===//

static unsigned countGuarded(Operation *op, const Facts &) {
  auto guard = dyn_cast<GuardOp>(op);
  return guard ? guard.getUpdated().size() : 0;
}

static LogicalResult bypassGuard(Operation *op, unsigned variant,
                                 const Facts &) {
  op->getResult(variant).replaceAllUsesWith(
      cast<GuardOp>(op).getUpdated()[variant]);
  return success();
}

static LogicalResult freezeState(Operation *op, unsigned variant,
                                 const Facts &) {
  auto guard = cast<GuardOp>(op);
  op->setOperand(1 + variant, guard.getPrevious()[variant]);
  return success();
}

static LogicalResult invertGuard(Operation *op, unsigned variant,
                                 const Facts &) {
  auto guard = cast<GuardOp>(op);
  unsigned size = guard.getUpdated().size();
  Value updated = guard.getUpdated()[variant];
  op->setOperand(1 + variant, guard.getPrevious()[variant]);
  op->setOperand(1 + size + variant, updated);
  return success();
}

static unsigned countOlds(Operation *op, const Facts &facts) {
  return 4 * countGuarded(op, facts);
}

static LogicalResult swapOld(Operation *op, unsigned variant, const Facts &) {
  auto guard = cast<GuardOp>(op);
  unsigned state = variant / 4, size = guard.getUpdated().size();
  SmallVector<Value> others = valuesBefore(op, guard.getPrevious()[state]);
  if (variant % 4 >= others.size())
    return failure();
  op->setOperand(1 + size + state, others[variant % 4]);
  return success();
}

//===----------------------------------------------------------------------===//
// change-scaler, change-initial: constants of the scaler
//===----------------------------------------------------------------------===//

static unsigned countRules(Operation *op, const Facts &) {
  auto update = dyn_cast<UpdateScaleOp>(op);
  return update ? mutateText(update.getScalerAttr()).size() + 4 : 0;
}

static ScalerAttr otherRule(ScalerAttr was, unsigned variant) {
  FloatAttr growth = was.getGrowth(), backoff = was.getBackoff();
  int32_t interval = was.getInterval();
  if (variant == 0)
    growth = FloatAttr::get(growth.getType(), 4.0);
  else if (variant == 1)
    backoff = FloatAttr::get(backoff.getType(), 0.25);
  else
    interval += variant == 2 ? 1 : -1;
  return ScalerAttr::get(was.getContext(), was.getMode(), was.getInit(), growth,
                         backoff, interval, was.getMin(), was.getMax(),
                         was.getHysteresis(), was.getRefill(),
                         was.getDecrEveryN(), was.getWindowOffset(),
                         was.getAtMin(), was.getDelay(), was.getExact());
}

static LogicalResult changeScaler(Operation *op, unsigned variant,
                                  const Facts &) {
  auto update = cast<UpdateScaleOp>(op);
  Attribute other = variant < 4
                        ? otherRule(update.getScalerAttr(), variant)
                        : parseMutant(update.getScalerAttr(), variant - 4);
  if (!isa_and_present<ScalerAttr>(other))
    return failure();
  update.setScalerAttr(cast<ScalerAttr>(other));
  return success();
}

static unsigned countInitials(Operation *op, const Facts &) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && function.getName().ends_with("_init_scaler") &&
                 op->hasTrait<OpTrait::ConstantLike>()
             ? getMaxConstantChange() + 1
             : 0;
}

static LogicalResult changeInitial(Operation *op, unsigned variant,
                                   const Facts &) {
  Attribute changed = changeConstant(op->getAttr("value"),
                                     static_cast<ConstantChange>(variant));
  if (!changed)
    return failure();
  op->setAttr("value", changed);
  return success();
}

static constexpr unsigned S = scalingChecker;

static const Operator table[] = {
    {"invert-verdict", S, false, countFlags, invertVerdict,
     "a reader of found_inf is given its negation"},
    {"weaken-verdict", S, false, countWeaker, weakenVerdict,
     "a reader of found_inf is given false, true or another flag"},
    {"drop-gradient", S, false, countWatched, dropGradient,
     "a gradient does not count for found_inf"},
    {"bypass-guard", S, false, countGuarded, bypassGuard,
     "a state takes its new value in a skipped step"},
    {"freeze-state", S, false, countGuarded, freezeState,
     "a state keeps its old value in every step"},
    {"invert-guard", S, false, countGuarded, invertGuard,
     "a state takes its new value in skipped steps alone"},
    {"swap-old", S, false, countOlds, swapOld,
     "a skipped step gives a state another value than its old one"},
    {"change-scaler", S, false, countRules, changeScaler,
     "a number or flag of the rule of the scale is another"},
    {"change-initial", S, false, countInitials, changeInitial,
     "the scaler starts from another value"},
};

ArrayRef<Operator> amp::mutate::guardOperators() { return table; }
