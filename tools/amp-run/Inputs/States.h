// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of a step's results and the arguments of the next step.
#ifndef TOOLS_RUN_INPUTS_STATES_H
#define TOOLS_RUN_INPUTS_STATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace mlir::amp::runner {

struct States {
  struct Pair {
    unsigned result, argument;
  };
  llvm::SmallVector<Pair> pairs;
  /// Nothing but tf.aliasing_output says so.
  bool isByAliasing = false;
  /// The result that amp.loss marks, if any.
  std::optional<unsigned> loss;
};

/// A state that cannot be fed back is an error, emitted where it stands.
FailureOr<States> findStates(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_STATES_H
