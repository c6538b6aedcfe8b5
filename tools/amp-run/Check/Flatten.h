// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_FLATTEN_H
#define TOOLS_AMP_RUN_CHECK_FLATTEN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

/// Inlines all calls and composites in `entry` and erases the other functions.
/// Fails for recursion.
LogicalResult flatten(ModuleOp module, func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_FLATTEN_H
