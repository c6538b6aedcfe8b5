// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of a step that matmuls and convolutions read.
#ifndef LIB_SCALING_THRESHOLD_PARAMETERS_H
#define LIB_SCALING_THRESHOLD_PARAMETERS_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Scaling/states/StatePairs.h"
#include "lib/Scaling/threshold/Spec.h"

namespace mlir::amp::scaling {

/// Parameter of a step: an f32 argument that a mark replaces.
struct Parameter {
  StatePair pair;
  StateOp mark;
  unsigned number; ///< of the state in its mark
  RankedTensorType type;
  /// Dimensions that the scale has; none for one scale per tensor.
  SmallVector<int64_t> channels;
  /// Product of the contracted dimensions of the first contraction that reads
  /// the parameter.
  int64_t fanIn = 1;

  /// Returns the type of the scale.
  RankedTensorType getScaleType() const;
};

/// Returns the states of kind `parameter` whose old value a contraction reads,
/// directly or through data movement and control flow. Emits an error for
/// parameters that cannot be stored as integers.
FailureOr<SmallVector<Parameter>> findParameters(FunctionOpInterface function,
                                                 ArrayRef<StatePair> pairs,
                                                 const ThresholdSpec &spec);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_PARAMETERS_H
