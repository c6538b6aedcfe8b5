// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_COLOURS_H
#define LIB_PRECISION_COLOURS_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Sets the colour and reason of each node according to the policy; none where
/// the program fixes the types.
void colour(SlotGraph &graph, PolicyAttr policy);

/// Returns the feature that fixes the types of the op of `node`: an attribute
/// name, or `operands` or `results` if one in the slot is of another float
/// type. Empty if the types may change.
StringRef findGiven(const SlotNode &node);

/// Returns the operand node of a contraction, if `number` is its result; null
/// for others.
const SlotNode *findProduct(const SlotGraph &graph, unsigned number);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_COLOURS_H
