// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILESTORE_H
#define LIB_LOWERING_GPU_ATTENTION_TILESTORE_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Destination of a tile of accumulators: an access of `plan`, with row and
/// column 0 at address `base`. A thread has the rows `row` and `row` + 8, and
/// pairs of columns, 8 apart from `column` on.
struct TileStore {
  const Plan &plan;
  unsigned access;
  Value base;
  int64_t alignment; // of the buffer, in bytes
  Value row, column;

  /// Stores the f32 values that `sum` returns for a row (0 or 1), an 8-column
  /// block and a column of the pair, rounded to the type of the access.
  void emit(Code &code,
            llvm::function_ref<Value(unsigned, int64_t, unsigned)> sum) const;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_TILESTORE_H
