// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells three kinds of programs apart and finds what the marks of a step need.
#ifndef LIB_SCALING_INFER_KIND_H
#define LIB_SCALING_INFER_KIND_H

#include "lib/Scaling/infer/Seeds.h"
#include "lib/Scaling/infer/States.h"

namespace mlir::amp::scaling {

enum class ProgramKind {
  trainingStep,     ///< returns new states
  gradientFunction, ///< returns gradients
  noTraining
};

StringRef nameOf(ProgramKind kind);

struct Inference {
  ProgramKind kind = ProgramKind::noTraining;
  std::string reason; ///< why there is no training
  std::optional<Doubt> doubt;
  Seeds seeds;
  /// Values by which the gradients were recognised; casts, sums over devices
  /// and factors may follow.
  SmallVector<unsigned> terms;
  States states;
  /// The scaled terms of the update of each pair of states, in their order.
  SmallVector<SmallVector<unsigned, 1>> termsOf;
  /// Results that are gradients, of a gradient function.
  SmallVector<unsigned> gradients;
  /// Result that is the loss.
  std::optional<unsigned> loss;
  /// Scalar results of which one may be the loss, if it is not clear which.
  SmallVector<unsigned> losses;
};

Inference inferMarks(const StepGraph &graph, OpDegrees &degrees,
                     ArrayRef<StatePair> known);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_KIND_H
