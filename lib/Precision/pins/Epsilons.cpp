// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %r = rsqrt(%x + 1e-12)   ==>   not low in f16, where 1e-12 is zero
// %y * %r                  ==>   not low either: %r is 1e6 where %x is zero
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

constexpr KindSet lowerBounds = {OpKind::add, OpKind::maximum, OpKind::maxnum};

namespace {
class EpsilonFinder {
public:
  EpsilonFinder(const RangeAnalysis &ranges, FloatType compute)
      : ranges(ranges), limits(compute) {}

  /// Returns x + epsilon or max(x, epsilon), or a square root of it, for x = 0,
  /// if epsilon is a constant that does not fit in the format; else zero.
  double find(Value value) const;

  /// Returns the largest magnitude of the result of `op` for a divisor `least`,
  /// if the dividend is constant (rsqrt, reciprocal, divide); else zero.
  double quotient(Operation *op, double least) const;

  bool overflows(double value) const {
    Range range;
    range.lo = range.hi = range.reachHi = value;
    return !limits.findOverflow(range, 0).empty();
  }

private:
  /// Returns the value of a constant that does not fit in the format, also
  /// times a mask or where a select chooses it; else zero.
  double findTiny(Value value) const;

  const RangeAnalysis &ranges;
  Limits limits;
};
} // namespace

double EpsilonFinder::findTiny(Value value) const {
  auto tiny = [&](Value number) {
    const Range &range = ranges.of(findOrigin(number));
    bool isTiny = range.isConstant && range.lo > 0 && range.hi < 1 &&
                  !limits.findLoss(range, Sensitivity::none).empty();
    return isTiny ? double(range.lo) : 0;
  };
  Operation *op = findOrigin(value).getDefiningOp();
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::multiply || kind == OpKind::select)
    for (Value operand : op->getOperands())
      if (double epsilon = tiny(operand))
        return epsilon;
  return tiny(value);
}

double EpsilonFinder::find(Value value) const {
  Operation *maker = findOrigin(value).getDefiningOp();
  unsigned numRoots = 0;
  for (; maker && namedKindOf(maker) == OpKind::sqrt; ++numRoots)
    maker = findOrigin(maker->getOperand(0)).getDefiningOp();
  if (!maker || !lowerBounds.contains(namedKindOf(maker)))
    return 0;
  for (Value operand : maker->getOperands())
    if (double epsilon = findTiny(operand))
      return std::pow(epsilon, std::ldexp(1, -static_cast<int>(numRoots)));
  return 0;
}

double EpsilonFinder::quotient(Operation *op, double least) const {
  if (namedKindOf(op) == OpKind::rsqrt)
    return 1 / std::sqrt(least);
  if (namedKindOf(op) == OpKind::reciprocal)
    return 1 / least;
  if (namedKindOf(op) != OpKind::divide)
    return 0;
  const Range &dividend = ranges.of(findOrigin(op->getOperand(0)));
  return dividend.isConstant ? dividend.most() / least : 0;
}

/// Pins the users of a node, also through data movement.
static void pinUsers(SlotGraph &graph, unsigned number, StringRef why) {
  SmallVector<unsigned> work = {number};
  llvm::SmallDenseSet<unsigned> seen;
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val())) {
      SlotNode &node = graph.nodes[reader];
      if (!seen.insert(reader).second)
        continue;
      if (!node.isForced)
        pin(node, ReasonKind::range, why);
      if (moves(node))
        work.push_back(reader);
    }
}

void amp::precision::pinEpsilons(PinState &state) {
  SlotGraph &graph = state.graph;
  EpsilonFinder finder(state.ranges, state.compute);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isForced || !isPerElement(node.row))
      continue;
    bool isRoot = namedKindOf(node.op) == OpKind::sqrt;
    for (OpOperand &operand : node.op->getOpOperands()) {
      if (!isF32(operand.get().getType()) ||
          slotOf(operand, *node.row).value_or(SlotNode::fixed) != node.slot ||
          (!isRoot && findSensitivity(operand) != Sensitivity::nearZero))
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
