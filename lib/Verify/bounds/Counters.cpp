// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (%w) { …; return subtract %w, (%c * %g) }, %w : f16
//   ==>   breaks "… stay f32"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isOf(const ProgramNode &node, OpKind kind) {
  return !node.isJoint && kindOf(node.op) == kind;
}

namespace {
/// A value that a loop carries, and the sums that it is set from.
class CarriedValue {
public:
  CarriedValue(const InputGraph &graph, unsigned carried, bool isLong)
      : graph(graph), carried(carried), isLong(isLong),
        origins(moveFrom(carried, /*forward=*/false)) {}

  LogicalResult check() const;

private:
  llvm::BitVector moveFrom(unsigned node, bool forward) const;
  bool counts(unsigned sum) const;
  bool updates(unsigned sum) const;
  bool isConstantFactor(unsigned product) const;
  bool isCarried(Value operand, bool &isScaled) const;

  const InputGraph &graph;
  const unsigned carried;
  const bool isLong;             ///< more iterations than the format counts
  const llvm::BitVector origins; ///< of the next value, through moves
};
} // namespace

/// Nodes that a value is moved from (to), ends included; not through `carried`.
llvm::BitVector CarriedValue::moveFrom(unsigned node, bool forward) const {
  llvm::BitVector seen(graph.size());
  SmallVector<unsigned> work = {node};
  while (!work.empty()) {
    unsigned at = work.pop_back_val();
    for (unsigned next : forward ? graph.readersOf(at) : graph.makersOf(at)) {
      if (seen.test(next))
        continue;
      seen.set(next);
      if (next != carried && graph.nodes[next].moves())
        work.push_back(next);
    }
  }
  return seen;
}

/// The carried value plus constants; plus anything in a long loop.
bool CarriedValue::counts(unsigned sum) const {
  if (!isOf(graph.nodes[sum], OpKind::add))
    return false;
  llvm::BitVector parts = moveFrom(sum, /*forward=*/false);
  if (!parts.test(carried) || isLong)
    return parts.test(carried);
  parts.reset(carried);
  return llvm::all_of(graph.nodes[sum].op->getOperands(),
                      [&](Value v) { return graph.nodeOf(v).has_value(); }) &&
         llvm::all_of(parts.set_bits(), [&](unsigned n) {
           return graph.nodes[n].isConstant() || graph.nodes[n].moves();
         });
}

bool CarriedValue::isConstantFactor(unsigned product) const {
  if (!isOf(graph.nodes[product], OpKind::multiply))
    return false;
  return llvm::any_of(graph.makersOf(product), [&](unsigned maker) {
    // A value that only a loop hands to itself comes round.
    llvm::SmallDenseSet<unsigned> seen;
    while (graph.nodes[maker].moves() && graph.makersOf(maker).size() == 1 &&
           seen.insert(maker).second)
      maker = graph.makersOf(maker).front();
    return graph.nodes[maker].isConstant();
  });
}

/// Returns true if an operand is the carried value up to constant factors.
bool CarriedValue::isCarried(Value operand, bool &isScaled) const {
  std::optional<unsigned> first = graph.nodeOf(operand);
  if (!first)
    return false;
  SmallVector<unsigned> work = {*first};
  llvm::SmallDenseSet<unsigned> seen = {*first};
  while (!work.empty()) {
    unsigned node = work.pop_back_val();
    if (node == carried)
      return true;
    bool isFactor = isConstantFactor(node);
    isScaled |= isFactor;
    if (isFactor || graph.nodes[node].moves())
      for (unsigned maker : graph.makersOf(node))
        if (seen.insert(maker).second)
          work.push_back(maker);
  }
  return false;
}

/// w - x; a * w + x; w + a * x.
bool CarriedValue::updates(unsigned sum) const {
  const ProgramNode &node = graph.nodes[sum];
  bool isDifference = isOf(node, OpKind::subtract);
  if ((!isDifference && !isOf(node, OpKind::add)) ||
      node.op->getNumOperands() != 2)
    return false;
  for (unsigned side : {0u, 1u}) {
    bool isScaled = false, isOtherScaled = false;
    if (!isCarried(node.op->getOperand(side), isScaled))
      continue;
    isCarried(node.op->getOperand(1 - side), isOtherScaled);
    return isScaled || (isDifference ? side == 0 : isOtherScaled);
  }
  return false;
}

LogicalResult CarriedValue::check() const {
  for (unsigned sum : origins.set_bits()) {
    bool isCount = counts(sum);
    if (!isCount && !updates(sum))
      continue;
    llvm::BitVector chain = moveFrom(carried, /*forward=*/true);
    chain &= moveFrom(sum, /*forward=*/false);
    llvm::BitVector back = moveFrom(sum, /*forward=*/true);
    back &= origins;
    chain |= back;
    chain.set(sum);
    chain.set(carried);
    for (unsigned node : chain.set_bits())
      if (graph.nodes[node].isLow && !graph.nodes[node].isAsked)
        return breaks(graph.nodes[node].op, Guarantee::structure)
               << "expects f32 where a loop "
               << (isCount ? "counts up" : "updates") << " a value";
  }
  return success();
}

LogicalResult amp::verify::checkCounters(const InputGraph &graph,
                                         FloatType low) {
  double most =
      std::ldexp(1, llvm::APFloat::semanticsPrecision(low.getFloatSemantics()));
  for (unsigned n = 0; n < graph.size(); ++n) {
    const ProgramNode &node = graph.nodes[n];
    if (!node.isJoint || !isLoop(node.op))
      continue;
    std::optional<double> turns = countTurns(node.op);
    if (failed(CarriedValue(graph, n, turns && *turns >= most).check()))
      return failure();
  }
  return success();
}
