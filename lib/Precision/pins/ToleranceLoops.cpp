// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (norm(x - before) > 1e-6) { x = a / (K x) }   ==>   x is not low, nor
//     what computes it in the loop, up to operands of contractions
// while (not done) { x = a / (K x); done = norm(x - before) <= 1e-6 }   ==> so
#include "lib/Graph/Reach.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns the nodes of the floats that the condition of `loop` depends on:
/// they are compared in the condition, or in the body, which carries the
/// result.
static SmallVector<unsigned> findTested(const PinState &state,
                                        Operation *loop) {
  Reach reach(state.program);
  reach.followOnly([](Value value) { return !isFloat(value.getType()); });
  auto readsFloats = [](Operation *op) {
    return llvm::any_of(op->getOperandTypes(), isF32) &&
           llvm::none_of(op->getResultTypes(), isFloat) &&
           op->getNumRegions() == 0;
  };
  Value condition = loop->getRegion(0).front().getTerminator()->getOperand(0);
  Reached reached = reach.back(condition, readsFloats, /*floatsOnly=*/false);
  SmallVector<unsigned> tested;
  for (auto [number, node] : llvm::enumerate(state.graph.nodes))
    if (reached.ops.contains(node.op) && readsFloats(node.op))
      tested.push_back(number);
  return tested;
}

void amp::precision::pinToleranceLoops(PinState &state) {
  SlotGraph &graph = state.graph;
  llvm::SetVector<Operation *> loops;
  for (const SlotNode &node : graph.nodes)
    if (isHlo(node.op, OpKind::while_))
      loops.insert(node.op);
  for (Operation *loop : loops) {
    Operation *function = loop->getParentOfType<FunctionOpInterface>();
    auto isStep = [&](unsigned n) {
      const SlotNode &node = graph.nodes[n];
      Operation *own = isa<FunctionOpInterface>(node.op)
                           ? node.op
                           : node.op->getParentOfType<FunctionOpInterface>();
      bool isInside = loop->isAncestor(node.op) || own != function;
      return !node.isContraction && !node.isForced && isInside;
    };
    SmallVector<unsigned> tested = findTested(state, loop);
    if (tested.empty())
      continue;
    pinNodes(graph, graph.reach(tested, /*forward=*/false, isStep),
             "ends a loop",
             /*passesDenial=*/true);
  }
}
