// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_EXPONENTIALS_H
#define LIB_VERIFY_BOUNDS_EXPONENTIALS_H

#include "lib/Verify/bounds/Powers.h"

namespace mlir::amp::verify {

/// Checks that unbounded exponentials of contraction results are f32, and so
/// are the users of the exponential and of its sums and multiples. Applies to
/// formats with a smaller exponent range than f32.
LogicalResult checkExponentials(const InputGraph &graph, const OpenValues &open,
                                FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_EXPONENTIALS_H
