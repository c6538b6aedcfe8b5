// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_COLOURS_H
#define LIB_PRECISION_COLOURS_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Gives each node the colour that the policy says, with its reason; none where
/// the program itself fixes the types.
void colour(SlotGraph &graph, PolicyAttr policy);

/// Returns the feature of the program that fixes the types of the op of `node`,
/// if any: an attribute, or a float of another type among values that share
/// one.
StringRef findGiven(const SlotNode &node);

/// Returns the operand node of a contraction, if `number` is its result; null
/// for others.
const SlotNode *findProduct(const SlotGraph &graph, unsigned number);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_COLOURS_H
