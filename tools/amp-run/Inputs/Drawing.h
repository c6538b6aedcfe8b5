// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random generation of a program's arguments, by their role in the program.
#ifndef TOOLS_RUN_INPUTS_DRAWING_H
#define TOOLS_RUN_INPUTS_DRAWING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

/// Distribution of an argument's values.
struct Drawing {
  bool isNonNegative = false; ///< second moments, operands of roots
  bool isVariance = false;    ///< of inverse roots: between 0.5 and 1.5
  bool isGain = false;        ///< per-channel scales, divisors: about 1
  bool isCount = false;       ///< step counters: from 1
  bool isScale = false;       ///< loss scales: powers of two
  bool isMask = false;        ///< integers used as predicates: 0 or 1
  bool isIncreasing = false;  ///< positions, sorted indices: 0, 1, 2, …
  int64_t limit = INT64_MAX;  ///< integers: exclusive upper bound
  double deviation = 0.1;     ///< of floats; 1/sqrt(K) in contractions
};

/// Finds the role of each argument by the name of the state (amp.role, the
/// names of amp.state, jax.result_info of an aliased result) and by its uses:
/// operands of roots, logarithms and fractional powers; divisors, gains and
/// operands of contractions; indices, masks and positions.
llvm::SmallVector<Drawing> findDrawings(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_DRAWING_H
