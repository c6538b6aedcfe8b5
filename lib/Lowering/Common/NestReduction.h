// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_COMMON_NESTREDUCTION_H
#define LIB_LOWERING_COMMON_NESTREDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Splits the reduction loop `loop` of `op` into two loops: `parts` parts, each
/// of a multiple of `together` elements. Returns null, without a change, if
/// `op` has index semantics or indexes an operand by an expression of `loop`.
linalg::GenericOp nestReduction(linalg::GenericOp op, unsigned loop,
                                IRRewriter &rewriter, int64_t parts = 128,
                                int64_t together = 8);

/// Reduces each iteration of `loop` separately, into a tensor whose dimension
/// `position` is this loop. Returns an op that reduces this tensor to the
/// result of `op`. One op of the body must combine an element with the
/// accumulator.
linalg::GenericOp reduceByParts(linalg::GenericOp op, unsigned loop,
                                unsigned position, IRRewriter &rewriter);

/// Returns true if nestLoop supports `op`: `loop` alone indexes at most one
/// dimension of each operand, and destinations that it indexes are empty or
/// filled.
bool canNestLoop(linalg::GenericOp op, unsigned loop);

/// Returns a copy of `op` with two loops in place of `loop`. The inner one has
/// `inner` iterations, a divisor of those of `loop`. Tensors have two
/// dimensions in place of a dimension of `loop`.
linalg::GenericOp nestLoop(linalg::GenericOp op, unsigned loop, int64_t inner,
                           IRRewriter &rewriter);

/// Updates the linalg.index ops in `body` after `loop` became two loops.
void nestIndices(Block &body, unsigned loop, int64_t inner,
                 IRRewriter &rewriter);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_NESTREDUCTION_H
