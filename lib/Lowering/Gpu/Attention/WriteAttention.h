// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_WRITEATTENTION_H
#define LIB_LOWERING_GPU_ATTENTION_WRITEATTENTION_H

#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// Layout of a tensor with one number for each row of scores: its shape, and
/// the map from the loops of the attention to its elements. Rows of one batch
/// are adjacent.
struct RowStatisticsLayout {
  AffineMap map;
  SmallVector<int64_t> shape;
};
RowStatisticsLayout rowStatisticsLayout(const Attention &attention);

/// Replaces the result of `attention` by that of a new amp.attention, inserted
/// before `before`. `hasStatistics`: the op also returns row statistics. Fails
/// with `why` if no kernel of `chip` computes it.
FailureOr<AttentionOp> writeAttention(Attention &attention, bool hasStatistics,
                                      const Chip &chip, std::string &why,
                                      Operation *before);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_WRITEATTENTION_H
