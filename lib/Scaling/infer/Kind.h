// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classifies a program and infers the content of its marks.
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
  std::string reason; ///< reason for `noTraining`
  std::optional<Ambiguity> ambiguity;
  Seeds seeds;
  /// Values by which the gradients were recognized; casts, sums over devices
  /// and factors may follow.
  SmallVector<unsigned> terms;
  States states;
  /// Scaled terms of the update of each pair of states, in the order of the
  /// pairs.
  SmallVector<SmallVector<unsigned, 1>> termsOf;
  /// For a gradient function: the results that are gradients.
  SmallVector<unsigned> gradients;
  /// Result that is the loss.
  std::optional<unsigned> loss;
  /// Scalar results that may be the loss, if there are several.
  SmallVector<unsigned> losses;
};

Inference inferMarks(const StepGraph &graph, OpDegrees &degrees,
                     ArrayRef<StatePair> known);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_KIND_H
