// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_OPTIMIZE_H
#define LIB_PRECISION_OPTIMIZE_H

#include "lib/Precision/Mincut.h"
#include "lib/Precision/Paint.h"

namespace mlir::amp::precision {

struct Optimum {
  int64_t flow;
  int64_t time;      ///< of the assignment, term by term
  size_t graphBytes; ///< of the flow graph
  Constraints constraints;
  SmallVector<EdgeFlow, 0> flows;
};

enum class Solver { paint, mincut, exhaustive };

/// Gives each node the colour allow if and only if it is low in the cheapest
/// assignment that the policy permits, and a reason to each that changed:
/// * what painting denies over a path is f32, unless its values are `fitting`;
/// * allow, infer and clear are low or f32 by cost, forced nodes are low;
/// * an exact group has one precision.
/// Diagnoses what paint() does, and at `loc` too many slots to try. The flow is
/// what the assignment costs.
FailureOr<Optimum> optimize(Location loc, SlotGraph &graph,
                            const ExactGroups &groups,
                            const Objective &objective,
                            const llvm::BitVector &fitting, Solver solver);

/// Femtoseconds of the program as it is painted.
int64_t costOf(const SlotGraph &graph, const Objective &objective);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_OPTIMIZE_H
