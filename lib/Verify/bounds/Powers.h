// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_POWERS_H
#define LIB_VERIFY_BOUNDS_POWERS_H

#include "lib/Verify/InputGraph.h"

namespace mlir::amp::verify {

/// Values that no bounds limit, and that loss scaling does not guard.
using OpenValues = llvm::DenseSet<Value>;

/// Checks that no product of many factors of one value is low, nor any op that
/// reads it or what grows with it: of three factors, none of which has bounds,
/// in a format with fewer exponents than f32; of eight factors in others.
LogicalResult checkPowers(const InputGraph &graph, const OpenValues &open,
                          FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_POWERS_H
