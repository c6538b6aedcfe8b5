// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A back end of tensor cores is one function like this; what is done with the
// sums (Epilogue.h) does not depend on it.
#ifndef LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H
#define LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H

#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"

namespace mlir::amp::lowering {

/// Two sums beside each other, so far from the thread's first ones.
struct Pair {
  int64_t row, column;
  Value sums[2];
};

/// The sums of a thread in registers.
struct Sums {
  Value row, column; // of the thread's first sum, in the block's tile
  SmallVector<Pair> pairs;
};

/// `block`: the first element of the tile; `factors`: where the elements at
/// row, column and depth 0 of the batch are, of the first factor of each
/// contraction, and then of the second.
Sums emitMmaSyncLoop(Code &code, const Plan &plan, Place block,
                     ArrayRef<Value> factors, Value shared);
/// The same by wgmma, for tiles of warpgroups.
Sums emitWarpgroupLoop(Code &code, const Plan &plan, Place block,
                       ArrayRef<Value> factors, Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H
