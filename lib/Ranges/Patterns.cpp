// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// divide(e, broadcast(reduce_add(e)))   ==>   between 0 and 1
#include "lib/Ranges/Patterns.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/SameValue.h"
#include "lib/Ranges/Constants.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

static Operation *makerOf(Value value, OpKind kind) {
  Operation *maker = value.getDefiningOp();
  return isHlo(maker, kind) ? maker : nullptr;
}

OpKind amp::ranges::findBody(Region &region) {
  if (!region.hasOneBlock() || region.front().getNumArguments() != 2 ||
      !llvm::hasNItems(region.front(), 2))
    return OpKind::other;
  Operation &op = region.front().front();
  ValueRange arguments = region.front().getArguments();
  bool isOfBoth = op.getNumOperands() == 2 && op.getNumResults() == 1 &&
                  llvm::is_contained(op.getOperands(), arguments[0]) &&
                  llvm::is_contained(op.getOperands(), arguments[1]);
  return isOfBoth && region.front().back().getOperands() == op.getResults()
             ? hloKindOf(&op)
             : OpKind::other;
}

//===----------------------------------------------------------------------===//
// Quotients, differences, products
//===----------------------------------------------------------------------===//

static bool startsAtZero(Operation *sum) {
  return findScalar(sum->getOperand(1)) == 0.0;
}

bool amp::ranges::dividesBySum(Value whole, Value divisor) {
  Operation *sum = findBroadcastReduction(divisor, OpKind::add);
  return sum && startsAtZero(sum) && isSameValue(sum->getOperand(0), whole);
}

/// Requires that one summand is 1: the reciprocal of a smaller sum may be
/// infinite.
bool amp::ranges::multipliesByShare(Value e, Value factor) {
  Operation *exponential = makerOf(e, OpKind::exponential);
  Operation *shifted =
      exponential ? makerOf(exponential->getOperand(0), OpKind::subtract)
                  : nullptr;
  if (!shifted ||
      !subtractsLargest(shifted->getOperand(0), shifted->getOperand(1),
                        /*isExact=*/true))
    return false;
  unsigned quotients = 0;
  auto through = [&](Value value) -> Value {
    Operation *quotient = makerOf(value, OpKind::divide);
    if (!quotient || findScalar(quotient->getOperand(0)) != 1.0)
      return {};
    ++quotients;
    return quotient->getOperand(1);
  };
  Operation *sum = findBroadcastReduction(factor, OpKind::add, through);
  return sum && quotients == 1 && startsAtZero(sum) &&
         isSameValue(sum->getOperand(0), e);
}

/// Passes a maximum with a constant: its result is no smaller than the operand.
static Value throughMaximum(Value value) {
  Operation *op = makerOf(value, OpKind::maximum);
  if (!op)
    return {};
  return findScalar(op->getOperand(0))   ? op->getOperand(1)
         : findScalar(op->getOperand(1)) ? op->getOperand(0)
                                         : Value();
}

bool amp::ranges::subtractsLargest(Value a, Value b, bool isExact) {
  auto isLowest = [](Value start) {
    return findScalar(start) == -Range::infinity;
  };
  auto through = [&](Value value) -> Value {
    Value next = throughMaximum(value);
    Operation *op = value.getDefiningOp();
    bool isKept = next && (!isExact || isLowest(op->getOperand(0)) ||
                           isLowest(op->getOperand(1)));
    return isKept ? next : Value();
  };
  Operation *largest = findBroadcastReduction(b, OpKind::maximum, through);
  return largest && isSameValue(largest->getOperand(0), a) &&
         (!isExact || isLowest(largest->getOperand(1)));
}

namespace {
/// Constants between a sum of squares and its root.
struct Mean {
  double factor = 1;
  double epsilon = 0;
};
} // namespace

/// Steps from sum(a * a) / n (or times 1/n), plus an epsilon, to the sum.
static Value throughMean(Value value, Mean &mean) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return {};
  std::optional<double> constant = findScalar(op->getOperand(1));
  if (!constant || *constant < 0)
    return {};
  if (isHlo(op, OpKind::divide) && *constant > 0)
    mean.factor /= *constant;
  else if (isHlo(op, OpKind::multiply))
    mean.factor *= *constant;
  else if (isHlo(op, OpKind::add))
    mean.epsilon += *constant * mean.factor;
  else
    return {};
  return op->getOperand(0);
}

static bool isSquareOf(Value squares, Value a) {
  Operation *square = squares.getDefiningOp();
  if (kindOf(square) != OpKind::square &&
      !(isHlo(square, OpKind::multiply) &&
        isSameValue(square->getOperand(0), square->getOperand(1))))
    return false;
  return isSameValue(square->getOperand(0), a);
}

/// Returns the number of elements of the mean of squares of `a` under `root`,
/// which `spread` broadcasts; else 0. Bound of an element:
/// a_i^2 <= sum(a * a) = meanSquare / factor.
static double countShared(Value a, Operation *root, Value spread) {
  // Squares may underflow in f32. Without an epsilon of this size, the root may
  // be zero although the dividend is not.
  constexpr double leastEpsilon = 1e-30;
  Mean mean;
  auto through = [&](Value value) -> Value {
    return value.getDefiningOp() == root ? root->getOperand(0)
                                         : throughMean(value, mean);
  };
  Operation *sum = findBroadcastReduction(spread, OpKind::add, through);
  bool isMean = sum && startsAtZero(sum) && mean.factor > 0 &&
                mean.epsilon >= leastEpsilon &&
                isSquareOf(sum->getOperand(0), a);
  return isMean ? 1 / mean.factor : 0;
}

/// Returns the op of `kind` that defines `value`, possibly through broadcasts
/// and reshapes.
static Operation *findRoot(Value value, OpKind kind) {
  constexpr unsigned maxSteps = 4;
  for (unsigned step = 0; step < maxSteps; ++step) {
    Operation *op = value.getDefiningOp();
    if (!op || isHlo(op, kind))
      return op;
    if (!isHlo(op, OpKind::broadcast_in_dim) && !isHlo(op, OpKind::reshape))
      return nullptr;
    value = op->getOperand(0);
  }
  return nullptr;
}

double amp::ranges::findNormalised(Value a, Value factor) {
  Operation *root = findRoot(factor, OpKind::rsqrt);
  return root ? countShared(a, root, factor) : 0;
}

double amp::ranges::findNormalisedBy(Value a, Value divisor) {
  Operation *root = findRoot(divisor, OpKind::sqrt);
  return root ? countShared(a, root, divisor) : 0;
}
