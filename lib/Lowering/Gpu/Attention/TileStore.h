// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILESTORE_H
#define LIB_LOWERING_GPU_ATTENTION_TILESTORE_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Destination of a tile of accumulators: an access of `plan`, at `base` where
/// row and column are 0. A thread has two rows, 8 apart from `row` on, and
/// pairs of columns, 8 apart from `column` on.
struct TileStore {
  const Plan &plan;
  unsigned access;
  Value base;
  int64_t alignment; // of the buffer, in bytes
  Value row, column;

  /// Stores what `sum` returns of a half (row), 8 columns and one of a pair, in
  /// f32, rounded to the type of the access.
  void emit(Code &code,
            llvm::function_ref<Value(unsigned, int64_t, unsigned)> sum) const;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_TILESTORE_H
