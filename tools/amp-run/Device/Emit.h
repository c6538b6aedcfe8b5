// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_EMIT_H
#define TOOLS_AMP_RUN_DEVICE_EMIT_H

#include "Device/Header.h"

namespace mlir::amp::runner {

/// Writes a lowered module as step.o, whose function `step` is an amprt_step
/// (lib/Run/Device.h), and step.h, which declares this function and the sizes
/// of its buffers. Prints errors on stderr.
LogicalResult emitObject(ModuleOp module, llvm::StringRef entry,
                         const EmittedStep &step, llvm::StringRef path);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_EMIT_H
