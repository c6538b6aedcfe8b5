// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_LOGITS_H
#define LIB_LOWERING_GPU_ATTENTION_LOGITS_H

#include "lib/Lowering/Gpu/Attention/CausalMask.h"
#include "lib/Lowering/Gpu/Attention/TileReads.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::lowering {

/// For each loop: the access that yields its index, if a body reads the index.
using Counts = SmallVector<std::optional<unsigned>>;

/// Returns the accesses of `operands` of `op`, an attention or its gradient,
/// followed by those of loop indices, which are added to `counts`. `maps`:
/// indexing maps of all operands. Fails with `why`.
FailureOr<SmallVector<Access>> bodyAccesses(Operation *op, ArrayAttr maps,
                                            ArrayRef<unsigned> operands,
                                            Counts &counts, std::string &why);

/// Body of an attention, with its consecutive operand accesses, the accesses of
/// its loop indices, and the known results of its comparisons.
struct ElementwiseBody {
  /// `visible`: mask that hides no score of the tile; null if there is none.
  ElementwiseBody(Region &body, unsigned firstOther, unsigned others,
                  ArrayRef<std::optional<unsigned>> counts,
                  const CausalMask *visible);

  Region &body;
  unsigned firstOther, others;
  ArrayRef<std::optional<unsigned>> counts; // see Counts
  KnownResults known;
};

/// Emits the body for one accumulator, or for two of adjacent columns. Returns
/// `scores` if the body is empty.
SmallVector<Value> emitBodies(Code &code, const ElementwiseBody &what,
                              TileReads &reads, ArrayRef<Value> scores,
                              unsigned half, int64_t step);

/// Applies a body, unless it is empty, to the accumulators of a tile.
/// Accumulators past the last column become `outside`; their operands are read
/// at the last column.
void applyInside(Code &code, const ElementwiseBody &what, TileReads &reads,
                 MutableArrayRef<Value> scores, float outside);

/// Replaces the scores of a tile by x and returns a power of two f, with logits
/// = f x. If the body only scales, x are the scores; else, x are the logits and
/// f is 1. Past the last column, x is -inf.
float emitLogits(Code &code, const ElementwiseBody &what, TileReads &reads,
                 MutableArrayRef<Value> scores);

/// Replaces the accumulators of a tile, by 8-column block, row and column of
/// the pair. `replacement`: returns the new value; `half`: first (0) or second
/// (1) row; `step`: column relative to the first column of the thread.
void replaceEach(
    MutableArrayRef<Value> values,
    llvm::function_ref<Value(Value, unsigned half, int64_t step)> replacement);

/// Emits the reduction of `sum` over the four threads of a row.
Value sumOfRow(Code &code, Value sum);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_LOGITS_H
