// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Causal masks: tiles of scores that are masked entirely need no visit.
#ifndef LIB_LOWERING_GPU_ATTENTION_CAUSALMASK_H
#define LIB_LOWERING_GPU_ATTENTION_CAUSALMASK_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::lowering {

/// Causal mask: logits of keys after query + offset are constants of at most
/// `value`. If the maximum of a row is far above `value`, its masked
/// probabilities are exactly 0.
struct CausalMask {
  int64_t offset;
  double value;
  unsigned keyLoop = 0, queryLoop = 0;
};

/// Comparisons of a body, with their results in tiles without masked keys.
using KnownResults = SmallVector<std::pair<Operation *, bool>>;

/// Returns the comparisons of `body` that implement `mask`, with their results
/// for visible keys. `loops`: number of loops of the op, whose indices are the
/// last block arguments.
KnownResults knownWhereVisible(Region &body, const CausalMask &mask,
                               unsigned loops);

/// Returns the mask of the body `logit` of the contraction `scores`; null if
/// there is none, or if its positions are not rows and columns. `counts`: for
/// each loop, the access that yields its index; `keysAreRows`: rows are keys
/// and columns are queries.
std::optional<CausalMask> causalMaskOf(Block &logit, const Plan &scores,
                                       ArrayRef<std::optional<unsigned>> counts,
                                       bool keysAreRows);

/// Returns true if `body` maps a first argument of 0 to 0, or is empty.
bool keepsZero(Region &body);

/// Row tile and batch index of a block.
struct BlockCoordinates {
  Value rowTile, batch;
};

/// Emits the row tile and batch index of the current block: the row tiles of
/// one batch after the other or, with a mask, those with the most work first.
BlockCoordinates blockCoordinates(Code &code,
                                  const std::optional<CausalMask> &mask,
                                  int64_t rowTiles, int64_t batches,
                                  bool keysAreRows);

/// Emits the number of leading column tiles, from 1 to `tiles`, that are
/// visible to a row of the block. `firstRow`: of the block.
Value visibleTiles(Code &code, const CausalMask &mask, const Plan &scores,
                   Value firstRow, int64_t tiles);

/// Emits the number of leading column tiles, out of `tiles`, in which no score
/// of the block is masked.
Value fullTiles(Code &code, const CausalMask &mask, const Plan &scores,
                Value firstRow, Value tiles);

/// Emits the first column tile with a query that sees a key (row) of the block,
/// or the last tile.
Value firstVisibleTile(Code &code, const CausalMask &mask, const Plan &scores,
                       Value firstRow, int64_t tiles);

/// Emits the first column tile, at least `from` and at most `tiles`, from which
/// on each query sees all keys (rows) of the block.
Value firstFullTile(Code &code, const CausalMask &mask, const Plan &scores,
                    Value firstRow, Value from, int64_t tiles);

/// Emits true if the probability of a masked key may differ from 0. `maximum`:
/// row maximum of the logits.
Value mayHaveProbability(Code &code, const CausalMask &mask, Value maximum);

/// Emits the OR of `condition`, which is unlikely, over the threads of the
/// block. `slots`: shared memory that no warp uses. All warps must execute the
/// code.
Value anyInBlock(Code &code, Value condition, Value slots, int64_t warps);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_CAUSALMASK_H
