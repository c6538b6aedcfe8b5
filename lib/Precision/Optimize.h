// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_OPTIMIZE_H
#define LIB_PRECISION_OPTIMIZE_H

#include "lib/Precision/Mincut.h"
#include "lib/Precision/Paint.h"

namespace mlir::amp::precision {

struct Optimum {
  int64_t flow;
  int64_t time;      ///< cost of the assignment, in femtoseconds
  size_t graphBytes; ///< of the flow graph
  Constraints constraints;
  SmallVector<EdgeFlow, 0> flows;
};

enum class Solver { paint, mincut, exhaustive };

/// Gives each node the colour allow if and only if it is low in the cheapest
/// assignment that the policy permits, and a reason to each that changed:
/// * nodes that painting denies by path are f32, unless they are `fitting`;
/// * allow, infer and clear are low or f32 by cost, forced nodes are low;
/// * an exact group has one precision.
/// Emits the errors of paint(), and an error at `loc` if the exhaustive solver
/// has too many free slots. The flow equals the cost of the assignment.
FailureOr<Optimum> optimize(Location loc, SlotGraph &graph,
                            const ExactGroups &groups,
                            const Objective &objective,
                            const llvm::BitVector &fitting, Solver solver);

/// Returns the cost of the painted program, in femtoseconds.
int64_t costOf(const SlotGraph &graph, const Objective &objective);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_OPTIMIZE_H
