// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_LOGITS_H
#define LIB_LOWERING_GPU_ATTENTION_LOGITS_H

#include "lib/Lowering/Gpu/Attention/TileReads.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::lowering {

/// Adds an access for each loop whose index a body of `op` reads, which counts
/// the loop. Returns them by loop.
SmallVector<std::optional<unsigned>>
addCounts(Operation *op, unsigned loops, SmallVectorImpl<Access> &accesses);

/// A body of an attention: operands of accesses in a row, and counted loops.
struct ScoreCode {
  Region &body;
  unsigned firstOther, others;
  /// By loop: the access that counts the loop, if a body reads its index.
  ArrayRef<std::optional<unsigned>> counts;
};

/// Emits the body at an accumulator; the score itself if there is none.
Value emitBody(Code &code, const ScoreCode &what, TileReads &reads, Value score,
               unsigned half, int64_t step);

/// Emits the body at an accumulator, and `outside` behind the last column,
/// where operands are those of the last one.
Value emitBodyInside(Code &code, const ScoreCode &what, TileReads &reads,
                     Value score, unsigned half, int64_t step, float outside);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_LOGITS_H
