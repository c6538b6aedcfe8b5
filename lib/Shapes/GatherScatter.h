// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding of gathers and scatters, whose indices select positions at run time.
#ifndef LIB_SHAPES_GATHERSCATTER_H
#define LIB_SHAPES_GATHERSCATTER_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if `dim` of a gather's operand may be padded, given indices
/// clamped to the original size. The op itself clamps to the padded size.
bool gathersAlong(Operation *op, int64_t dim);

/// Returns the largest in-bounds value of each index component, for an operand
/// of this shape.
SmallVector<int64_t, 4> lastIndices(Operation *gather, ArrayRef<int64_t> shape);

/// Returns the index vector dimension of a gather.
int64_t indexDim(Operation *gather);

/// Returns true if a scatter writes one position of `dim` at a time, so that
/// out-of-bounds updates, which are dropped, only reach the padding.
bool scattersAlong(Operation *op, int64_t dim);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_GATHERSCATTER_H
