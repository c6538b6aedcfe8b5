// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ROWSHAPE_H
#define LIB_LOWERING_GPU_ROWSHAPE_H

#include "lib/Lowering/Gpu/Rows.h"

namespace mlir::amp::lowering {

/// How threads share rows: `lanes` of them a row, each with `chunks` times
/// `width` neighbours of it. Where rows begin anywhere, vectors do at the first
/// place that is aligned: so many elements lie in `vectors`, and those before
/// and behind them are done one by one, less than one a lane.
struct RowShape {
  int64_t width = 1;  // elements that a thread reads at once
  int64_t lanes = 1;  // a power of two
  int64_t rows = 1;   // of a block
  int64_t chunks = 1; // that a thread has, or has at once where it does not
  int64_t vectors = 1;
  bool peels = false; // some are in no vector
  bool keeps = true;  // keep the row in registers
};

RowShape rowShapeOf(ArrayRef<Operation *> ops, const Rows &rows);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ROWSHAPE_H
