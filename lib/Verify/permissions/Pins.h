// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that stay f32 because of how the program computes them, recomputed
// without lib/Precision.
#ifndef LIB_VERIFY_PERMISSIONS_PINS_H
#define LIB_VERIFY_PERMISSIONS_PINS_H

#include "lib/Verify/InputGraph.h"

namespace mlir::amp::verify {

class StatedRanges;

/// Checks that values are f32 if they are computed only from positions and
/// counts, or only from random bits. Constants and scalars may contribute.
LogicalResult checkOrigins(const InputGraph &graph);

/// Returns the nodes that may be computed only from such sources. Results of
/// shared functions are unknown, and are included.
llvm::BitVector findPossibleOrigins(const InputGraph &graph);

/// Checks that values are f32 if only updates use them, or if they reach an
/// update through data movement alone.
LogicalResult checkUpdates(const InputGraph &graph);

/// Checks that values that a loop counts up, or updates, are f32.
LogicalResult checkCounters(const InputGraph &graph, FloatType low);

/// Checks that these ops on arguments of the program are f32, with the products
/// that compute their operands: differences; comparisons; floor, ceil, round
/// and remainder; results of contractions, plus others, less an argument.
LogicalResult checkUnroundedData(const InputGraph &graph);

/// Checks that the carried values that a float comparison in the condition of a
/// loop depends on are f32.
LogicalResult checkToleranceLoops(const InputGraph &graph);

/// Checks that the products of a state of a loop with a value from outside of
/// it, and such values, are f32, where the state is their sum with another
/// value.
LogicalResult checkDecayingStates(const InputGraph &graph);

/// Checks that sums before an exponential are f32: of two values that the
/// policy denies in `low`, and of data and positions whose spacing in `low`
/// exceeds 1/16, with what leads from them to the exponential.
LogicalResult checkExponents(const InputGraph &graph, FloatType low);

/// Checks that these ops are f32: rounding errors that the program computes
/// itself, x - f32(bf16(x)); steps of a polynomial; arithmetic with a constant
/// that the format changes by more than 1/512; data movement between f32 ops;
/// sums of squares, in a format with the exponent range of f16.
LogicalResult checkIdioms(const InputGraph &graph,
                          const StatedRanges &statedRanges, FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_PINS_H
