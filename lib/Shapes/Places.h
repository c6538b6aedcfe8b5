// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters: what they read and write where indices tell.
#ifndef LIB_SHAPES_PLACES_H
#define LIB_SHAPES_PLACES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if a gather may read a padded `dim` of its operand, if its
/// indices are clamped before: it clamps them itself, but to the padded end.
bool gathersAlong(Operation *op, int64_t dim);

/// Of a gather from an operand of this shape, the last index that each
/// component of an index may be.
SmallVector<int64_t, 4> lastIndices(Operation *gather, ArrayRef<int64_t> shape);

/// Returns the dimension of a gather's indices that holds the components of one
/// index.
int64_t indexDim(Operation *gather);

/// Returns true if a scatter writes one position of `dim` at a time, so that
/// updates which were dropped fall into the padding.
bool scattersAlong(Operation *op, int64_t dim);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_PLACES_H
