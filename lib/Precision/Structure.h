// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints by the structure of a training step, regardless of the lists.
#ifndef LIB_PRECISION_STRUCTURE_H
#define LIB_PRECISION_STRUCTURE_H

#include "lib/Precision/Paint.h"

namespace mlir::amp::precision {

/// Pins nodes whose users are all in `nodes` or pinned here, back to and
/// including results of contractions.
void pinWhatOnlyFeeds(SlotGraph &graph, const llvm::BitVector &nodes);

/// Returns the largest subset of `nodes` whose definitions are in the subset or
/// in `sources`.
llvm::BitVector findMadeOf(const SlotGraph &graph, llvm::BitVector nodes,
                           const llvm::BitVector &sources);

/// Returns the parameters: constants, scalars, results of layout and
/// elementwise ops on parameters alone, and function arguments that are
/// parameters in every call. Examples are bounds, step sizes and learning
/// rates.
llvm::BitVector findParameters(const SlotGraph &graph);

/// Returns true if a node draws random values, or converts random bits to
/// floats.
bool isRandomSource(const SlotNode &node);

/// Returns the groups of a maximum or minimum over a dimension and the
/// comparisons with its result. If only one of the two rounds, no element
/// equals the maximum, and the backward pass of max divides zero by zero.
ExactGroups findExactGroups(const SlotGraph &graph);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_STRUCTURE_H
