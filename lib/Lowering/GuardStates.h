// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GUARDSTATES_H
#define LIB_LOWERING_GUARDSTATES_H

#include "dialects/amp/IR/AmpTraining.h"

namespace mlir::amp::lowering {

/// Emits the selects of a guard; returns the guarded states in its order.
SmallVector<Value> buildGuard(GuardOp guard);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GUARDSTATES_H
