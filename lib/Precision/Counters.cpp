// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (%t = 0.0) { return %t + 1.0 }   ==>   %t and the sum are not low
#include "lib/Precision/Idioms.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral additions[] = {
    "arith.addf", "chlo.broadcast_add", "stablehlo.add", "tosa.add"};

static bool isConstant(const SlotNode &node) {
  return node.op->hasTrait<OpTrait::ConstantLike>();
}

namespace {
/// Sums that loops carry.
class Counters {
public:
  Counters(SlotGraph &graph, FloatType compute)
      : graph(graph),
        mostTurns(std::ldexp(
            1, APFloat::semanticsPrecision(compute.getFloatSemantics()))) {}

  void pinIn(unsigned carried);

private:
  /// What a node is handed by moves (or hands to), and those moves; not through
  /// `carried`.
  llvm::BitVector reach(unsigned from, bool forward, unsigned carried) const;
  bool countsUp(unsigned sum, unsigned carried, bool isLong) const;

  SlotGraph &graph;
  double mostTurns;
};
} // namespace

llvm::BitVector Counters::reach(unsigned from, bool forward,
                                unsigned carried) const {
  llvm::BitVector seen(graph.nodes.size());
  SmallVector<unsigned> work = {from};
  while (!work.empty()) {
    unsigned node = work.pop_back_val();
    for (unsigned next : forward ? graph.readersOf(node) : graph.makersOf(node))
      if (!seen.test(next)) {
        seen.set(next);
        if (next != carried && moves(graph.nodes[next]))
          work.push_back(next);
      }
  }
  return seen;
}

/// Whether a sum is of the carried value and a constant, or of anything.
bool Counters::countsUp(unsigned sum, unsigned carried, bool isLong) const {
  llvm::BitVector parts = reach(sum, /*forward=*/false, carried);
  if (!parts.test(carried))
    return false;
  if (isLong)
    return true;
  parts.reset(carried);
  auto isKnown = [&](Value operand) {
    return graph.nodeOf(operand).has_value();
  };
  return llvm::all_of(graph.nodes[sum].op->getOperands(), isKnown) &&
         llvm::all_of(parts.set_bits(), [&](unsigned n) {
           return isConstant(graph.nodes[n]) || moves(graph.nodes[n]);
         });
}

void Counters::pinIn(unsigned carried) {
  std::optional<double> turns = countTurns(graph.nodes[carried].op);
  llvm::BitVector made = reach(carried, /*forward=*/false, carried);
  for (unsigned sum : made.set_bits()) {
    if (!llvm::is_contained(additions,
                            graph.nodes[sum].op->getName().getStringRef()) ||
        !countsUp(sum, carried, turns && *turns >= mostTurns))
      continue;
    llvm::BitVector in = reach(carried, /*forward=*/true, carried);
    in &= reach(sum, /*forward=*/false, carried);
    llvm::BitVector out = reach(sum, /*forward=*/true, carried);
    out &= made;
    in |= out;
    in.set(sum);
    in.set(carried);
    for (unsigned node : in.set_bits())
      if (!graph.nodes[node].isForced)
        pin(graph.nodes[node], ReasonKind::structure, "what a loop counts up");
  }
}

void amp::pinCounters(SlotGraph &graph, FloatType compute) {
  Counters counters(graph, compute);
  for (unsigned number = 0; number < graph.nodes.size(); ++number)
    if (handsOn(graph.nodes[number].row) && isLoop(graph.nodes[number].op))
      counters.pinIn(number);
}
