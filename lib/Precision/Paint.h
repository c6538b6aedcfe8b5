// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_PAINT_H
#define LIB_PRECISION_PAINT_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Groups of nodes that must have one precision, because an op compares their
/// values exactly.
using ExactGroups = SmallVector<SmallVector<unsigned>>;

/// Four-colour painting after TensorFlow's Grappler (auto_mixed_precision): on
/// return a node is low if and only if its colour is allow. Reasons are set for
/// every node that changed colour. Diagnoses a forced node of an exact group
/// whose other nodes are not all low.
LogicalResult paint(SlotGraph &graph, const ExactGroups &groups);

/// Propagates denials to users, through infer nodes and clear nodes before
/// them.
void denyByPath(SlotGraph &graph);

/// Emits an error: a forced node is compared exactly with a node that stays
/// f32.
LogicalResult refuseForced(const SlotNode &forced, const SlotNode &high);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PAINT_H
