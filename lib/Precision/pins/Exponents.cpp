// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp(subtract(%a, %b)) of f32 values   ==>   not low: if %a is 100 with an
//                                             error of 1/4, the result is off
//                                             by 28 %, whatever the difference
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

static constexpr KindSet exponentials = {OpKind::exp2, OpKind::exponential,
                                         OpKind::exponential_minus_one};
static constexpr KindSet sums = {OpKind::add, OpKind::subtract};
/// Ops whose result has about the absolute error of their operands.
static constexpr KindSet choices = {OpKind::clamp, OpKind::maximum,
                                    OpKind::minimum, OpKind::negate,
                                    OpKind::select};

/// Returns the nodes of values with 16-bit errors: contractions, and what reads
/// them up to nodes that are f32.
static llvm::BitVector findRounded(const SlotGraph &graph) {
  SmallVector<unsigned> sources;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isContraction(node.row))
      sources.push_back(number);
  return graph.reachWith(sources, /*forward=*/true, [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return isContraction(node.row) ||
           (node.colour != Colour::none && node.colour != Colour::deny);
  });
}

void amp::precision::pinExponents(PinState &state) {
  SlotGraph &graph = state.graph;
  llvm::BitVector rounded = findRounded(graph);
  auto isExact = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isForced && isPerElement(node.row) &&
           sums.contains(namedKindOf(node.op)) &&
           llvm::none_of(graph.definitionsOf(n),
                         [&](unsigned maker) { return rounded.test(maker); });
  };
  auto cancels = [&](unsigned n) {
    Operation *op = graph.nodes[n].op;
    return isExact(n) && !keepsDigits(state.ranges, op) &&
           llvm::none_of(op->getOperands(), [&](Value operand) {
             return state.ranges.of(operand).isConstant;
           });
  };
  auto passes = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return isExact(n) || moves(node) || choices.contains(namedKindOf(node.op));
  };
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (!isPerElement(node.row) || !exponentials.contains(namedKindOf(node.op)))
      continue;
    for (unsigned maker : graph.definitionsOf(number)) {
      if (!passes(maker))
        continue;
      llvm::BitVector exponent =
          graph.reachWith({maker}, /*forward=*/false, passes);
      if (llvm::none_of(exponent.set_bits(), cancels))
        continue;
      for (unsigned n : exponent.set_bits())
        if (isExact(n))
          pin(graph.nodes[n], ReasonKind::structure,
              "a difference that an exponential reads", /*passesDenial=*/true);
    }
  }
}
