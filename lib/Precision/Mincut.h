// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_MINCUT_H
#define LIB_PRECISION_MINCUT_H

#include "lib/Cost/Objective.h"

namespace mlir::amp::precision {

/// Permitted assignments: slots that one decision moves together, slots that no
/// decision moves, and slots that are low only if another one is.
struct Constraints {
  /// The reason why a slot is pinned, as a number of `flow_pins` (Passes.td).
  enum Pin : int8_t {
    free,       ///< not pinned
    list,       ///< f32 by a list or by `amp.require`
    rule,       ///< f32 by a rule, a condition or a composite
    structure,  ///< f32 by the structure of a training step
    range,      ///< f32 by the values of the slot
    path,       ///< f32 by a denied op on the way to the slot
    given,      ///< f32 in the input, and never retyped
    forced,     ///< low by force
    low,        ///< low in the input
    body,       ///< f32 by an op or value in the body of the op
    strict = 16 ///< added to the pin of a contraction that no chip cuts to TF32
  };

  /// For each slot the one that stands for its group, itself if it is alone.
  SmallVector<unsigned, 0> groups;
  llvm::BitVector pinnedHigh, pinnedLow; ///< by the slots that stand for groups
  SmallVector<std::pair<unsigned, unsigned>, 0> lowOnlyWith;
  SmallVector<int8_t, 0> pins; ///< by slot
  /// Slots with the slot that has the same precision.
  SmallVector<std::pair<unsigned, unsigned>, 0> same;
};

/// Flow on an edge of the network, by the use and the term of the objective
/// that the edge stands for: 2 * sharing + format, or one of these.
struct EdgeFlow {
  static constexpr unsigned product = 6, lowOnlyWith = 7, numTerms = 8;
  OpOperand *use;
  unsigned term;
  int64_t flow;
};

struct Solution {
  llvm::BitVector low; ///< by slot
  int64_t flow;        ///< a lower bound of every assignment's cost, and met
  size_t graphBytes;   ///< of the flow graph
  SmallVector<EdgeFlow, 0> flows; ///< those that are not zero
};

/// The cheapest assignment, as a minimum s-t cut: low slots are on the side of
/// the source. The largest set of high slots among the cheapest. Exact, because
/// no term rewards a difference (Kolmogorov and Zabih, 2004; the sharing of
/// casts by one more node for each value and format).
Solution solveMincut(const Objective &objective,
                     const Constraints &constraints);

/// Slots, or groups of them, that a decision moves.
SmallVector<unsigned> findFree(const Constraints &constraints);

/// The same by trying every assignment, for tests; none if more are free.
constexpr size_t mostFree = 20;
std::optional<Solution> solveExhaustively(const Objective &objective,
                                          const Constraints &constraints);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_MINCUT_H
