// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"

namespace mlir::amp::lowering {

/// Returns the number of partial sums that the last reduction in `unit` leaves;
/// none if this is impossible or does not pay. It is called twice: with a
/// dynamic number of partial sums in the type of `unit`, and with the number
/// that it returned.
using CountParts =
    llvm::function_ref<std::optional<int64_t>(func::FuncOp unit)>;

/// Splits reductions of the results of `products`: the fusion groups of
/// `products` compute partial sums if the order of the calls allows it.
/// `readers`: the kinds of fusion groups whose reductions may be split.
void joinSums(UnitCalls &calls, ArrayRef<func::CallOp> products,
              ArrayRef<StringRef> readers, CountParts countParts);

/// Splits reductions of the results of contractions. Each block or warp of the
/// contraction writes its partial sums, if `planOf` the joined fusion group
/// shows their number and the order of the calls allows it.
void joinTotals(ModuleOp module,
                llvm::function_ref<FailureOr<Plan>(func::FuncOp)> planOf);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINTOTALS_H
