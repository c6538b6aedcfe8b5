// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sqrt(1 - c * c)   ==>   1 - c * c is not low: where c is near 1, bf16 rounds
//                         c * c to 1, and the root to 0
// sin(1000 * t)     ==>   not low: the angle would have errors of whole turns
//
// A difference of near values has few of their digits. Divisions, logarithms
// and roots depend on its relative error, so it is f32, and so are the values
// that it subtracts. The difference itself may be rounded.
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Ops whose result has about the relative error of their operands.
constexpr KindSet scalings = {OpKind::abs,     OpKind::clamp,  OpKind::divide,
                              OpKind::maximum, OpKind::maxnum, OpKind::multiply,
                              OpKind::negate,  OpKind::sqrt,   OpKind::square};

namespace {
/// Finds ill-conditioned ops, and the nodes that compute their operands.
class Conditioning {
public:
  explicit Conditioning(PinState &state);

  /// Adds the nodes that read angles of unknown size to `angles`, and to
  /// `exact` the makers of angles and the differences that an op magnifies.
  void find(llvm::BitVector &angles, llvm::BitVector &exact) const;

  /// Extends `exact` by the nodes that their values are computed by, up to
  /// contractions and sums.
  void extend(llvm::BitVector &exact) const;

private:
  bool isUnknownAngle(OpOperand &operand) const;
  bool isContracted(Value value) const;
  bool cancels(Operation *op) const;

  PinState &state;
  SlotGraph &graph;
  Limits limits;
  llvm::BitVector differences; ///< of near values
  llvm::BitVector inexact;     ///< differences, and multiples of them
};
} // namespace

static bool isLayout(const SlotNode &node) {
  return node.row && node.row->opClass == OpClass::layout;
}

Conditioning::Conditioning(PinState &state)
    : state(state), graph(state.graph), limits(state.compute),
      differences(graph.nodes.size()) {
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (cancels(node.op))
      differences.set(number);
  SmallVector<unsigned> from(differences.set_bits());
  inexact = graph.reach(from, /*forward=*/true, [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    return isLayout(node) || scalings.contains(namedKindOf(node.op));
  });
  inexact |= differences;
}

/// Returns true if `operand` is a divisor, or its op a logarithm or root of it.
static bool isMagnified(OpOperand &operand) {
  OpKind kind = namedKindOf(operand.getOwner());
  bool isRoot = kind == OpKind::sqrt || kind == OpKind::cbrt;
  return isRoot || findSensitivity(operand) == Sensitivity::nearZero;
}

/// Returns true if a contraction that may be low computes `value`, maybe behind
/// layout ops.
bool Conditioning::isContracted(Value value) const {
  while (std::optional<unsigned> maker = graph.nodeOf(value)) {
    const SlotNode &node = graph.nodes[*maker];
    if (!isLayout(node) || node.op->getNumOperands() != 1)
      return node.row && node.row->opClass == OpClass::contraction &&
             node.colour != Colour::deny;
    value = node.op->getOperand(0);
  }
  return false;
}

/// A contraction of low operands has rounded the angle already.
bool Conditioning::isUnknownAngle(OpOperand &operand) const {
  const Range &range = state.ranges.of(operand.get());
  return findSensitivity(operand) == Sensitivity::angle && !range.isGuarded &&
         !limits.holds(range, Sensitivity::angle) &&
         !isContracted(operand.get());
}

/// Returns true if the result of `op` may have two binary digits less than its
/// operands: subtractions, and additions of a value that is not positive.
bool Conditioning::cancels(Operation *op) const {
  OpKind kind = namedKindOf(op);
  if ((kind != OpKind::subtract && kind != OpKind::add) ||
      op->getNumOperands() < 2)
    return false;
  const Range &a = state.ranges.of(op->getOperand(0)),
              &b = state.ranges.of(op->getOperand(1)),
              &result = state.ranges.of(op->getResult(0));
  if (kind == OpKind::add && a.hi > 0 && b.hi > 0)
    return false;
  double least = std::min<double>(std::fabs(result.lo), std::fabs(result.hi));
  return !(a.isConstant && b.isConstant) &&
         !(result.excludesZero() && 4 * least >= std::max(a.most(), b.most()));
}

void Conditioning::find(llvm::BitVector &angles, llvm::BitVector &exact) const {
  llvm::BitVector magnified(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isForced || !isPerElement(node.row))
      continue;
    for (OpOperand &operand : node.op->getOpOperands()) {
      if (!isF32(operand.get().getType()) ||
          slotOf(operand, *node.row).value_or(SlotNode::fixed) != node.slot)
        continue;
      std::optional<unsigned> maker = graph.nodeOf(operand.get());
      bool isAngle = isUnknownAngle(operand);
      if (isAngle)
        angles.set(number);
      if (maker && isAngle)
        exact.set(*maker);
      if (maker && inexact.test(*maker) && isMagnified(operand))
        magnified.set(*maker);
    }
  }
  SmallVector<unsigned> from(magnified.set_bits());
  magnified |= graph.reach(from, /*forward=*/false, [&](unsigned number) {
    return inexact.test(number);
  });
  magnified &= differences;
  exact |= magnified;
}

void Conditioning::extend(llvm::BitVector &exact) const {
  SmallVector<unsigned> from(exact.set_bits());
  exact |= graph.reach(from, /*forward=*/false, [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    return !node.isForced && !node.isContraction &&
           (isLayout(node) || isPerElement(node.row));
  });
}

void amp::precision::pinIllConditioned(PinState &state) {
  Conditioning conditioning(state);
  llvm::BitVector angles(state.graph.nodes.size()), exact = angles;
  conditioning.find(angles, exact);
  conditioning.extend(exact);
  // Denied: a denial before them still reaches the ops that infer from them.
  auto pinAll = [&](const llvm::BitVector &nodes, StringRef why) {
    for (unsigned number : nodes.set_bits())
      if (SlotNode &node = state.graph.nodes[number];
          !node.isForced && !node.isContraction &&
          node.colour != Colour::none && node.colour != Colour::deny) {
        pin(node, ReasonKind::structure, why);
        node.colour = Colour::deny;
      }
  };
  pinAll(angles, "an angle of unknown size");
  pinAll(exact, "operand of an ill-conditioned op");
}
