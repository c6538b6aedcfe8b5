// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the arguments of a step are drawn, by their role in the step.
#ifndef AMP_RUN_DRAWING_H
#define AMP_RUN_DRAWING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp {

/// The values that an argument is drawn from.
struct Drawing {
  bool isNonNegative = false; ///< variances, second moments, arguments of roots
  bool isCount = false;       ///< counters of steps: from 1
  bool isScale = false;       ///< loss scales: powers of two
  int64_t limit = INT64_MAX;  ///< integers stay below: the indexed dimension
};

/// Finds the role of each argument by the name of the state (amp.role, the
/// names of amp.state, jax.result_info of an aliased result), and by its uses:
/// under a root, a logarithm or a fractional power; as an index.
llvm::SmallVector<Drawing> findDrawings(func::FuncOp entry);

} // namespace mlir::amp

#endif // AMP_RUN_DRAWING_H
