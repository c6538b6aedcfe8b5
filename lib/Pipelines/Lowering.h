// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that the pipelines to a CPU and to a GPU share.
#ifndef LIB_PIPELINES_LOWERING_H
#define LIB_PIPELINES_LOWERING_H

#include "mlir/Pass/PassManager.h"

namespace mlir::amp {

/// StableHLO to linalg on tensors, in one function per entry.
void addLinalgPasses(OpPassManager &passes);

struct GpuOptions;

/// Elementwise ops joined, reductions split for the cores of this processor or,
/// unless `device` is null, for the blocks of a device, where values that would
/// cost more to save are computed again. With a price of each saved byte, in
/// picoseconds, a remark says which.
void addFusionPasses(OpPassManager &passes, const GpuOptions *device,
                     std::optional<double> price = std::nullopt);

/// Tensors become buffers; results are the caller's, and are marked where
/// `markResults` asks for it.
void addBufferPasses(OpPassManager &passes, bool markResults);

} // namespace mlir::amp

#endif // LIB_PIPELINES_LOWERING_H
