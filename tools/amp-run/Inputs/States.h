// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of a step's results and the next step's arguments.
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
  /// True if only tf.aliasing_output identifies the states.
  bool isByAliasing = false;
  /// Result of amp.loss, if any.
  std::optional<unsigned> loss;
};

/// Finds the states. Emits an error at a state that cannot be fed back.
FailureOr<States> findStates(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_STATES_H
