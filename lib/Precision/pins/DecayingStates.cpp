// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (...) { h = %a * h + (1 - %a) * u }, with %a from outside of the loop
//     ==>   %a, 1 - %a, the products and h are not low: bf16 has no number
//           between 0.996 and 1
// while (...) { a = %p * a - %q * b; b = %q * a + %p * b }   ==>   nor is %q
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
class DecayingStates {
public:
  explicit DecayingStates(PinState &state) : graph(state.graph) {}

  bool pinIn(unsigned carried, ArrayRef<unsigned> states);

private:
  /// Returns true for ops in the loop, and in functions, which it may call.
  bool isInside(unsigned node, Operation *loop) const {
    Operation *op = graph.nodes[node].op;
    return loop->isProperAncestor(op) ||
           op->getParentOfType<FunctionOpInterface>() !=
               loop->getParentOfType<FunctionOpInterface>();
  }
  bool isStep(unsigned node) const {
    return !graph.nodes[node].isContraction && !graph.nodes[node].isForced &&
           (isPerElement(graph.nodes[node].row) || moves(graph.nodes[node]));
  }
  bool isInvariant(unsigned node, Operation *loop) const;
  void pinFactor(unsigned factor);

  SlotGraph &graph;
};
} // namespace

/// Returns true if a value is the same in all iterations of a loop: it depends
/// on no value that the loop changes, and is no slice.
bool DecayingStates::isInvariant(unsigned node, Operation *loop) const {
  auto isChanged = [&](unsigned carried) {
    return llvm::any_of(graph.definitionsOf(carried),
                        [&](unsigned n) { return isInside(n, loop); });
  };
  llvm::BitVector before =
      graph.reachWith(node, /*forward=*/false, [](unsigned) { return true; });
  return llvm::none_of(before.set_bits(), [&](unsigned n) {
    const SlotNode &maker = graph.nodes[n];
    bool isSlice =
        maker.row && (maker.row->opClass == OpClass::gather_scatter ||
                      maker.row->kind == OpKind::dynamic_slice);
    return maker.op == loop ? isChanged(n) : isInside(n, loop) && isSlice;
  });
}

/// Pins a factor with what computes it, and its differences to constants.
void DecayingStates::pinFactor(unsigned factor) {
  llvm::BitVector parts = graph.reachWith(
      factor, /*forward=*/false, [&](unsigned n) { return isStep(n); });
  auto pinOne = [&](unsigned n) {
    if (isStep(n))
      pin(graph.nodes[n], ReasonKind::structure, "decay of a state",
          /*passesDenial=*/true);
  };
  for (unsigned n : parts.set_bits()) {
    pinOne(n);
    for (unsigned reader : graph.usersOf(n))
      if (namedKindOf(graph.nodes[reader].op) == OpKind::subtract)
        pinOne(reader);
  }
}

/// Pins the factors from outside of the loop by which a carried value depends
/// on `states`, with the products, and the value; returns true if it has any.
bool DecayingStates::pinIn(unsigned carried, ArrayRef<unsigned> states) {
  Operation *loop = graph.nodes[carried].op;
  auto isPath = [&](unsigned n) { return isInside(n, loop) && isStep(n); };
  auto isMove = [&](unsigned n) {
    return isInside(n, loop) && moves(graph.nodes[n]);
  };
  llvm::BitVector before = graph.reachWith(carried, /*forward=*/false, isPath);
  llvm::BitVector copies = graph.reachWith(states, /*forward=*/true, isMove);
  bool isDecaying = false;
  for (unsigned copy : copies.set_bits())
    for (unsigned product : graph.usersOf(copy)) {
      if (namedKindOf(graph.nodes[product].op) != OpKind::multiply ||
          !before.test(product))
        continue;
      for (unsigned factor : graph.definitionsOf(product)) {
        if (factor == copy || !isInvariant(factor, loop))
          continue;
        isDecaying = true;
        pinFactor(factor);
        llvm::BitVector path =
            graph.reachWith(product, /*forward=*/true, isPath);
        path &= before;
        for (unsigned n : path.set_bits())
          pin(graph.nodes[n], ReasonKind::structure, "a state that decays",
              /*passesDenial=*/true);
        pin(graph.nodes[carried], ReasonKind::structure, "a state that decays",
            /*passesDenial=*/true);
      }
    }
  return isDecaying;
}

void amp::precision::pinDecayingStates(PinState &state) {
  DecayingStates decays(state);
  llvm::MapVector<Operation *, SmallVector<unsigned>> decaying;
  for (auto [number, node] : llvm::enumerate(state.graph.nodes))
    if (node.row && node.row->regions == RegionRule::loop &&
        decays.pinIn(number, number))
      decaying[node.op].push_back(number);
  // The parts of a complex state decay together: a' = p * a - q * b.
  for (const auto &[loop, states] : decaying)
    if (states.size() > 1)
      for (unsigned carried : states)
        decays.pinIn(carried, states);
}
