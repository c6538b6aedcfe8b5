// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_LANES_H
#define LIB_LOWERING_GPU_KERNELS_LANES_H

#include "lib/Lowering/Gpu/Kernels/RowLanes.h"

namespace mlir::amp::lowering {

/// So many threads fill a chip.
inline constexpr int64_t manyThreads = 1 << 15;

/// Distribution of results over threads: each thread has `width` neighbouring
/// elements of one result at once, or one element of each of `width`
/// neighbouring results.
struct Lanes {
  Sharing sharing{1, 1, threadsPerBlock};
  bool ofOneResult = true;
  int64_t width = 1;

  int64_t resultsOfBlock() const { return sharing.stride * sharing.groups; }
};

/// Returns true if neighbours in `loop` are neighbours in the largest operand.
bool isContiguous(linalg::GenericOp op, unsigned loop);

/// For `op`, with loops `kept` that are its results' dims, the one in which
/// they are most contiguous as number `inner`, and `reduced` that are summed
/// over; `after` is computed from the results.
Lanes chooseLanes(linalg::GenericOp op, ArrayRef<unsigned> kept,
                  ArrayRef<unsigned> reduced, ArrayRef<Operation *> after,
                  unsigned inner);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_LANES_H
