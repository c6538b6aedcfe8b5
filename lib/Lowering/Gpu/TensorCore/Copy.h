// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_COPY_H
#define LIB_LOWERING_GPU_TENSORCORE_COPY_H

#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"

namespace mlir::amp::lowering {

/// Copies an operand's tile of each K iteration to shared memory, with all
/// threads of the block. Elements outside of the operand are zeros.
class SharedTileCopy {
public:
  /// `begin`: the block's first row of A, or column of B.
  SharedTileCopy(Code &code, const Plan &plan, unsigned operand, Value thread,
                 Value begin, Value shared);

  /// Starts the copies of K iteration `step` to the stage at byte offset
  /// `stage`. `base`: address of the operand at row, column and K index 0 of
  /// its batch.
  void start(Code &code, Value base, Value step, Value stage) const;

private:
  struct Piece {
    Offset from;  // in the operand, without the K part
    Value inside; // null: always true
    Value to;     // bytes from the begin of the stage
    int64_t toMore;
    Offset depth; // along K, within the tile
  };
  void copy(Code &code, Value from, Value base, Value to, Value inside) const;

  const Plan &plan;
  const SharedTile &sharedTile;
  unsigned operand;
  Value shared;
  SmallVector<Piece> pieces;
};

/// Copies the tiles of both operands to shared memory, `ahead` K iterations
/// early, in a ring of pipeline stages. A stage is given by its byte offset.
class AsyncCopyPipeline {
public:
  /// `block`: the first element of the tile; `operands`: as in MainLoop.h.
  AsyncCopyPipeline(Code &code, const Plan &plan, Place block,
                    ArrayRef<Value> operands, Value thread, Value shared,
                    int64_t ahead)
      : plan(plan), ahead(ahead), operands(operands),
        copies{SharedTileCopy(code, plan, 0, thread, block.row, shared),
               SharedTileCopy(code, plan, 1, thread, block.column, shared)} {}

  /// Starts the copies of the first `ahead` K iterations.
  void startFirst(Code &code) const;
  /// Starts the copies of K iteration `next`, if it exists; `stage` is the
  /// stage of iteration `next` - `ahead`.
  void startNext(Code &code, Value next, Value stage) const;
  /// Waits for the oldest copies in flight (cp.async.wait_group).
  void waitForFirst(Code &code) const;
  /// Emits the stage `steps` positions after `stage` in the ring.
  Value stageAfter(Code &code, Value stage, int64_t steps) const;

private:
  void start(Code &code, Value step, Value stage) const;

  const Plan &plan;
  int64_t ahead;
  SmallVector<Value> operands;
  SharedTileCopy copies[2];
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_COPY_H
