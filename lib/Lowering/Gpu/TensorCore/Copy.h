// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_COPY_H
#define LIB_LOWERING_GPU_TENSORCORE_COPY_H

#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"

namespace mlir::amp::lowering {

/// Copies a factor's part of each step to shared memory, all threads together,
/// with zeros for what lies outside of the factor.
class PanelCopy {
public:
  /// `begin`: the first row (or column) of the block.
  PanelCopy(Code &code, const Plan &plan, unsigned factor, Value thread,
            Value begin, Value shared);

  /// Starts the copies of `step` to the stage that begins at `stage` bytes;
  /// `base`: the factor's element at row, column and depth 0 of its batch.
  void start(Code &code, Value base, Value step, Value stage) const;

private:
  struct Piece {
    Offset from;  // without the depth, where that varies by step
    Value inside; // null: always
    Value to;     // bytes from the stage's begin
    int64_t toMore;
    Offset depth; // within the step
  };
  void copy(Code &code, Value from, Value base, Value to, Value inside) const;

  const Plan &plan;
  const Panel &panel;
  unsigned factor;
  Value shared;
  SmallVector<Piece> pieces;
};

/// Copies both factors' parts of steps to shared memory, `ahead` steps early,
/// in stages that take turns. A stage is given by the bytes before it.
class StepCopies {
public:
  /// `block`: the first element of the tile; `factors`: as in MainLoop.h.
  StepCopies(Code &code, const Plan &plan, Place block, ArrayRef<Value> factors,
             Value thread, Value shared, int64_t ahead)
      : plan(plan), ahead(ahead), factors(factors),
        copies{PanelCopy(code, plan, 0, thread, block.row, shared),
               PanelCopy(code, plan, 1, thread, block.column, shared)} {}

  /// Starts the copies of the first steps.
  void startFirst(Code &code) const;
  /// Starts those of step `next`, if there is one; `stage` is that of the step
  /// before by `ahead`.
  void startNext(Code &code, Value next, Value stage) const;
  /// Waits for those that were started first.
  void waitForFirst(Code &code) const;
  /// Emits the stage that has the `steps`th turn after `stage`.
  Value stageAfter(Code &code, Value stage, int64_t steps) const;

private:
  void start(Code &code, Value step, Value stage) const;

  const Plan &plan;
  int64_t ahead;
  SmallVector<Value> factors;
  PanelCopy copies[2];
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_COPY_H
