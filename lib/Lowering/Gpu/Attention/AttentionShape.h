// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of an attention and the tile that a block of threads computes.
#ifndef LIB_LOWERING_GPU_ATTENTION_ATTENTIONSHAPE_H
#define LIB_LOWERING_GPU_ATTENTION_ATTENTIONSHAPE_H

#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Cost/Chip.h"

namespace mlir::amp::lowering {

/// Products of the sizes of an attention's loops, by role.
struct AttentionShape {
  int64_t batch = 1, rows = 1, columns = 1, depth = 1, features = 1;

  /// Returns a size rounded up to what fragments and swizzles need.
  static int64_t pad(int64_t size);
  /// Says that no tile of such heads is copied evenly.
  std::string unequalHeads() const;
};
AttentionShape shapeOf(AttentionOp op);

/// Rows of queries of a block, and keys of an iteration; each warp has 16 rows.
struct AttentionTile {
  static constexpr int64_t warpRows = 16, stages = 2;

  int64_t rows, keys;

  int64_t threads() const { return rows / warpRows * 32; }
  int64_t sharedBytes(const AttentionShape &shape) const;
  /// Returns true if each thread copies as many chunks of 16 bytes of the keys
  /// and of the values.
  bool copiesEvenly(const AttentionShape &shape) const;
};

/// Returns true if blocks of `tile` leave most of the chip idle while they walk
/// over many tiles of columns.
bool isStarved(const AttentionShape &shape, const AttentionTile &tile,
               const Chip &chip, std::string &why);

/// Fails with `why` if no tile fits the chip. `isCausal`: keys behind a row
/// need no visit.
FailureOr<AttentionTile> chooseAttentionTile(const AttentionShape &shape,
                                             const Chip &chip, std::string &why,
                                             bool isCausal = false);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_ATTENTIONSHAPE_H
