// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_WRITEATTENTION_H
#define LIB_LOWERING_GPU_ATTENTION_WRITEATTENTION_H

#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// One number for each row of scores: the map from the attention's loops to its
/// elements, with rows of one batch beside each other, and their shape.
struct RowNumbers {
  AffineMap map;
  SmallVector<int64_t> shape;
};
RowNumbers rowNumbersOf(const Attention &attention);

/// Replaces the result of `attention` by that of amp.attention, which is
/// written before `before`. `hasStatistics`: of rows, as further results. Fails
/// with `why` if no kernel of `chip` computes it.
FailureOr<AttentionOp> writeAttention(Attention &attention, bool hasStatistics,
                                      const Chip &chip, std::string &why,
                                      Operation *before);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_WRITEATTENTION_H
