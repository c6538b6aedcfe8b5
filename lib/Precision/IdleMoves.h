// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_IDLEMOVES_H
#define LIB_PRECISION_IDLEMOVES_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// The reason of a move that stays f32 because its ends do.
constexpr llvm::StringLiteral idleMove = "moves what f32 ops make and read";

/// Returns the low nodes that only move values, no op at either end of the
/// moves being low: rounding for its own sake.
SmallVector<unsigned> findIdleMoves(const SlotGraph &graph,
                                    function_ref<bool(unsigned)> isMove,
                                    function_ref<bool(unsigned)> isLow);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_IDLEMOVES_H
