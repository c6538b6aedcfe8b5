// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and queries shared by amp.attention and its gradient: one indexing map
// per operand, in operand order, and regions that compute one element.
#ifndef DIALECTS_AMP_IR_ATTENTIONLOOPS_H
#define DIALECTS_AMP_IR_ATTENTIONLOOPS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir::amp {

/// Returns the trip count of each loop of the maps.
SmallVector<int64_t> attentionLoopSizes(Operation *op, ArrayAttr maps);

/// Adds write effects on memref destinations and read effects on other memrefs.
void addAttentionEffects(
    DestinationStyleOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

LogicalResult verifyAttentionMaps(Operation *op, ArrayAttr maps);

/// Verifies each non-empty region. `others`: operands whose current element is
/// a block argument of each region.
LogicalResult verifyAttentionBodies(Operation *op, ArrayAttr maps,
                                    OperandRange others);

} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_ATTENTIONLOOPS_H
