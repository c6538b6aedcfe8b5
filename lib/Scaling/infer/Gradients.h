// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_GRADIENTS_H
#define LIB_SCALING_INFER_GRADIENTS_H

#include "lib/Scaling/infer/Roles.h"
#include "lib/Scaling/infer/Seeds.h"
#include "lib/Scaling/infer/Updates.h"
#include "lib/Scaling/states/StatePairs.h"

namespace mlir::amp::scaling {

/// Candidates for gradients: the terms of updates.
struct GradientTerms {
  GradientTerms(const StepGraph &graph, const ArgumentDependence &dependence,
                const Updates &updates, ArrayRef<StatePair> known);

  /// Terms that are computed from the argument that they update, as gradients
  /// of all but linear functions are. Batch statistics are not.
  SmallVector<unsigned> proven;
  SmallVector<unsigned> all;
  /// Returns, for each proven term, the nearest terms in its backward slice
  /// that the argument reaches by a path without other terms. Optimizers with
  /// matmuls, such as Muon, compute the proven terms from these.
  SmallVector<unsigned> listNearest(const StepGraph &graph) const;
  /// Values that an elementwise sum adds to a state.
  SmallVector<unsigned> increments;

private:
  /// Proven terms, and an argument that each updates.
  SmallVector<std::pair<unsigned, unsigned>> updated;
};

/// Creates the goal for `gradients`. Values computed from these alone are not
/// part of its core.
GradientGoal makeGoal(const StepGraph &graph, OpDegrees &degrees,
                      const Updates &updates, ArrayRef<unsigned> gradients);

/// Recomputes the core after a change of the other lists.
void restrictCore(const StepGraph &graph, GradientGoal &goal);

/// Returns the values of which `value` may be a multiple.
llvm::BitVector findLinearMakers(const StepGraph &graph, OpDegrees &degrees,
                                 unsigned value);

/// Returns the nearest of these values, `value` included.
SmallVector<unsigned> listLinearMakers(const StepGraph &graph,
                                       OpDegrees &degrees, unsigned value);

/// Returns whether `value` is computed from a product of a scaled value and a
/// value h, and another product multiplies h by an argument that `isOwn`
/// accepts: in y = h w, the gradient of w is h times the gradient of y.
bool isAdjoint(const StepGraph &graph, OpDegrees &degrees, unsigned value,
               const llvm::BitVector &scaled,
               llvm::function_ref<bool(unsigned)> isOwn);

/// Returns whether most of `values` have the sizes, in any order, of an
/// argument other than `seed`.
bool lookLikeParameters(const StepGraph &graph, ArrayRef<unsigned> values,
                        unsigned seed);

/// Returns the scalar floats that the function returns, and computes from float
/// arguments by ops on floats only, but not from a gradient.
SmallVector<unsigned> listLosses(const StepGraph &graph, const Updates &updates,
                                 const Roles &roles,
                                 const llvm::BitVector &scaled);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_GRADIENTS_H
