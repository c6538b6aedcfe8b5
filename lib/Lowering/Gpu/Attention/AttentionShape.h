// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of an attention and the tile that a thread block computes.
#ifndef LIB_LOWERING_GPU_ATTENTION_ATTENTIONSHAPE_H
#define LIB_LOWERING_GPU_ATTENTION_ATTENTIONSHAPE_H

#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Cost/Chip.h"

namespace mlir::amp::lowering {

/// Trip counts of an attention's loops, multiplied over the loops of each role.
struct AttentionShape {
  int64_t batch = 1, rows = 1, columns = 1, depth = 1, features = 1;

  /// Returns `size` rounded up to a power of two, at least 16, as MMA fragments
  /// and swizzles require.
  static int64_t pad(int64_t size);
  /// Returns the failure message for heads for which copiesEvenly() is false.
  std::string unequalHeads() const;
};
AttentionShape shapeOf(AttentionOp op);

/// Query rows of a block and keys of an iteration. A warp has 16 rows.
struct AttentionTile {
  static constexpr int64_t warpRows = 16, stages = 2;

  int64_t rows, keys;

  int64_t threads() const { return rows / warpRows * 32; }
  int64_t sharedBytes(const AttentionShape &shape) const;
  /// Returns true if the 16-byte chunks of a key tile, and of a value tile,
  /// divide evenly among the threads.
  bool copiesEvenly(const AttentionShape &shape) const;
};

/// Returns true if the grid occupies less than a quarter of the multiprocessors
/// while each block iterates over many key tiles. Sets `why`.
bool isStarved(const AttentionShape &shape, const AttentionTile &tile,
               const Chip &chip, std::string &why);

/// Returns the tile for `shape`. Fails with `why` if no tile fits the chip.
/// `isCausal`: tiles of keys after the query are skipped.
FailureOr<AttentionTile> chooseAttentionTile(const AttentionShape &shape,
                                             const Chip &chip, std::string &why,
                                             bool isCausal = false);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_ATTENTIONSHAPE_H
