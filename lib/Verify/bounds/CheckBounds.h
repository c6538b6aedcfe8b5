// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_CHECKBOUNDS_H
#define LIB_VERIFY_BOUNDS_CHECKBOUNDS_H

#include "lib/Verify/InputGraph.h"
#include "lib/Verify/StatedRanges.h"

namespace mlir::amp::verify {

/// Returns the low nodes of `graph` that are reachable from a denied op over
/// ops of the lists `infer` and `clear`. They may be low only if the format can
/// represent their values. The search stops at nodes that are f32 by structure.
llvm::BitVector findDeniedByPath(const InputGraph &graph);

/// Checks by an independent interval analysis that the low format represents:
/// * values that occur in every run: none becomes infinite, or entirely zero;
/// * values that the program bounds, for the probed inputs;
/// * values that are low only because of ranges, for the probed inputs;
/// * products of many factors of one value, exponentials of matmuls, and values
///   that grow with them.
/// Values are exempt if the user requests them, if loss scaling guards them, or
/// if the op saturates.
LogicalResult checkBounds(ModuleOp output, const InputGraph &graph,
                          const Roles &roles, const StatedRanges &statedRanges,
                          FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_CHECKBOUNDS_H
