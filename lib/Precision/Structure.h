// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints by the structure of a training step, regardless of the lists.
#ifndef LIB_PRECISION_STRUCTURE_H
#define LIB_PRECISION_STRUCTURE_H

#include "lib/Precision/Paint.h"

namespace mlir::amp::precision {

/// Takes the colour of what is read by nothing but these nodes, directly or
/// not, back to contractions: their results, too.
void pinWhatOnlyFeeds(SlotGraph &graph, const llvm::BitVector &nodes);

/// Finds constants and scalars, what layout and arithmetic compute from them
/// alone, and arguments of functions that every caller gives such a value:
/// bounds, steps, rates.
llvm::BitVector findParameters(const SlotGraph &graph);

/// Returns true if a node draws random values, or converts random bits to
/// floats.
bool isRandomSource(const SlotNode &node);

/// A maximum or minimum over a dimension, with the comparisons that test its
/// result: if one of the two rounds, no element equals the maximum, and the
/// backward pass of max divides zero by zero.
ExactGroups findExactGroups(const SlotGraph &graph);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_STRUCTURE_H
