// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of an attention's tiles in shared memory, and its accesses to buffers.
#ifndef LIB_LOWERING_GPU_ATTENTION_ATTENTIONPLAN_H
#define LIB_LOWERING_GPU_ATTENTION_ATTENTIONPLAN_H

#include "lib/Lowering/Gpu/Attention/AttentionShape.h"
#include "lib/Lowering/Gpu/Attention/CausalMask.h"
#include "lib/Lowering/Gpu/Attention/StagedReads.h"
#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Plans of both contractions, Q K^T (`scores`) and P V (`values`), over one
/// list of accesses. In `scores` these are query, key, value, outs, the other
/// operands and the loop indices. In `values`, value and key are swapped,
/// because operand B of a contraction is access 1.
struct AttentionPlan {
  static constexpr unsigned query = 0, key = 1, value = 2, out = 3;

  AttentionOp op;
  unsigned others; // first access to one of the other operands
  AttentionShape shape;
  AttentionTile tile;
  Plan scores, values;
  /// By loop: the access that yields its index, if the body reads the index.
  SmallVector<std::optional<unsigned>> counts;
  std::optional<CausalMask> mask; // fully masked tiles are skipped
  Staging staging;                // of the other operands

  bool byWarpgroups() const { return scores.tile.isOfWarpgroups; }
  int64_t rowTiles() const;
  int64_t keyTiles() const;
  int64_t sharedBytes() const {
    return tile.sharedBytes(shape) + tile.stages * staging.stageBytes;
  }
};

/// Plans the kernel of `op`. `alignments`: of each argument of the enclosing
/// function, in bytes; `hasWarpgroups`: wgmma may be used. Fails with `why`.
FailureOr<AttentionPlan> planAttention(AttentionOp op, const Chip &chip,
                                       ArrayRef<int64_t> alignments,
                                       bool hasWarpgroups, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_ATTENTIONPLAN_H
