// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_CHECKBOUNDS_H
#define LIB_VERIFY_BOUNDS_CHECKBOUNDS_H

#include "lib/Verify/Figures.h"
#include "lib/Verify/InputGraph.h"

namespace mlir::amp::verify {

/// Finds the low nodes of `graph` that follow a denied op over ops that only
/// follow their neighbours: they may be low only if the format holds them.
/// Nodes that are f32 by structure end the search.
llvm::BitVector findDeniedByPath(const InputGraph &graph);

/// Checks, by intervals of its own, that the low format holds:
/// * what occurs in every run, and what cannot be seen in the format at all;
/// * what the program bounds, for the inputs that are tried;
/// * what only a claim about ranges lets be low, for the inputs that are tried;
/// * products of many factors of one value, exponentials of matmuls, and what
///   grows with them.
/// Exempt are values that the user requests, that loss scaling guards, and that
/// saturate.
LogicalResult checkBounds(ModuleOp output, const InputGraph &graph,
                          const Roles &roles, const Figures &figures,
                          FloatType low);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_CHECKBOUNDS_H
