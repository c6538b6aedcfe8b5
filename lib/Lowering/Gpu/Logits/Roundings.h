// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LOGITS_ROUNDINGS_H
#define LIB_LOWERING_GPU_LOGITS_ROUNDINGS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Replaces equal roundings of a matmul result in the bodies of all its users
/// by one rounding op after the matmul. Returns the new ops.
SmallVector<linalg::GenericOp> collectRoundings(Operation *root,
                                                RewriterBase &rewriter);

/// Returns the format to which `rounding` rounds; null for other ops.
FloatType formatOf(linalg::GenericOp rounding);

/// Stores the matmul result in the rounded format; bodies of users extend it.
void storeRounded(linalg::GenericOp rounding, RewriterBase &rewriter);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LOGITS_ROUNDINGS_H
