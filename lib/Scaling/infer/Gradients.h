// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_GRADIENTS_H
#define LIB_SCALING_INFER_GRADIENTS_H

#include "lib/Scaling/infer/Roles.h"
#include "lib/Scaling/infer/Seeds.h"
#include "lib/Scaling/infer/Updates.h"
#include "lib/Scaling/states/StatePairs.h"

namespace mlir::amp::scaling {

/// Values that may be gradients, by the updates that read them.
struct GradientTerms {
  GradientTerms(const StepGraph &graph, const Origins &origins,
                const Updates &updates, ArrayRef<StatePair> known);

  /// Terms that are computed from the argument that they update, as gradients
  /// of all but linear functions are. Batch statistics are not.
  SmallVector<unsigned> proven;
  SmallVector<unsigned> all;
  /// Returns, for each proven term, the nearest terms behind it that the
  /// argument reaches by a path without other terms. An optimizer that
  /// multiplies matrices, as Muon does, has terms that it computes from those.
  SmallVector<unsigned> listNearest(const StepGraph &graph) const;
  /// Values that are added to a state by elementwise ops alone.
  SmallVector<unsigned> increments;

private:
  /// Proven terms, and an argument that each updates.
  SmallVector<std::pair<unsigned, unsigned>> updated;
};

/// Splits the program behind `gradients`: what is computed from them alone is
/// no part of the goal's core.
GradientGoal makeGoal(const StepGraph &graph, OpDegrees &degrees,
                      const Updates &updates, ArrayRef<unsigned> gradients);

/// Finds the core again, after a change of the other lists.
void restrictCore(const StepGraph &graph, GradientGoal &goal);

/// Values that `value` may be a multiple of.
llvm::BitVector findLinearMakers(const StepGraph &graph, OpDegrees &degrees,
                                 unsigned value);

/// The nearest of them, this value included.
SmallVector<unsigned> listLinearMakers(const StepGraph &graph,
                                       OpDegrees &degrees, unsigned value);

/// Returns whether `value` is computed from a product of a scaled value and a
/// value h, and a product of h and an own argument is computed elsewhere: in
/// y = h w, the gradient of w is h times that of y.
bool isAdjoint(const StepGraph &graph, OpDegrees &degrees, unsigned value,
               const llvm::BitVector &scaled,
               llvm::function_ref<bool(unsigned)> isOwn);

/// Returns whether most of `values` have the sizes of an argument, in any
/// order, other than `seed`.
bool lookLikeParameters(const StepGraph &graph, ArrayRef<unsigned> values,
                        unsigned seed);

/// Scalar floats that are returned, and computed from float arguments by ops on
/// floats alone, but not from a gradient.
SmallVector<unsigned> listLosses(const StepGraph &graph, const Updates &updates,
                                 const Roles &roles,
                                 const llvm::BitVector &scaled);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_GRADIENTS_H
