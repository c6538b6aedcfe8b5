// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drawing of a program's arguments, by their role in the program.
#ifndef TOOLS_RUN_INPUTS_DRAWING_H
#define TOOLS_RUN_INPUTS_DRAWING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

/// The values that an argument is drawn from.
struct Drawing {
  bool isNonNegative = false; ///< second moments, arguments of roots
  bool isVariance = false;    ///< under an inverse root: between 0.5 and 1.5
  bool isGain = false;        ///< factors of each channel, divisors: about 1
  bool isCount = false;       ///< counters of steps: from 1
  bool isScale = false;       ///< loss scales: powers of two
  bool isMask = false;        ///< integers that are tested: 0 or 1
  bool isIncreasing = false;  ///< positions, sorted indices: 0, 1, 2, …
  int64_t limit = INT64_MAX;  ///< integers stay below: the indexed dimension
  double deviation = 0.1;     ///< of floats; 1/sqrt(K) of what is contracted
};

/// Finds the role of each argument by the name of the state (amp.role, the
/// names of amp.state, jax.result_info of an aliased result), and by its uses:
/// under a root, a logarithm or a fractional power; as a divisor, a gain or an
/// operand of a contraction; as an index, a mask or a position.
llvm::SmallVector<Drawing> findDrawings(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_DRAWING_H
