// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_UNDERFLOW_H
#define LIB_SCALING_UNDERFLOW_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::scaling {

/// Warns where f16 meets the backward pass of a step that is not scaled; a step
/// without marks is known by its updates.
void warnOfUnderflow(ModuleOp module);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_UNDERFLOW_H
