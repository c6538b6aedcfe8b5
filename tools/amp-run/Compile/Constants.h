// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_COMPILE_CONSTANTS_H
#define TOOLS_RUN_COMPILE_CONSTANTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::runner {

/// Takes the values out of large constants of a lowered module, which then read
/// them where the context holds them: at the addresses that are returned by
/// name. So weights in a program are not copied.
llvm::StringMap<void *> shareLargeConstants(ModuleOp module);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_CONSTANTS_H
