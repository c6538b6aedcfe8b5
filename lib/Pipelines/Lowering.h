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

/// Measures against memory: the price of each saved byte, in picoseconds,
/// whether updates move behind their gradients, and whether gradients of f16
/// stand in f32 until their verdict, instead of their factors (TestFactors).
struct Saving {
  double price = 0;
  bool hoistsUpdates = false;
  bool keepsGradients = false;
};

/// Elementwise ops joined, reductions split for the cores of this processor or,
/// unless `device` is null, for the blocks of a device, where values that would
/// cost more to save are computed again. With measures against memory a remark
/// says which.
void addFusionPasses(OpPassManager &passes, const GpuOptions *device,
                     std::optional<Saving> saving = std::nullopt);

/// Tensors become buffers; results are the caller's, and are marked where
/// `markResults` asks for it.
void addBufferPasses(OpPassManager &passes, bool markResults);

} // namespace mlir::amp

#endif // LIB_PIPELINES_LOWERING_H
