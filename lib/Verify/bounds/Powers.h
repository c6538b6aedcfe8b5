// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_POWERS_H
#define LIB_VERIFY_BOUNDS_POWERS_H

#include "lib/Verify/InputGraph.h"

namespace mlir::amp::verify {

/// Unbounded values that loss scaling does not guard.
using OpenValues = llvm::DenseSet<Value>;

/// Checks that products of many factors of one value are f32, and so are their
/// users and the values that grow with them: three unbounded factors in a
/// format with a smaller exponent range than f32, eight factors in others.
LogicalResult checkPowers(const InputGraph &graph, const OpenValues &open,
                          FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_POWERS_H
