// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters: what they read and write where indices tell.
#ifndef LIB_SHAPES_PLACES_H
#define LIB_SHAPES_PLACES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Whether a gather may read a longer `dim` of its operand, if its indices are
/// clamped before: it clamps them itself, but to the end that there is.
bool gathersAlong(Operation *op, int64_t dim);

/// Of a gather from an operand of this shape, the last index that each
/// component of an index may be.
SmallVector<int64_t, 4> lastIndices(Operation *gather, ArrayRef<int64_t> shape);

/// Which dimension of the indices of a gather holds the components of one.
int64_t indexDim(Operation *gather);

/// Whether a scatter writes one position of `dim` at a time, so that with a
/// longer one what was left out gets behind the end.
bool scattersAlong(Operation *op, int64_t dim);

} // namespace mlir::amp

#endif // LIB_SHAPES_PLACES_H
