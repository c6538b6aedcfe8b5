// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"

namespace mlir::amp::lowering {

/// Returns the number of parts of the last sum in `unit`, which leaves them;
/// none if `unit` cannot leave them, or if they are not worth it. The unit is
/// asked twice: with parts of dynamic size, and with so many as it said.
using CountParts =
    llvm::function_ref<std::optional<int64_t>(func::FuncOp unit)>;

/// Joins units that sum what the units of `products` write, if the order of the
/// calls allows it: the latter leave parts of the sums. `readers`: the kinds of
/// units that may sum.
void joinSums(UnitCalls &calls, ArrayRef<func::CallOp> products,
              ArrayRef<StringRef> readers, CountParts countParts);

/// Reduction units that read what a contraction's unit writes: each warp of the
/// contraction's leaves its part of the sums, where `planOf` the whole shows
/// how many there are, and the order of the calls allows it.
void joinTotals(ModuleOp module,
                llvm::function_ref<FailureOr<Plan>(func::FuncOp)> planOf);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H
