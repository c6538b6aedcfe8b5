// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_DATAMOVEMENT_H
#define LIB_SHAPES_CHECK_DATAMOVEMENT_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if `op` only moves elements, independently of their values.
bool movesElements(Operation *op);

/// Returns true if the results of both ops agree on the indices of the shorter.
/// Each dimension maps indices independently, so it suffices to compare indices
/// at both ends and next to boundaries of operands and padding.
bool moveAlike(Operation *shorter, Operation *longer);

/// Variants for broadcasts and transposes, which compare dimensions.
bool broadcastAlike(Operation *shorter, Operation *longer);
bool transposeAlike(Operation *shorter, Operation *longer);

/// Variant for reshapes. Both shapes are split into groups with equal numbers
/// of elements. Only the outermost dimension of a group may be longer, because
/// all strides of the group then stay the same.
bool regroupAlike(Operation *shorter, Operation *longer);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_DATAMOVEMENT_H
