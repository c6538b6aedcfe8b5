// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LOGITS_ROUNDINGS_H
#define LIB_LOWERING_GPU_LOGITS_ROUNDINGS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Puts one op that rounds a product in the place of the same rounding in each
/// body that reads it. Returns these ops.
SmallVector<linalg::GenericOp> collectRoundings(Operation *root,
                                                RewriterBase &rewriter);

/// Returns the format of an op that rounds; null for another one.
FloatType formatOf(linalg::GenericOp rounding);

/// Stores the product as it is rounded: bodies read it in this format.
void storeRounded(linalg::GenericOp rounding, RewriterBase &rewriter);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LOGITS_ROUNDINGS_H
