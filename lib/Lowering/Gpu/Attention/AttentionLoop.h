// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_ATTENTIONLOOP_H
#define LIB_LOWERING_GPU_ATTENTION_ATTENTIONLOOP_H

#include "lib/Lowering/Gpu/Attention/AttentionPlan.h"

namespace mlir::amp::lowering {

/// Per-thread results of the loop over key tiles.
struct AttentionSums {
  Value row; // first of the thread's two rows; the second is row + 8
  Value column;
  /// Per row: sum of exponentials, not yet reduced over its four threads.
  Value sums[2];
  Value maxima[2]; // of the rows' logits
  /// Per row: true if the result is 0 because dropout drops every probability,
  /// all of which are NaN; null if that cannot happen.
  Value isDropped[2];
  /// Exponentials * values, by 8-feature block, row and feature of the pair.
  SmallVector<Value> products;
};

/// Emits the loop over key tiles. `bases`: for each access, the address (or
/// loop index) at row, column and depth 0 of the batch; `rowTile`: row tile of
/// the block.
AttentionSums emitAttentionLoop(Code &code, const AttentionPlan &plan,
                                ArrayRef<Value> bases, Value rowTile,
                                Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_ATTENTIONLOOP_H
