// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_MINCUT_H
#define LIB_PRECISION_MINCUT_H

#include "lib/OpModel/cost/Objective.h"

namespace mlir::amp {

/// What an assignment may be: slots that one decision moves together, slots
/// that no decision moves, and slots that are low only if another one is.
struct Constraints {
  /// For each slot the one that stands for its group, itself if it is alone.
  SmallVector<unsigned, 0> groups;
  llvm::BitVector pinnedHigh, pinnedLow; ///< by the slots that stand for groups
  SmallVector<std::pair<unsigned, unsigned>, 0> lowOnlyWith;
};

struct Solution {
  llvm::BitVector low; ///< by slot
  int64_t flow;        ///< a lower bound of every assignment's cost, and met
  size_t graphBytes;   ///< of the flow graph
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

} // namespace mlir::amp

#endif // LIB_PRECISION_MINCUT_H
