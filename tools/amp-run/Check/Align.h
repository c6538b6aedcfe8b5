// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_ALIGN_H
#define TOOLS_AMP_RUN_CHECK_ALIGN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

struct OpPair {
  Operation *a, *b;
};

/// Ops of two flat functions that are the same but for the types of floats, in
/// order of execution, also in the bodies of loops and branches: the longest
/// common subsequence of each pair of blocks. Conversions between floats and
/// constants stand for nothing.
SmallVector<OpPair> alignOps(func::FuncOp a, func::FuncOp b);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_ALIGN_H
