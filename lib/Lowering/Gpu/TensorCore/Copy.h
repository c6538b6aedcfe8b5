// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_COPY_H
#define LIB_LOWERING_GPU_TENSORCORE_COPY_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Copies a factor's part of each step to shared memory, all threads together,
/// with zeros for what lies outside of the factor.
class PanelCopy {
public:
  /// `begin`: the first row (or column) of the block; `base`: the factor's
  /// element at row, column and depth 0 of its batch.
  PanelCopy(Code &code, const Plan &plan, unsigned factor, Value thread,
            Value begin, Value base, Value shared);

  /// Starts the copies of `step` to the stage that begins at `stage` bytes.
  void start(Code &code, Value step, Value stage) const;

private:
  struct Piece {
    Offset from;  // without the depth, where that varies by step
    Value inside; // null: always
    Value to;     // bytes from the stage's begin
    int64_t toMore;
    Offset depth; // within the step
  };
  void copy(Code &code, Value from, Value to, Value inside) const;

  const Plan &plan;
  const Panel &panel;
  unsigned factor;
  Value base, shared;
  SmallVector<Piece> pieces;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_COPY_H
