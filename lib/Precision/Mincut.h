// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_MINCUT_H
#define LIB_PRECISION_MINCUT_H

#include "lib/Cost/Objective.h"

namespace mlir::amp::precision {

/// Constraints on assignments: groups of slots with one precision, pinned
/// slots, and slots that are low only if another slot is.
struct Constraints {
  /// The reason why a slot is pinned, as a number of `flow_pins` (Passes.td).
  enum Pin : int8_t {
    free,       ///< not pinned
    list,       ///< f32 by a list or by `amp.require`
    rule,       ///< f32 by a rule, a condition or a composite
    structure,  ///< f32 by the structure of a training step
    range,      ///< f32 by the values of the slot
    path,       ///< f32 by a denied op on a path to the slot
    given,      ///< f32 in the input, and never retyped
    forced,     ///< low by force
    low,        ///< low in the input
    body,       ///< f32 by an op or value in the body of the op
    strict = 16 ///< added to the pin of a contraction that never runs in TF32
  };

  /// Leader slot of the group of each slot.
  SmallVector<unsigned, 0> groups;
  llvm::BitVector pinnedHigh, pinnedLow; ///< by leader slot
  SmallVector<std::pair<unsigned, unsigned>, 0> lowOnlyWith;
  SmallVector<int8_t, 0> pins; ///< by slot
  /// Pairs of slots with the same precision.
  SmallVector<std::pair<unsigned, unsigned>, 0> same;
};

/// Flow on an edge of the network, with the use and the term of the objective
/// that the edge represents: 2 * sharing + format, or a constant below.
struct EdgeFlow {
  static constexpr unsigned product = 6, lowOnlyWith = 7, numTerms = 8;
  OpOperand *use;
  unsigned term;
  int64_t flow;
};

struct Solution {
  llvm::BitVector low; ///< by slot
  int64_t flow;        ///< lower bound of the cost, attained by `low`
  size_t graphBytes;   ///< of the flow graph
  SmallVector<EdgeFlow, 0> flows; ///< nonzero, or always written
};

/// Returns the cheapest assignment, as a minimum s-t cut with low slots on the
/// source side; among several, the one with the most f32 slots. The cut is
/// exact because all terms are submodular (Kolmogorov and Zabih, 2004; shared
/// casts take one more node for each value and format).
Solution solveMincut(const Objective &objective,
                     const Constraints &constraints);

/// Returns the leader slots of the groups that are not pinned.
SmallVector<unsigned> findFree(const Constraints &constraints);

/// Enumerates all assignments, for tests; none if more than `mostFree` are
/// free.
constexpr size_t mostFree = 20;
std::optional<Solution> solveExhaustively(const Objective &objective,
                                          const Constraints &constraints);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_MINCUT_H
