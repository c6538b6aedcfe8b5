// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and queries that amp.attention shares with its gradient: an indexing
// map per operand, in order, and bodies for one element.
#ifndef DIALECTS_AMP_IR_ATTENTIONLOOPS_H
#define DIALECTS_AMP_IR_ATTENTIONLOOPS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir::amp {

/// Returns the trip count of each loop of the maps.
SmallVector<int64_t> attentionLoopSizes(Operation *op, ArrayAttr maps);

/// Destinations on memrefs are written, other memrefs are read.
void addAttentionEffects(
    DestinationStyleOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

LogicalResult verifyAttentionMaps(Operation *op, ArrayAttr maps);

/// Verifies each region that has a body. `others`: the operands of which bodies
/// have an element.
LogicalResult verifyAttentionBodies(Operation *op, ArrayAttr maps,
                                    OperandRange others);

} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_ATTENTIONLOOPS_H
