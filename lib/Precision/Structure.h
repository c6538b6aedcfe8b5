// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints by the structure of a training step, regardless of the lists.
#ifndef LIB_PRECISION_STRUCTURE_H
#define LIB_PRECISION_STRUCTURE_H

#include "lib/Precision/Paint.h"

namespace mlir::amp::precision {

/// Takes the colour of every node that is f32 by structure:
/// * what no contraction comes after: updates, losses, statistics;
/// * from the gradient marks to the state marks, contractions included;
/// * before the loss mark and after the seed mark, up to a contraction;
/// * what nothing but the gradient marks reads, back to a contraction;
/// * an argument on its way to one of these through what moves values, such as
///   a weight that a loop carries: whoever multiplies it casts it there.
/// Nodes with a force, rule or requirement of the user keep their colour.
void pinStructure(SlotGraph &graph);

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

/// Takes the colour of values made of random bits and scalars alone, in
/// whatever function, until they meet data: bounds in 16 bits would be other
/// bounds; and of comparisons with them.
void pinRandom(SlotGraph &graph, const llvm::BitVector &parameters);

/// Takes the colour of what is made of positions and counts (counters along a
/// dimension, wide integers turned into floats) and constants alone: places to
/// read at, angles, what is left between two places. Once it meets data it is
/// data, in products too.
void pinPositions(SlotGraph &graph, const llvm::BitVector &parameters);

/// A maximum or minimum over a dimension, with the comparisons that test its
/// result: if one of the two rounds, no element equals the maximum, and the
/// backward pass of max divides zero by zero.
ExactGroups findExactGroups(const SlotGraph &graph);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_STRUCTURE_H
