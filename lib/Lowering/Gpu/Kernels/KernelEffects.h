// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_KERNELEFFECTS_H
#define LIB_LOWERING_GPU_KERNELS_KERNELEFFECTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

struct ArgumentUse {
  bool isRead = false, isWritten = false;
};

/// Returns the reads and writes of a kernel through each argument. An argument
/// with unknown users counts as both.
SmallVector<ArgumentUse> usesOfArguments(gpu::GPUFuncOp kernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_KERNELEFFECTS_H
