// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_COMMON_NESTREDUCTION_H
#define LIB_LOWERING_COMMON_NESTREDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Replaces `op`, which reduces over the one loop `loop`, by one of the same
/// result that has two loops in its place. Null, and nothing is changed, where
/// an operand is not read by that loop alone.
linalg::GenericOp nestReduction(linalg::GenericOp op, unsigned loop,
                                IRRewriter &rewriter);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_NESTREDUCTION_H
