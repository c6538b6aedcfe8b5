// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_EXPONENTIALS_H
#define LIB_VERIFY_BOUNDS_EXPONENTIALS_H

#include "lib/Verify/bounds/Powers.h"

namespace mlir::amp::verify {

/// Checks, for a format with fewer exponents than f32, that no exponential of a
/// contraction's result is low where nothing bounds it, nor any op that reads
/// the exponential, or sums and multiples of it.
LogicalResult checkExponentials(const InputGraph &graph, const OpenValues &open,
                                FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_EXPONENTIALS_H
