// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_PAINT_H
#define LIB_PRECISION_PAINT_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Nodes that must have one precision, because a test compares their values
/// exactly.
using ExactGroups = SmallVector<SmallVector<unsigned>>;

/// Four-colour painting after TensorFlow's Grappler (auto_mixed_precision): on
/// return a node is low if and only if its colour is allow. Reasons are set for
/// every node that changed colour. Diagnoses a forced node of an exact group
/// whose other nodes are not all low.
LogicalResult paint(SlotGraph &graph, const ExactGroups &groups);

/// The part of it that denies: over infer, and over clear on the way to it.
void denyByPath(SlotGraph &graph);

/// The error that a forced node is compared exactly with one that stays f32.
LogicalResult refuseForced(const SlotNode &forced, const SlotNode &high);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PAINT_H
