// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cholesky(multiply(add(%k, %kt), 0.5))   ==>   neither the product nor the sum
//                                               is low
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns true for ops whose computation nothing describes, and for solvers.
static bool isOpaque(Operation *op, const OpRow *row) {
  constexpr KindSet solvers = {OpKind::cholesky, OpKind::custom_call,
                               OpKind::triangular_solve};
  return row && solvers.contains(row->kind) && !isPlacement(op);
}

void amp::precision::pinOpaqueOperands(PinState &state) {
  SlotGraph &graph = state.graph;
  auto isStep = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isContraction && !node.isForced &&
           (isPerElement(node.row) || moves(node) || isContraction(node.row));
  };
  SmallVector<unsigned> read;
  for (auto [op, row] : graph.ops)
    if (isOpaque(op, row))
      for (Value operand : op->getOperands())
        if (std::optional<unsigned> maker = graph.nodeOf(operand);
            maker && isStep(*maker))
          read.push_back(*maker);
  pinNodes(graph, graph.reachWith(read, /*forward=*/false, isStep),
           "an opaque op reads it", /*passesDenial=*/true);
}
