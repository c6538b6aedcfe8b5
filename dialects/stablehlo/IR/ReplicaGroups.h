// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Participants of a collective op.
#ifndef DIALECTS_STABLEHLO_IR_REPLICAGROUPS_H
#define DIALECTS_STABLEHLO_IR_REPLICAGROUPS_H

#include "dialects/stablehlo/IR/StablehloAttributes.h"

namespace mlir::amp::stablehlo {

/// Ids from 0 on without gaps; -1 fills up groups where sizes may differ.
LogicalResult verifyGroups(Operation *op, Attribute groups,
                           bool maySizesDiffer);

/// all_gather (C5), all_reduce (C4), reduce_scatter (C6): ids that count all
/// devices need groups and a channel.
LogicalResult verifyGlobalIds(Operation *op, bool isGlobal,
                              std::optional<ChannelHandleAttr> channel,
                              Attribute groups, int64_t lowestChannel);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_REPLICAGROUPS_H
