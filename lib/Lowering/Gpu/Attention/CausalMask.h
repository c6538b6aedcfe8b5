// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of scores that a mask by position hides, and that a kernel need not
// visit.
#ifndef LIB_LOWERING_GPU_ATTENTION_CAUSALMASK_H
#define LIB_LOWERING_GPU_ATTENTION_CAUSALMASK_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::lowering {

/// Logits of keys behind query + offset are constants of at most `value`. If
/// all logits of a query are far above, those probabilities are exactly 0.
struct CausalMask {
  int64_t offset;
  double value;
  unsigned keyLoop = 0, queryLoop = 0;
};

/// Results that ops of a body have in each tile without a hidden key.
using KnownResults = SmallVector<std::pair<Operation *, bool>>;

/// Returns the comparisons of a body by which `mask` hides keys; `loops`: of
/// the op, whose indices are the last arguments.
KnownResults knownWhereVisible(Region &body, const CausalMask &mask,
                               unsigned loops);

/// Returns the mask of a body whose scores are those of `scores`; null if the
/// body has none, or positions are not rows and columns. `counts`: by loop, the
/// access that counts it; `keysAreRows`: and queries columns.
std::optional<CausalMask> causalMaskOf(Block &logit, const Plan &scores,
                                       ArrayRef<std::optional<unsigned>> counts,
                                       bool keysAreRows);

/// Returns true if the body is 0 where its first argument is, or there is none.
bool keepsZero(Region &body);

/// Row tile and batch of a block.
struct BlockPlace {
  Value rowTile, batch;
};

/// Emits the place of the block: row tiles of the first batch, then those of
/// the next one; or, with a mask, those with the most tiles first.
BlockPlace placeOfBlock(Code &code, const std::optional<CausalMask> &mask,
                        int64_t rowTiles, int64_t batches, bool keysAreRows);

/// Emits the number of tiles, from 1 to `tiles`, with a column that rows of the
/// block see, which begin at `firstRow`.
Value visibleTiles(Code &code, const CausalMask &mask, const Plan &scores,
                   Value firstRow, int64_t tiles);

/// Emits how many of the first `tiles` tiles have no column that is hidden from
/// a row of the block.
Value fullTiles(Code &code, const CausalMask &mask, const Plan &scores,
                Value firstRow, Value tiles);

/// Emits the first tile with a column that sees a row of the block, or the last
/// one.
Value firstVisibleTile(Code &code, const CausalMask &mask, const Plan &scores,
                       Value firstRow, int64_t tiles);

/// Emits the first tile, at least `from` and at most `tiles`, from which on
/// each column sees all rows of the block.
Value firstFullTile(Code &code, const CausalMask &mask, const Plan &scores,
                    Value firstRow, Value from, int64_t tiles);

/// Emits true if a probability of a hidden key may differ from 0; `maximum`: of
/// the logits of a query.
Value mayShow(Code &code, const CausalMask &mask, Value maximum);

/// Emits true if a thread of the block has `condition`, which is unlikely.
/// `slots`: shared memory that no warp uses; all warps must come here.
Value anyInBlock(Code &code, Value condition, Value slots, int64_t warps);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_CAUSALMASK_H
