// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_LANES_H
#define LIB_LOWERING_GPU_KERNELS_LANES_H

#include "lib/Lowering/Gpu/Kernels/RowLanes.h"

namespace mlir::amp::lowering {

/// Number of threads that fill a GPU.
inline constexpr int64_t manyThreads = 1 << 15;

/// Distribution of a reduction's results over threads: each thread has `width`
/// adjacent elements of one result at a time, or one element of each of `width`
/// adjacent results.
struct Lanes {
  Sharing sharing{1, 1, threadsPerBlock};
  bool ofOneResult = true;
  int64_t width = 1;

  int64_t resultsOfBlock() const { return sharing.stride * sharing.groups; }
};

/// Returns true if adjacent iterations of `loop` access adjacent elements of
/// the largest operand.
bool isContiguous(linalg::GenericOp op, unsigned loop);

/// Chooses the distribution for `op`. `kept`: the loops that are dims of the
/// results; `inner`: the position in `kept` of the most contiguous loop;
/// `reduced`: the reduction loops; `after`: the ops on the results.
Lanes chooseLanes(linalg::GenericOp op, ArrayRef<unsigned> kept,
                  ArrayRef<unsigned> reduced, ArrayRef<Operation *> after,
                  unsigned inner);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_LANES_H
