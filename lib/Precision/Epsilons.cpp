// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %r = rsqrt(%x + 1e-12)   ==>   not low in f16, where 1e-12 is zero
// %y * %r                  ==>   nor this: %r is 1e6 where %x is zero
#include "lib/Precision/Idioms.h"
#include "lib/Precision/Limits.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

// clang-format off
static constexpr StringLiteral lowerBounds[] = {
    "arith.addf", "arith.maximumf", "arith.maxnumf", "chlo.broadcast_add",
    "chlo.broadcast_maximum", "linalg.add", "linalg.max", "stablehlo.add",
    "stablehlo.maximum", "tosa.add", "tosa.maximum"};
static constexpr StringLiteral squareRoots[] = {
    "linalg.sqrt", "math.sqrt", "stablehlo.sqrt"};
static constexpr StringLiteral inverseRoots[] = {
    "linalg.rsqrt", "math.rsqrt", "stablehlo.rsqrt", "tosa.rsqrt"};
static constexpr StringLiteral reciprocals[] = {
    "linalg.reciprocal", "tosa.reciprocal"};
static constexpr StringLiteral divisions[] = {
    "arith.divf", "chlo.broadcast_divide", "linalg.div", "stablehlo.divide"};
// clang-format on

static bool isAmong(ArrayRef<StringLiteral> names, Operation *op) {
  return llvm::is_contained(names, op->getName().getStringRef());
}

namespace {
class EpsilonFinder {
public:
  EpsilonFinder(const RangeAnalysis &ranges, FloatType compute)
      : ranges(ranges), limits(compute) {}

  /// Returns the value of x + epsilon, or of a square root of it, where x is
  /// zero, if epsilon is a constant that the format does not hold; else zero.
  double find(Value value) const;

  /// Returns the largest magnitude of the op's quotients by `least`, as far as
  /// constants alone decide it; zero for other ops.
  double quotient(Operation *op, double least) const;

  bool overflows(double value) const {
    Range range;
    range.lo = range.hi = range.reachHi = value;
    return !limits.findOverflow(range, 0).empty();
  }

private:
  const RangeAnalysis &ranges;
  Limits limits;
};
} // namespace

double EpsilonFinder::find(Value value) const {
  Operation *maker = findOrigin(value).getDefiningOp();
  unsigned numRoots = 0;
  for (; maker && isAmong(squareRoots, maker); ++numRoots)
    maker = findOrigin(maker->getOperand(0)).getDefiningOp();
  if (!maker || !isAmong(lowerBounds, maker))
    return 0;
  for (Value operand : maker->getOperands()) {
    const Range &range = ranges.of(findOrigin(operand));
    if (range.isConstant && range.lo > 0 && range.hi < 1 &&
        !limits.findLoss(range, Sensitivity::none).empty())
      return std::pow(range.lo, std::ldexp(1, -static_cast<int>(numRoots)));
  }
  return 0;
}

double EpsilonFinder::quotient(Operation *op, double least) const {
  if (isAmong(inverseRoots, op))
    return 1 / std::sqrt(least);
  if (isAmong(reciprocals, op))
    return 1 / least;
  if (!isAmong(divisions, op))
    return 0;
  const Range &dividend = ranges.of(findOrigin(op->getOperand(0)));
  return dividend.isConstant ? dividend.most() / least : 0;
}

/// Pins the users of a node, behind ops that only move values.
static void pinUsers(SlotGraph &graph, unsigned number, StringRef why) {
  SmallVector<unsigned> work = {number};
  llvm::SmallDenseSet<unsigned> seen;
  while (!work.empty())
    for (unsigned reader : graph.readersOf(work.pop_back_val())) {
      SlotNode &node = graph.nodes[reader];
      if (!seen.insert(reader).second)
        continue;
      if (!node.isForced)
        pin(node, ReasonKind::range, why);
      if (moves(node))
        work.push_back(reader);
    }
}

void amp::precision::pinEpsilons(SlotGraph &graph, const RangeAnalysis &ranges,
                                 FloatType compute) {
  EpsilonFinder finder(ranges, compute);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isForced || !node.row || handsOn(node.row))
      continue;
    bool isRoot = isAmong(squareRoots, node.op);
    for (OpOperand &operand : node.op->getOpOperands()) {
      bool isRead = isRoot || findSensitivity(operand) == Sensitivity::nearZero;
      if (!isRead || !isF32(operand.get().getType()) ||
          slotOf(operand, *node.row).value_or(SlotNode::fixed) != node.slot)
        continue;
      double least = finder.find(operand.get());
      if (least == 0)
        continue;
      pin(node, ReasonKind::range,
          "kept from zero by a constant that becomes zero");
      if (finder.overflows(finder.quotient(node.op, least)))
        pinUsers(graph, number,
                 ("quotient by a tiny constant, from '" +
                  node.op->getName().getStringRef() + "'")
                     .str());
    }
  }
}
