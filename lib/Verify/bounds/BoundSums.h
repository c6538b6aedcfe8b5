// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of the results of ops that combine many elements.
//
// reduce add over 512 elements of [0, 1]   ==>   [0, 512]
#ifndef LIB_VERIFY_BOUNDS_BOUNDSUMS_H
#define LIB_VERIFY_BOUNDS_BOUNDSUMS_H

#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// Bounds of a contraction: a sum of K products.
ValueBounds boundContraction(Operation *op, ArrayRef<ValueBounds> operands);

/// Bounds of a reduction, over dimensions or windows.
ValueBounds boundReduction(Operation *op, ArrayRef<ValueBounds> operands);

/// Bounds of a scatter. All updates may be to one element.
ValueBounds boundScatter(Operation *op, ArrayRef<ValueBounds> operands);

/// Bounds of select_and_scatter: each window around an element may add to it.
ValueBounds boundSelectAndScatter(Operation *op,
                                  ArrayRef<ValueBounds> operands);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDSUMS_H
