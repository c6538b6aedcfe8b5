// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_UNDERFLOW_H
#define LIB_SCALING_UNDERFLOW_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::scaling {

/// Emits a warning for f16 values in a module with an unscaled backward pass. A
/// step without marks is recognized by its updates.
void warnOfUnderflow(ModuleOp module);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_UNDERFLOW_H
