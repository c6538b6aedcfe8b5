// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// divide(e, broadcast(reduce_add(e)))   ==>   between 0 and 1
#include "lib/Ranges/Patterns.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Ranges/Constants.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

static Operation *makerOf(Value value, StringRef name) {
  Operation *maker = value.getDefiningOp();
  return isNamed(maker, name) ? maker : nullptr;
}

/// Exporters write the same steps again rather than use their results, but not
/// many of them.
static bool isSame(Value a, Value b, unsigned depth) {
  if (a == b)
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  if (!left || !right || depth == 0 || left->getName() != right->getName() ||
      cast<OpResult>(a).getResultNumber() !=
          cast<OpResult>(b).getResultNumber())
    return false;
  return OperationEquivalence::isEquivalentTo(
      left, right,
      [&](Value x, Value y) { return success(::isSame(x, y, depth - 1)); },
      /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

bool amp::isSame(Value a, Value b) {
  constexpr unsigned maxDepth = 6;
  return ::isSame(a, b, maxDepth);
}

StringRef amp::findBody(Region &region) {
  if (!region.hasOneBlock() || region.front().getNumArguments() != 2 ||
      !llvm::hasNItems(region.front(), 2))
    return {};
  Operation &op = region.front().front();
  ValueRange arguments = region.front().getArguments();
  bool isOfBoth = op.getNumOperands() == 2 && op.getNumResults() == 1 &&
                  llvm::is_contained(op.getOperands(), arguments[0]) &&
                  llvm::is_contained(op.getOperands(), arguments[1]);
  return isOfBoth && region.front().back().getOperands() == op.getResults()
             ? op.getName().getStringRef()
             : StringRef();
}

//===----------------------------------------------------------------------===//
// What is divided, subtracted, multiplied
//===----------------------------------------------------------------------===//

static bool startsAtZero(Operation *sum) {
  return findScalar(sum->getOperand(1)) == 0.0;
}

bool amp::dividesBySum(Value whole, Value divisor) {
  Operation *sum = findSpread(divisor, "stablehlo.add");
  return sum && startsAtZero(sum) && isSame(sum->getOperand(0), whole);
}

/// The larger of the maximum and anything else is no smaller.
static Value throughMaximum(Value value) {
  Operation *op = makerOf(value, "stablehlo.maximum");
  if (!op)
    return {};
  return findScalar(op->getOperand(0))   ? op->getOperand(1)
         : findScalar(op->getOperand(1)) ? op->getOperand(0)
                                         : Value();
}

bool amp::subtractsLargest(Value a, Value b) {
  Operation *largest = findSpread(b, "stablehlo.maximum", throughMaximum);
  return largest && isSame(largest->getOperand(0), a);
}

namespace {
/// What lies between a sum of squares and its root.
struct Mean {
  double factor = 1;
  bool hasEpsilon = false;
};
} // namespace

/// sum(a * a) / n, or times 1/n, plus an epsilon: leads to the sum.
static Value throughMean(Value value, Mean &mean) {
  // Squares that are too small for f32 count as zero: without this much beside
  // them the root may be zero, and what it divides is not.
  constexpr double leastEpsilon = 1e-30;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return {};
  std::optional<double> constant = findScalar(op->getOperand(1));
  if (!constant || *constant < 0)
    return {};
  if (isNamed(op, "stablehlo.divide") && *constant > 0)
    mean.factor /= *constant;
  else if (isNamed(op, "stablehlo.multiply"))
    mean.factor *= *constant;
  else if (isNamed(op, "stablehlo.add"))
    mean.hasEpsilon |= *constant >= leastEpsilon;
  else
    return {};
  return op->getOperand(0);
}

static bool isSquareOf(Value squares, Value a) {
  Operation *square = squares.getDefiningOp();
  if (!isNamed(square, "chlo.square") &&
      !(isNamed(square, "stablehlo.multiply") &&
        isSame(square->getOperand(0), square->getOperand(1))))
    return false;
  return isSame(square->getOperand(0), a);
}

/// a_i^2 <= sum(a * a) = meanSquare / factor, so that |a_i| is at most the root
/// of it. `spread` is made of the root of meanSquare.
static double countShared(Value a, Operation *root, Value spread) {
  Mean mean;
  auto through = [&](Value value) -> Value {
    return value.getDefiningOp() == root ? root->getOperand(0)
                                         : throughMean(value, mean);
  };
  Operation *sum = findSpread(spread, "stablehlo.add", through);
  bool isMean = sum && startsAtZero(sum) && mean.factor > 0 &&
                mean.hasEpsilon && isSquareOf(sum->getOperand(0), a);
  return isMean ? 1 / mean.factor : 0;
}

/// Broadcasts may stand before the root and behind it.
static Operation *findRoot(Value value, StringRef name) {
  constexpr unsigned maxSteps = 4;
  for (unsigned step = 0; step < maxSteps; ++step) {
    Operation *op = value.getDefiningOp();
    if (!op || isNamed(op, name))
      return op;
    if (!isNamed(op, "stablehlo.broadcast_in_dim") &&
        !isNamed(op, "stablehlo.reshape"))
      return nullptr;
    value = op->getOperand(0);
  }
  return nullptr;
}

double amp::findNormalised(Value a, Value factor) {
  Operation *root = findRoot(factor, "stablehlo.rsqrt");
  return root ? countShared(a, root, factor) : 0;
}

double amp::findNormalisedBy(Value a, Value divisor) {
  Operation *root = findRoot(divisor, "stablehlo.sqrt");
  return root ? countShared(a, root, divisor) : 0;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The op that makes `value`, moved or converted.
static Operation *findMaker(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && op->getNumOperands() == 1) {
    const OpRow *row = lookupRow(op);
    if (!row ||
        (row->opClass != OpClass::layout && row->opClass != OpClass::convert))
      break;
    op = op->getOperand(0).getDefiningOp();
  }
  return op;
}

bool amp::isShare(Operation *op) {
  static constexpr StringLiteral exponentials[] = {
      "math.exp", "stablehlo.exponential", "tosa.exp"};
  static constexpr StringLiteral quotients[] = {
      "arith.divf", "chlo.broadcast_divide", "stablehlo.divide",
      "tosa.reciprocal"};
  auto isOneOf = [](Operation *maker, ArrayRef<StringLiteral> names) {
    return maker && llvm::is_contained(names, maker->getName().getStringRef());
  };
  if (isOneOf(op, quotients))
    return true;
  if (op->getNumOperands() < 2)
    return false;
  Operation *left = findMaker(op->getOperand(0)),
            *right = findMaker(op->getOperand(1));
  return (isOneOf(left, exponentials) && isOneOf(right, quotients)) ||
         (isOneOf(right, exponentials) && isOneOf(left, quotients));
}
