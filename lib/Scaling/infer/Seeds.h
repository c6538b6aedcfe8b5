// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values at which the scale enters: the earliest values whose doubling doubles
// all gradients and nothing else.
#ifndef LIB_SCALING_INFER_SEEDS_H
#define LIB_SCALING_INFER_SEEDS_H

#include "lib/Scaling/infer/DegreeSystem.h"
#include "lib/Scaling/infer/Origins.h"

namespace mlir::amp::scaling {

struct Seed {
  unsigned value;
  SmallVector<unsigned> slots; ///< uses that read it scaled; empty: all
};

struct Seeds {
  SmallVector<Seed> all;
  llvm::BitVector scaled; ///< values with the scale
  bool isConflict = false;
};

/// The gradients of a program as far as they are known before its seed, and
/// the nodes that they and the values that are no gradients are computed from.
struct GradientGoal {
  SmallVector<unsigned> gradients;
  llvm::BitVector cut;            ///< gradients whose uses are behind the mark
  llvm::BitVector core;           ///< nodes
  SmallVector<unsigned> unscaled; ///< returned values that are no gradients
};

/// Decides whether gradients that grow with the same literals prove that there
/// is a backward pass.
using Proof =
    llvm::function_ref<bool(ArrayRef<unsigned>, const llvm::BitVector &scaled)>;

/// Seeds among literals. `goal.gradients` keeps those that can be scaled, and
/// are proven with all others that grow with the same literals.
Seeds findLiteralSeeds(const StepGraph &graph, OpDegrees &degrees,
                       GradientGoal &goal, Proof isProof);

/// Returns which of `candidates` scale all of `goals` if they are scaled
/// themselves; tests all of them in one pass over the graph.
SmallVector<unsigned> filterSeeds(const StepGraph &graph, OpDegrees &degrees,
                                  ArrayRef<unsigned> candidates,
                                  const GradientGoal &goal);

/// The scaled uses of one value that is no literal.
Seeds makeSeed(const StepGraph &graph, OpDegrees &degrees, unsigned value,
               const GradientGoal &goal);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_SEEDS_H
