// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that stay f32 because of how the program computes them, recomputed
// without lib/Precision.
#ifndef LIB_VERIFY_PERMISSIONS_PINS_H
#define LIB_VERIFY_PERMISSIONS_PINS_H

#include "lib/Verify/InputGraph.h"

namespace mlir::amp::verify {

class Figures;

/// Checks that no value is low that is computed from positions and counts, or
/// from random bits, and from constants and scalars alone.
LogicalResult checkOrigins(const InputGraph &graph);

/// Nodes that are computed from such sources alone, or may be: what functions
/// with several calls return is not known.
llvm::BitVector findPossibleOrigins(const InputGraph &graph);

/// Checks that no value is low that only updates read, or that reaches an
/// update through data movement alone.
LogicalResult checkUpdates(const InputGraph &graph);

/// Checks that no loop counts up, or updates, a low value.
LogicalResult checkCounters(const InputGraph &graph, FloatType low);

/// Checks that no rounding error of the program itself, x - f32(bf16(x)), is
/// low, no step of a polynomial, no arithmetic with a constant that the format
/// changes by more than 1/512, nothing that is only moved between f32 ops, and
/// no sum of squares in a format with the exponents of f16.
LogicalResult checkIdioms(const InputGraph &graph, const Figures &figures,
                          FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_PINS_H
