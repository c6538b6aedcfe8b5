// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel that executes several launches.
#ifndef LIB_LOWERING_GPU_HOST_MERGEDKERNEL_H
#define LIB_LOWERING_GPU_HOST_MERGEDKERNEL_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::lowering {

/// Calls of one kernel within a merged kernel.
struct Share {
  gpu::GPUFuncOp kernel;
  int64_t calls, blocks, threads; // of each call
  /// Grid in x, y and z, if the kernel reads block ids by NVVM ops.
  std::optional<std::array<int64_t, 3>> grid = std::nullopt;

  /// Returns the blocks of the share that one block of `width` threads
  /// executes.
  int64_t packed(int64_t width) const { return width / threads; }
  int64_t blocksOf(int64_t width) const;
};

/// Returns true if a kernel has barriers.
bool hasBarrier(gpu::GPUFuncOp kernel);

class MergedKernels {
public:
  /// `minBlocks`: resident blocks per multiprocessor; 0: no minimum.
  MergedKernels(SymbolTableCollection &symbols, int32_t minBlocks)
      : symbols(symbols), minBlocks(minBlocks) {}

  /// Returns the kernel that executes `shares` in consecutive blocks of `width`
  /// threads; its arguments are those of each call in turn.
  gpu::GPUFuncOp get(ArrayRef<Share> shares, int64_t width);

private:
  SymbolTableCollection &symbols;
  int32_t minBlocks;
  llvm::StringMap<gpu::GPUFuncOp> known;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_MERGEDKERNEL_H
