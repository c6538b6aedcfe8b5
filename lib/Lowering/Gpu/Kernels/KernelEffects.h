// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_KERNELEFFECTS_H
#define LIB_LOWERING_GPU_KERNELS_KERNELEFFECTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

struct ArgumentUse {
  bool isRead = false, isWritten = false;
};

/// Returns the accesses of a kernel by each pointer argument. A pointer that
/// cannot be followed may be read and written.
SmallVector<ArgumentUse> usesOfArguments(gpu::GPUFuncOp kernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_KERNELEFFECTS_H
