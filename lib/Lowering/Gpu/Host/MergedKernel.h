// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel that does what several launches did.
#ifndef LIB_LOWERING_GPU_HOST_MERGEDKERNEL_H
#define LIB_LOWERING_GPU_HOST_MERGEDKERNEL_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::lowering {

/// Calls of one kernel within a merged one.
struct Share {
  gpu::GPUFuncOp kernel;
  int64_t calls, blocks, threads; // of each call
  /// Blocks in x, y and z if the kernel reads their numbers by NVVM's ops.
  std::optional<std::array<int64_t, 3>> grid = std::nullopt;

  /// Returns the number of its blocks that one block of `width` threads
  /// executes.
  int64_t packed(int64_t width) const { return width / threads; }
  int64_t blocksOf(int64_t width) const;
};

/// Returns true if threads of a kernel wait for each other.
bool hasBarrier(gpu::GPUFuncOp kernel);

class MergedKernels {
public:
  /// `minBlocks` per multiprocessor, 0: any number.
  MergedKernels(SymbolTableCollection &symbols, int32_t minBlocks)
      : symbols(symbols), minBlocks(minBlocks) {}

  /// The kernel that does `shares` one beside the other, in blocks of `width`
  /// threads; its arguments are those of each call in turn.
  gpu::GPUFuncOp get(ArrayRef<Share> shares, int64_t width);

private:
  SymbolTableCollection &symbols;
  int32_t minBlocks;
  llvm::StringMap<gpu::GPUFuncOp> known;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_MERGEDKERNEL_H
