// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_ALIGN_H
#define TOOLS_AMP_RUN_CHECK_ALIGN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

struct OpPair {
  Operation *a, *b;
};

/// Returns pairs of ops of two flat functions that are equal except for float
/// types, in execution order, also in the bodies of loops and branches. These
/// are the longest common subsequence of each pair of blocks. Float conversions
/// and constants are not paired.
SmallVector<OpPair> alignOps(func::FuncOp a, func::FuncOp b);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_ALIGN_H
