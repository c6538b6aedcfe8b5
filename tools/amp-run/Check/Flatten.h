// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_FLATTEN_H
#define TOOLS_AMP_RUN_CHECK_FLATTEN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

/// Calls and composites in `entry` become the bodies that they run, until none
/// is left; the other functions go. Refuses recursion.
LogicalResult flatten(ModuleOp module, func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_FLATTEN_H
