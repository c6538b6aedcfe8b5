// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds behind the rounding of a result to its format.
#ifndef LIB_VERIFY_BOUNDS_ROUNDING_H
#define LIB_VERIFY_BOUNDS_ROUNDING_H

#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// Widens bounds by twice the error of `count` f32 roundings. Bounds beyond the
/// range of f32 become infinite.
ValueBounds rounded(ValueBounds bounds, double count = 1);

/// Rounds float bounds, unless `isExact`. Integers that exceed their type wrap.
ValueBounds fitted(ValueBounds bounds, Type type, bool isExact = false);

/// Returns the bounds after a conversion to a narrower format, or from a float
/// to an integer.
ValueBounds converted(ValueBounds bounds, Type from, Type to);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_ROUNDING_H
