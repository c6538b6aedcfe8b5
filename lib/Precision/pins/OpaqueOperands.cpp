// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// custom_call @lapack_spotrf_ffi(multiply(add(%k, %kt), 0.5))   ==>   neither
// the
//     product nor the sum is low
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
  SmallVector<unsigned> read;
  for (auto [op, row] : graph.ops)
    if (isOpaque(op, row))
      for (Value operand : op->getOperands())
        if (std::optional<unsigned> maker = graph.nodeOf(operand))
          read.push_back(*maker);
  auto isStep = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isContraction && !node.isForced &&
           (isPerElement(node.row) || moves(node) || isContraction(node.row));
  };
  llvm::BitVector exact = graph.reach(read, /*forward=*/false, isStep);
  for (unsigned n : read)
    if (isStep(n))
      exact.set(n);
  for (unsigned n : exact.set_bits())
    pin(graph.nodes[n], ReasonKind::structure, "an opaque op reads it",
        /*passesDenial=*/true);
}
