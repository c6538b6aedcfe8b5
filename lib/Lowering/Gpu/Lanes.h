// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LANES_H
#define LIB_LOWERING_GPU_LANES_H

#include "lib/Lowering/Gpu/KernelCode.h"

namespace mlir::amp {

/// How a block's threads share its results: `lanes` each, neighbours in memory
/// side by side.
struct Lanes {
  int64_t lanes = 1, results = threadsPerBlock;
  bool lanesAreNeighbours = true;
  int64_t width = 1; // elements that a lane reads at once
};

/// Whether neighbours in `loop` are neighbours in the largest operand.
bool isContiguous(linalg::GenericOp op, unsigned loop);

/// For `op` with loops of these sizes, of which `kept` are its results' and
/// `reduced` are summed over.
Lanes chooseLanes(linalg::GenericOp op, ArrayRef<int64_t> sizes,
                  ArrayRef<unsigned> kept, ArrayRef<unsigned> reduced);

} // namespace mlir::amp

#endif // LIB_LOWERING_GPU_LANES_H
