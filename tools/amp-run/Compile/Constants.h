// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_COMPILE_CONSTANTS_H
#define TOOLS_RUN_COMPILE_CONSTANTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::runner {

/// Makes large constants of a lowered module external and returns their
/// addresses by name. The program uses the data in the MLIR context, so that
/// weights are not copied.
llvm::StringMap<void *> shareLargeConstants(ModuleOp module);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_CONSTANTS_H
