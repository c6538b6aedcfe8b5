// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on the positions of scaling and unscaling in a step.
#include "Operator.h"
#include "Values.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

//===----------------------------------------------------------------------===//
// drop-scale, double-scale, swap-scale
//===----------------------------------------------------------------------===//

static unsigned countScales(Operation *op, const Facts &) {
  return isa<ScaleOp>(op) && !op->use_empty();
}

static LogicalResult dropScale(Operation *op, unsigned, const Facts &) {
  auto scale = cast<ScaleOp>(op);
  scale.getResult().replaceAllUsesWith(scale.getInput());
  op->erase();
  return success();
}

static LogicalResult doubleScale(Operation *op, unsigned, const Facts &) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copy = builder.clone(*op);
  op->getResult(0).replaceAllUsesWith(copy->getResult(0));
  copy->setOperand(0, op->getResult(0));
  return success();
}

/// Counts replacements of the scale of `op`, its last operand.
static unsigned countOtherScales(Operation *op, const Facts &) {
  if (!isa<ScaleOp, UnscaleOp>(op))
    return 0;
  return valuesBefore(op, op->getOperands().back()).size();
}

static LogicalResult swapScale(Operation *op, unsigned variant, const Facts &) {
  Value scale = op->getOperands().back();
  op->setOperand(op->getNumOperands() - 1, valuesBefore(op, scale)[variant]);
  return success();
}

//===----------------------------------------------------------------------===//
// drop-unscale, double-unscale
//===----------------------------------------------------------------------===//

static unsigned countGradients(Operation *op, const Facts &) {
  auto unscale = dyn_cast<UnscaleOp>(op);
  return unscale ? unscale.getGradients().size() : 0;
}

static LogicalResult dropUnscale(Operation *op, unsigned variant,
                                 const Facts &) {
  if (op->getResult(variant).use_empty())
    return failure();
  op->getResult(variant).replaceAllUsesWith(op->getOperand(variant));
  return success();
}

static LogicalResult doubleUnscale(Operation *op, unsigned variant,
                                   const Facts &) {
  Value unscaled = op->getResult(variant);
  if (unscaled.use_empty())
    return failure();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto again = UnscaleOp::create(builder, op->getLoc(), unscaled,
                                 cast<UnscaleOp>(op).getScale());
  unscaled.replaceAllUsesExcept(again.getResult(0), again);
  return success();
}

//===----------------------------------------------------------------------===//
// move-unscale: f(unscale(%g), %x)   ==>   unscale(f(%g, %x))
//===----------------------------------------------------------------------===//

/// Returns true for ops that do not commute with unscaling one operand.
static bool isAffineOrWorse(Operation *user, Value value) {
  constexpr KindSet kinds = {
      OpKind::abs,         OpKind::add,      OpKind::clamp,    OpKind::divide,
      OpKind::exponential, OpKind::log,      OpKind::logistic, OpKind::maximum,
      OpKind::minimum,     OpKind::multiply, OpKind::power,    OpKind::rsqrt,
      OpKind::select,      OpKind::sign,     OpKind::sqrt,     OpKind::subtract,
      OpKind::tanh};
  OpKind kind = hloKindOf(user);
  if (!kinds.contains(kind) || user->getNumResults() != 1 ||
      user->getResult(0).getType() != value.getType())
    return false;
  bool isFactor = kind == OpKind::multiply;
  bool isSquare = llvm::count(user->getOperands(), value) > 1;
  // abs is linear for a positive scale; products and dividends are linear.
  return kind != OpKind::abs && (!isFactor || isSquare) &&
         (kind != OpKind::divide || user->getOperand(0) != value);
}

static unsigned countMoves(Operation *op, const Facts &facts) {
  unsigned count = 0;
  for (unsigned i = 0, e = countGradients(op, facts); i < e; ++i)
    count += llvm::count_if(op->getResult(i).getUsers(), [&](Operation *user) {
      return isAffineOrWorse(user, op->getResult(i));
    });
  return count;
}

static LogicalResult moveUnscale(Operation *op, unsigned variant,
                                 const Facts &facts) {
  for (unsigned i = 0, e = countGradients(op, facts); i < e; ++i)
    for (Operation *user : op->getResult(i).getUsers())
      if (isAffineOrWorse(user, op->getResult(i)) && variant-- == 0) {
        user->replaceUsesOfWith(op->getResult(i), op->getOperand(i));
        OpBuilder builder(op->getContext());
        builder.setInsertionPointAfter(user);
        auto moved =
            UnscaleOp::create(builder, op->getLoc(), user->getResult(0),
                              cast<UnscaleOp>(op).getScale());
        user->getResult(0).replaceAllUsesExcept(moved.getResult(0), moved);
        return success();
      }
  return failure();
}

//===----------------------------------------------------------------------===//
// change-scaler, swap-scaler: the update of the scale
//===----------------------------------------------------------------------===//

static LogicalResult freezeScaler(Operation *op, unsigned variant,
                                  const Facts &) {
  if (op->getResult(variant).use_empty())
    return failure();
  op->getResult(variant).replaceAllUsesWith(op->getOperand(variant));
  return success();
}

static unsigned countScalerStates(Operation *op, const Facts &) {
  auto update = dyn_cast<UpdateScaleOp>(op);
  return update ? update.getState().size() : 0;
}

static constexpr unsigned S = scalingChecker;

static const Operator table[] = {
    {"drop-scale", S, false, countScales, dropScale, "a seed is not scaled"},
    {"double-scale", S, false, countScales, doubleScale,
     "a seed is scaled twice"},
    {"swap-scale", S, false, countOtherScales, swapScale,
     "a value is scaled or unscaled by another scalar"},
    {"drop-unscale", S, false, countGradients, dropUnscale,
     "a gradient is not unscaled"},
    {"double-unscale", S, false, countGradients, doubleUnscale,
     "a gradient is unscaled twice"},
    {"move-unscale", S, false, countMoves, moveUnscale,
     "a gradient is unscaled behind an op that is not linear in it"},
    {"freeze-scaler", S, false, countScalerStates, freezeScaler,
     "a state of the scaler keeps its old value"},
};

ArrayRef<Operator> amp::mutate::scalingOperators() { return table; }
