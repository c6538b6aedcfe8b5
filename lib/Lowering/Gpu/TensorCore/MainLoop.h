// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over K, one function per tensor core instruction. The epilogue
// (Epilogue.h) does not depend on the choice.
#ifndef LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H
#define LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H

#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"

namespace mlir::amp::lowering {

/// Two accumulators in adjacent columns, relative to the thread's first one.
struct Pair {
  int64_t row, column;
  Value sums[2];
};

/// Accumulators of a thread, in registers.
struct Sums {
  Value row, column; // of the first accumulator, in the block's tile
  SmallVector<Pair> pairs;
};

/// Emits the loop over K by mma.sync. `block`: the first element of the tile.
/// `operands`: addresses at row, column and K index 0 of the batch, of operand
/// A of each contraction, then of operand B of each.
Sums emitMmaSyncLoop(Code &code, const Plan &plan, Place block,
                     ArrayRef<Value> operands, Value shared);
/// Emits the loop over K by wgmma, for tiles of warpgroups.
Sums emitWarpgroupLoop(Code &code, const Plan &plan, Place block,
                       ArrayRef<Value> operands, Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H
