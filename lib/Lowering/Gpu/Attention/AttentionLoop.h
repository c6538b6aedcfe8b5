// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_ATTENTIONLOOP_H
#define LIB_LOWERING_GPU_ATTENTION_ATTENTIONLOOP_H

#include "lib/Lowering/Gpu/Attention/AttentionPlan.h"

namespace mlir::amp::lowering {

/// Values of a thread after the last tile of keys.
struct AttentionSums {
  Value row; // the thread's first one; the second one is 8 behind
  Value column;
  /// By row: the sum of the thread's exponentials, not yet of all four threads.
  Value sums[2];
  Value maxima[2]; // of the rows' logits
  /// By row: true if the result is 0 although no probability is a number, since
  /// dropout keeps none; null if that cannot be.
  Value isDropped[2];
  /// Exponentials times values: by 8 features, row and feature of two.
  SmallVector<Value> products;
};

/// Emits the loop over tiles of keys. `bases`: by access, the address (or
/// count) at row, column and depth 0 of the batch; `rowTile`: of the block.
AttentionSums emitAttentionLoop(Code &code, const AttentionPlan &plan,
                                ArrayRef<Value> bases, Value rowTile,
                                Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_ATTENTIONLOOP_H
