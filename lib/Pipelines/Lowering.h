// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that the CPU and GPU pipelines share.
#ifndef LIB_PIPELINES_LOWERING_H
#define LIB_PIPELINES_LOWERING_H

#include "mlir/Pass/PassManager.h"

namespace mlir::amp {

/// Adds the passes from StableHLO to linalg on tensors. They inline all calls.
void addLinalgPasses(OpPassManager &passes);

struct GpuOptions;

/// Measures that save memory: the price of each saved byte, in picoseconds;
/// whether updates move next to their gradients; and whether f16 steps keep
/// gradients, instead of the operands of their matmuls, until the overflow test
/// (TestFactors).
struct MemoryPolicy {
  double price = 0;
  bool hoistsUpdates = false;
  bool keepsGradients = false;
};

/// Adds the passes that fuse elementwise ops and split reductions for the cores
/// of this CPU or, with `device`, for the blocks of a GPU. For a GPU they also
/// recompute values that are more expensive to save. With `policy`, a remark
/// lists the recomputed values.
void addFusionPasses(OpPassManager &passes, const GpuOptions *device,
                     std::optional<MemoryPolicy> policy = std::nullopt);

/// Adds the passes that bufferize tensors. The caller provides the result
/// buffers; `markResults` marks them.
void addBufferPasses(OpPassManager &passes, bool markResults);

} // namespace mlir::amp

#endif // LIB_PIPELINES_LOWERING_H
