// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_STATES_H
#define LIB_SCALING_INFER_STATES_H

#include "lib/Scaling/infer/Updates.h"
#include "lib/Scaling/states/StatePairs.h"

namespace mlir::amp::scaling {

/// Why states could not be paired: a sentence, and the attribute that decides.
struct Doubt {
  std::string reason, attribute;
  std::optional<unsigned> where; ///< value
};

/// On a result: it is no state, whatever it looks like.
constexpr llvm::StringLiteral metricRole = "metric";

/// A result that is a cast of the new value of a state, or that value again.
struct StateCopy {
  unsigned result, original; ///< results
  bool mayBeState;           ///< an argument of its type is left
};

struct States {
  SmallVector<StatePair> pairs; ///< in the order of the results
  /// Copies that no pair says what they replace; they follow their original.
  SmallVector<StateCopy> copies;
  std::optional<Doubt> doubt;

  const StatePair *findResult(unsigned result) const;
  const StatePair *findArgument(unsigned argument) const;
};

/// Pairs results with the arguments that they carry, by a matching that is
/// accepted if it is the only one. `known` pairs come first.
States matchStates(const StepGraph &graph, const Origins &origins,
                   const Updates &updates, ArrayRef<StatePair> known);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_STATES_H
