// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Participants of a collective op.
#ifndef DIALECTS_STABLEHLO_IR_REPLICAGROUPS_H
#define DIALECTS_STABLEHLO_IR_REPLICAGROUPS_H

#include "dialects/stablehlo/IR/StablehloAttributes.h"

namespace mlir::amp::stablehlo {

/// Verifies ids 0, 1, … without gaps. -1 pads groups if sizes may differ.
LogicalResult verifyGroups(Operation *op, Attribute groups,
                           bool maySizesDiffer);

/// all_gather (C5), all_reduce (C4), reduce_scatter (C6): global device ids
/// require groups and a channel.
LogicalResult verifyGlobalIds(Operation *op, bool isGlobal,
                              std::optional<ChannelHandleAttr> channel,
                              Attribute groups, int64_t lowestChannel);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_REPLICAGROUPS_H
