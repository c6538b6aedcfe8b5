// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_ROWSHAPE_H
#define LIB_LOWERING_GPU_KERNELS_ROWSHAPE_H

#include "lib/Lowering/Gpu/Kernels/Rows.h"

namespace mlir::amp::lowering {

/// Distribution of rows over threads: `lanes` of them per row, each with
/// `chunks` times `width` neighbours of it. If rows begin anywhere, vectors
/// begin at the first aligned element: so many elements lie in `vectors`, and
/// those before and behind them are processed one by one, less than one per
/// lane.
struct RowShape {
  int64_t width = 1;  // elements that a thread reads at once
  int64_t lanes = 1;  // whole warps, or a power of two below one
  int64_t rows = 1;   // of a block, at once
  int64_t steps = 1;  // so many times, one after the other
  int64_t chunks = 1; // that a thread has, or has at once where it does not
  int64_t vectors = 1;
  bool peels = false; // some are in no vector
  bool keeps = true;  // keep the row in registers
};

/// Rows of two buffers that are longer are read again for each of their sums.
inline constexpr int64_t longestKept = 12288;

RowShape rowShapeOf(ArrayRef<Operation *> ops, const Rows &rows);

/// Returns the number of rows that `columns` sums into one value.
int64_t summedRows(linalg::GenericOp columns);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWSHAPE_H
