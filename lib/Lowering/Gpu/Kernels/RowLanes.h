// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_ROWLANES_H
#define LIB_LOWERING_GPU_KERNELS_ROWLANES_H

#include "lib/Lowering/Gpu/Kernels/KernelCode.h"

namespace mlir::amp::lowering {

/// Threads of a block that share a value: `lanes` of them, `stride` threads
/// apart. The block has `stride` adjacent values in each of its `groups`
/// groups. Lanes and stride are powers of two, or the stride is 1 and the lanes
/// are whole warps, at most 32 of them.
struct Sharing {
  int64_t lanes, stride = 1, groups = 1;

  int64_t threads() const { return lanes * stride * groups; }
};

/// Combines the parts of the threads that share a value, in a fixed order; each
/// of these threads gets the result. Warps must be whole.
SmallVector<Value> totalsOf(ArrayRef<Value> parts,
                            ArrayRef<Operation *> combiners, const Sharing &how,
                            KernelCode &code);

/// Stores `part` of the first `stride` threads of each warp in shared memory,
/// and returns this memory.
Value share(Value part, Value inWarp, int64_t stride, int64_t warps,
            KernelCode &code);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWLANES_H
