// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_COMMON_NESTREDUCTION_H
#define LIB_LOWERING_COMMON_NESTREDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Replaces `op`, which reduces over `loop`, by one of the same result with two
/// loops in its place: `parts` parts, each of a multiple of `together`
/// elements. Null, and nothing is changed, where an operand is not read by that
/// loop alone.
linalg::GenericOp nestReduction(linalg::GenericOp op, unsigned loop,
                                IRRewriter &rewriter, int64_t parts = 128,
                                int64_t together = 8);

/// Reduces each iteration of `loop` by itself into a tensor whose dimension
/// `position` is that loop, and returns an op that reduces these to the result
/// of `op`. One op of the body combines an element with the result so far.
linalg::GenericOp reduceByParts(linalg::GenericOp op, unsigned loop,
                                unsigned position, IRRewriter &rewriter);

/// Returns true if nestLoop knows `op`: operands follow `loop` along one of their
/// dimensions, which follows no other loop, or not at all; and a destination that
/// follows it is empty or filled.
bool canNestLoop(linalg::GenericOp op, unsigned loop);

/// Returns a copy of `op` with two loops in the place of `loop`, the inner one
/// of `inner` iterations, which divides those of `loop`, and tensors with two
/// dimensions where `op` has that loop.
linalg::GenericOp nestLoop(linalg::GenericOp op, unsigned loop, int64_t inner,
                           IRRewriter &rewriter);

/// The places in `body` of what had one loop for `loop` and the one after it.
void nestIndices(Block &body, unsigned loop, int64_t inner,
                 IRRewriter &rewriter);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_NESTREDUCTION_H
