// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of the tiles of an attention's gradient in shared memory, and its
// accesses to buffers. A block has rows of queries and walks over keys, or has
// keys and walks over queries: both are called rows and columns here.
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTPLAN_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTPLAN_H

#include "lib/Lowering/Gpu/Attention/AttentionShape.h"
#include "lib/Lowering/Gpu/Attention/CausalMask.h"
#include "lib/Lowering/Gpu/Attention/StagedReads.h"
#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Four contractions over one list of accesses, in which the factors of each
/// are the first two. `scores` is query times key (or key times query),
/// `weights` gradient times value (or the reverse); the result of the first is
/// summed with the other factor of `scores`, that of the second, of keys alone,
/// with that of `weights`.
struct GradientPlan {
  /// Accesses of `scores`: both factors, those of `weights`, then outs.
  static constexpr unsigned row = 0, column = 1, moreRow = 2, moreColumn = 3,
                            outs = 4;

  AttentionGradientOp op;
  AttentionShape shape;
  AttentionTile tile;
  Plan scores, weights, first, second;
  unsigned statistics, others; // the first access to one
  /// By loop: the access that counts the loop, if a body reads its index.
  SmallVector<std::optional<unsigned>> counts;
  std::optional<CausalMask> mask; // whose tiles need no visit
  Staging staging;                // of statistics and other operands

  bool byWarpgroups() const { return scores.tile.isOfWarpgroups; }
  int64_t rowTiles() const;
  int64_t columnTiles() const;
  int64_t sharedBytes() const;
};

/// Fails with `why` if no tile fits the chip.
FailureOr<AttentionTile> chooseGradientTile(AttentionGradientOp op,
                                            const Chip &chip, std::string &why);

/// Returns true if its blocks leave most of the chip idle.
bool isStarved(AttentionGradientOp op, const AttentionTile &tile,
               const Chip &chip, std::string &why);

/// `alignments`: of each argument of the function around `op`, in bytes;
/// `hasWarpgroups`: wgmma may be used. Fails with `why`.
FailureOr<GradientPlan> planGradient(AttentionGradientOp op, const Chip &chip,
                                     ArrayRef<int64_t> alignments,
                                     bool hasWarpgroups, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTPLAN_H
