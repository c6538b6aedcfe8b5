// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of the tiles of an attention gradient in shared memory, and its
// accesses to buffers. A block has a tile of queries and iterates over keys, or
// the reverse: its own tile has the rows, and the loop has the columns.
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTPLAN_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTPLAN_H

#include "lib/Lowering/Gpu/Attention/AttentionShape.h"
#include "lib/Lowering/Gpu/Attention/CausalMask.h"
#include "lib/Lowering/Gpu/Attention/StagedReads.h"
#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Plans of four contractions over one list of accesses; accesses 0 and 1 are
/// operands A and B of each. `scores` is Q K^T (or K Q^T) and `weights` is dO
/// V^T (or V dO^T). `first` contracts the gradients of `scores` with operand B
/// of `scores`. `second`, for keys only, contracts probabilities with operand B
/// of `weights`.
struct GradientPlan {
  /// Accesses of `scores`: operands A and B, those of `weights`, then outs.
  static constexpr unsigned row = 0, column = 1, moreRow = 2, moreColumn = 3,
                            outs = 4;

  AttentionGradientOp op;
  AttentionShape shape;
  AttentionTile tile;
  Plan scores, weights, first, second;
  unsigned statistics, others; // first access to each kind
  /// By loop: the access that yields its index, if a body reads the index.
  SmallVector<std::optional<unsigned>> counts;
  std::optional<CausalMask> mask; // fully masked tiles are skipped
  Staging staging;                // of statistics and other operands

  bool byWarpgroups() const { return scores.tile.isOfWarpgroups; }
  int64_t rowTiles() const;
  int64_t columnTiles() const;
  int64_t sharedBytes() const;
};

/// Returns the tile for `op`. Fails with `why` if no tile fits the chip.
FailureOr<AttentionTile> chooseGradientTile(AttentionGradientOp op,
                                            const Chip &chip, std::string &why);

/// Returns true if the blocks of `op` leave most of the chip idle. Sets `why`.
bool isStarved(AttentionGradientOp op, const AttentionTile &tile,
               const Chip &chip, std::string &why);

/// Plans the kernel of `op`. `alignments`: of each argument of the enclosing
/// function, in bytes; `hasWarpgroups`: wgmma may be used. Fails with `why`.
FailureOr<GradientPlan> planGradient(AttentionGradientOp op, const Chip &chip,
                                     ArrayRef<int64_t> alignments,
                                     bool hasWarpgroups, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTPLAN_H
