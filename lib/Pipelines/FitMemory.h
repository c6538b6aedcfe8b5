// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PIPELINES_FITMEMORY_H
#define LIB_PIPELINES_FITMEMORY_H

#include "lib/Pipelines/Lowering.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::amp {

/// Adds the passes from StableHLO to one function per fusion group, with the
/// given memory memoryPolicies.
using AddFusionGroups =
    std::function<void(OpPassManager &, const MemoryPolicy &)>;
/// Adds the passes from these functions to GPU kernels.
using AddKernels = std::function<void(OpPassManager &)>;

/// Creates a pass that runs `addFusionGroups` with the weakest memoryPolicies
/// for which amp-plan-memory, after `addKernels`, plans at most `memory`
/// ("80GiB"). Emits an error if no memoryPolicies suffice, else a remark with
/// the planned memory and the possible batch size. `mayTestOperands`:
/// `addFusionGroups` runs amp-test-factors.
std::unique_ptr<Pass> createFitMemory(StringRef memory, bool mayTestOperands,
                                      AddFusionGroups addFusionGroups,
                                      AddKernels addKernels);

} // namespace mlir::amp

#endif // LIB_PIPELINES_FITMEMORY_H
