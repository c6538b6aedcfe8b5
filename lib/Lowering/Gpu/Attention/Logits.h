// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_LOGITS_H
#define LIB_LOWERING_GPU_ATTENTION_LOGITS_H

#include "lib/Lowering/Gpu/Attention/CausalMask.h"
#include "lib/Lowering/Gpu/Attention/TileReads.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::lowering {

/// By loop: the access that counts the loop, if a body reads its index.
using Counts = SmallVector<std::optional<unsigned>>;

/// Returns the accesses of these operands of an attention or its gradient, and
/// those of `counts`. `maps`: by operand. Fails with `why`.
FailureOr<SmallVector<Access>> bodyAccesses(Operation *op, ArrayAttr maps,
                                            ArrayRef<unsigned> operands,
                                            Counts &counts, std::string &why);

/// A body of an attention: operands of accesses in a row, counted loops, and
/// results of its ops that are known.
struct ScoreCode {
  /// `visible`: a mask that hides nothing of the tile; null if there is none.
  ScoreCode(Region &body, unsigned firstOther, unsigned others,
            ArrayRef<std::optional<unsigned>> counts,
            const CausalMask *visible);

  Region &body;
  unsigned firstOther, others;
  ArrayRef<std::optional<unsigned>> counts; // as Counts
  KnownResults known;
};

/// Emits the body at one accumulator, or at two beside each other; the scores
/// themselves if there is none.
SmallVector<Value> emitBodies(Code &code, const ScoreCode &what,
                              TileReads &reads, ArrayRef<Value> scores,
                              unsigned half, int64_t step);

/// Replaces the accumulators of a tile by a body, if there is one, and by
/// `outside` behind the last column, where operands are those of the last one.
void applyInside(Code &code, const ScoreCode &what, TileReads &reads,
                 MutableArrayRef<Value> scores, float outside);

/// Replaces the scores of a tile by what logits are the returned multiple of,
/// a power of two: the logits, or the scores of a body that only scales them.
/// Behind the last column that is -inf.
float emitLogits(Code &code, const ScoreCode &what, TileReads &reads,
                 MutableArrayRef<Value> scores);

/// Replaces accumulators of a tile, by 8 columns, row and column of two.
/// `replacement`: of one in the first (0) or second (1) row, a step of columns
/// behind the thread's first one.
void replaceEach(
    MutableArrayRef<Value> values,
    llvm::function_ref<Value(Value, unsigned half, int64_t step)> replacement);

/// Adds the sums of the four threads of a row.
Value sumOfRow(Code &code, Value sum);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_LOGITS_H
