// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Seeds: the earliest values that scale all gradients and nothing else.
#ifndef LIB_SCALING_INFER_SEEDS_H
#define LIB_SCALING_INFER_SEEDS_H

#include "lib/Scaling/infer/ArgumentDependence.h"
#include "lib/Scaling/infer/DegreeSystem.h"

namespace mlir::amp::scaling {

struct Seed {
  unsigned value;
  SmallVector<unsigned> slots; ///< scaled uses; empty: all uses
};

struct Seeds {
  SmallVector<Seed> all;
  llvm::BitVector scaled; ///< values with the scale
  bool isConflict = false;
};

/// Gradients known before the seed is found, and the nodes that compute them
/// and the values that are no gradients.
struct GradientGoal {
  SmallVector<unsigned> gradients;
  llvm::BitVector cut;            ///< gradients whose uses are after the mark
  llvm::BitVector core;           ///< nodes
  SmallVector<unsigned> unscaled; ///< returned values that are no gradients
};

/// Decides whether gradients that are scaled by the same literals prove a
/// backward pass.
using Proof =
    llvm::function_ref<bool(ArrayRef<unsigned>, const llvm::BitVector &scaled)>;

/// Finds seeds among literals. `goal.gradients` keeps the gradients that can be
/// scaled and that are proven together with all others of the same literals.
Seeds findLiteralSeeds(const StepGraph &graph, OpDegrees &degrees,
                       GradientGoal &goal, Proof isProof);

/// Returns the `candidates` that, if scaled, scale all of `goal.gradients`;
/// tests all of them in one pass over the graph.
SmallVector<unsigned> filterSeeds(const StepGraph &graph, OpDegrees &degrees,
                                  ArrayRef<unsigned> candidates,
                                  const GradientGoal &goal);

/// Returns the scaled uses of one value that is not a literal, as a seed.
Seeds makeSeed(const StepGraph &graph, OpDegrees &degrees, unsigned value,
               const GradientGoal &goal);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_SEEDS_H
