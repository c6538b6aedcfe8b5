// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PIPELINES_FITMEMORY_H
#define LIB_PIPELINES_FITMEMORY_H

#include "lib/Pipelines/Lowering.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::amp {

/// Adds the passes from StableHLO up to one function per kernel, with these
/// measures.
using AddUnits = std::function<void(OpPassManager &, const Saving &)>;
/// Adds the passes from there to kernels.
using AddKernels = std::function<void(OpPassManager &)>;

/// Runs `addUnits` with the least measures with which the memory that
/// amp-plan-memory plans, after `addKernels`, is at most `memory` ("80GiB"); an
/// error if there is none. A remark says what is planned, and how large batches
/// may be. `addUnits` tests the factors of gradients if `mayTestFactors`.
std::unique_ptr<Pass> createFitMemory(StringRef memory, bool mayTestFactors,
                                      AddUnits addUnits, AddKernels addKernels);

} // namespace mlir::amp

#endif // LIB_PIPELINES_FITMEMORY_H
