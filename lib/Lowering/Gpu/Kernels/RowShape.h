// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_ROWSHAPE_H
#define LIB_LOWERING_GPU_KERNELS_ROWSHAPE_H

#include "lib/Lowering/Gpu/Kernels/Rows.h"

namespace mlir::amp::lowering {

/// Distribution of rows over threads: `lanes` threads per row, each with
/// `chunks` chunks of `width` adjacent elements. If rows begin unaligned,
/// vectors begin at the first aligned element. Then `vectors` elements are in
/// vectors, and the elements before and behind them, fewer than one per lane,
/// are processed one by one.
struct RowShape {
  int64_t width = 1;  // elements of one vector access
  int64_t lanes = 1;  // whole warps, or a power of two below 32
  int64_t rows = 1;   // of a block, at once
  int64_t steps = 1;  // groups of rows of a block, one after the other
  int64_t chunks = 1; // of a thread; per iteration unless `keeps`
  int64_t vectors = 1;
  bool peels = false; // some elements are in no vector
  bool keeps = true;  // keep the row in registers
};

/// Longest rows of two buffers that fit into registers; longer ones are loaded
/// again for each reduction.
inline constexpr int64_t longestKept = 12288;

RowShape rowShapeOf(ArrayRef<Operation *> ops, const Rows &rows);

/// Returns the number of rows that `columns` sums into one value.
int64_t summedRows(linalg::GenericOp columns);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWSHAPE_H
