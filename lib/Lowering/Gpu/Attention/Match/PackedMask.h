// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks of positions as one bit an element, such as those of dropout, which
// attention and its gradient read.
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_PACKEDMASK_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_PACKEDMASK_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// Returns the operand of an op for what a body reads: a mask of i1 that
/// elementwise ops compute for each pair of a query and a key is packed along
/// the keys, behind its definition, and read with a map to bytes.
Read packedOperandOf(const Read &other, const Attention &attention);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_PACKEDMASK_H
