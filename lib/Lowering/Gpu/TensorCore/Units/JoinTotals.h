// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Reduction units that read what a contraction's unit writes: each warp of the
/// contraction's leaves its part of the sums, where `planOf` the whole shows
/// how many there are, and the order of the calls allows it.
void joinTotals(ModuleOp module,
                llvm::function_ref<FailureOr<Plan>(func::FuncOp)> planOf);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H
