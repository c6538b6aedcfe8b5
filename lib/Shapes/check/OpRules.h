// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_OPRULES_H
#define LIB_SHAPES_CHECK_OPRULES_H

#include "lib/Shapes/check/PaddingValues.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Succeeds if `longer`, which differs from `given` in shapes only, returns the
/// elements of `given` outside of the padding. Emits an error otherwise.
LogicalResult checkRule(Operation *given, Operation *longer,
                        PaddingValues &padding);

/// Returns the indices of the gather `given` if those of `longer` are the same,
/// clamped to the unpadded operand; null otherwise.
Value findClamped(Operation *given, Operation *longer);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_OPRULES_H
