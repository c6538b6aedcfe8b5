// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_IDLEDATAMOVEMENT_H
#define LIB_PRECISION_IDLEDATAMOVEMENT_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Reason of data movement that stays f32 because its source and users do.
constexpr llvm::StringLiteral idleDataMovement =
    "moves what f32 ops make and read";

/// Returns true if a node moves elements, or selects between them, so that 16
/// bits save bytes alone.
bool movesOrSelects(const SlotNode &node);

/// Returns the low data-movement nodes in chains with no low op at either end,
/// where 16 bits round values without a benefit.
SmallVector<unsigned> findIdleDataMovement(const SlotGraph &graph,
                                           function_ref<bool(unsigned)> isMove,
                                           function_ref<bool(unsigned)> isLow);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_IDLEDATAMOVEMENT_H
