// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_STATES_H
#define LIB_SCALING_INFER_STATES_H

#include "lib/Scaling/infer/Updates.h"
#include "lib/Scaling/states/StatePairs.h"

namespace mlir::amp::scaling {

/// Reason why states are ambiguous, and the attribute that resolves it.
struct Ambiguity {
  std::string reason, attribute;
  std::optional<unsigned> where; ///< value
};

/// Role of a result that is no state, regardless of its dataflow.
constexpr llvm::StringLiteral metricRole = "metric";

/// Result that is a cast of the new value of a state, or the same value again.
struct StateCopy {
  unsigned result, original; ///< results
  bool mayBeState;           ///< an unassigned argument has its type
};

struct States {
  SmallVector<StatePair> pairs; ///< in the order of the results
  /// Copies without a pair; they are recomputed from the guarded original.
  SmallVector<StateCopy> copies;
  std::optional<Ambiguity> ambiguity;

  const StatePair *findResult(unsigned result) const;
  const StatePair *findArgument(unsigned argument) const;
};

/// Pairs results with the arguments that they carry. The matching is accepted
/// only if it is unique. `known` pairs come first.
States matchStates(const StepGraph &graph, const ArgumentDependence &dependence,
                   const Updates &updates, ArrayRef<StatePair> known);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_STATES_H
