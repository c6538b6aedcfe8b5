// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (norm(x - before) > 1e-6) { x = a / (K x) }   ==>   x is not low, nor
//     what computes it in the loop, up to operands of contractions
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/pins/Pins.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns the loops whose conditions compare floats, with the comparisons. The
/// condition is the first region.
static llvm::MapVector<Operation *, SmallVector<unsigned>>
findTests(const SlotGraph &graph) {
  llvm::MapVector<Operation *, SmallVector<unsigned>> tests;
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    Operation *around = node.op->getParentOp();
    if (namedKindOf(node.op) == OpKind::compare &&
        isHlo(around, OpKind::while_) &&
        node.op->getParentRegion() == &around->getRegion(0))
      tests[around].push_back(number);
  }
  return tests;
}

void amp::precision::pinToleranceLoops(PinState &state) {
  SlotGraph &graph = state.graph;
  for (auto &[loop, tests] : findTests(graph)) {
    auto isStep = [&, loop = loop](unsigned n) {
      const SlotNode &node = graph.nodes[n];
      return !node.isContraction && !node.isForced && loop->isAncestor(node.op);
    };
    llvm::BitVector exact = graph.reach(tests, /*forward=*/false, isStep);
    for (unsigned n : exact.set_bits())
      pin(graph.nodes[n], ReasonKind::structure, "ends a loop",
          /*passesDenial=*/true);
  }
}
