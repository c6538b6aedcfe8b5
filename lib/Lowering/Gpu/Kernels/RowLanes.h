// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_ROWLANES_H
#define LIB_LOWERING_GPU_KERNELS_ROWLANES_H

#include "lib/Lowering/Gpu/Kernels/KernelCode.h"

namespace mlir::amp::lowering {

/// Threads of a block that share a value: `lanes` of them, of which neighbours
/// are `stride` threads apart. So the block has `stride` adjacent values, and
/// as many again behind them as there are `groups`. Lanes and stride are powers
/// of two, or the stride is 1 and the lanes are whole warps, at most 32 of
/// them.
struct Sharing {
  int64_t lanes, stride = 1, groups = 1;

  int64_t threads() const { return lanes * stride * groups; }
};

/// Totals of what the threads that share a value have, in each of them: in the
/// same order each time. Warps are whole.
SmallVector<Value> totalsOf(ArrayRef<Value> parts,
                            ArrayRef<Operation *> combiners, const Sharing &how,
                            KernelCode &code);

/// Stores `stride` values of each warp, those of its first threads, in memory
/// that the block's threads share, and returns this memory.
Value share(Value part, Value inWarp, int64_t stride, int64_t warps,
            KernelCode &code);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWLANES_H
