// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks with one bit per element, such as those of dropout, as operands of
// attention and its gradient.
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_PACKEDMASK_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_PACKEDMASK_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// Returns the operand for the read `other` of a body. An i1 mask that
/// elementwise ops compute for each pair of query and key is packed along the
/// keys; its map then yields bytes. Other reads are unchanged.
Read packedOperandOf(const Read &other, const Attention &attention);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_PACKEDMASK_H
