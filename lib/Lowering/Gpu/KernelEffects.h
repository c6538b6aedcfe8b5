// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELEFFECTS_H
#define LIB_LOWERING_GPU_KERNELEFFECTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

struct ArgumentUse {
  bool isRead = false, isWritten = false;
};

/// What a kernel does with what each argument points to. What cannot be
/// followed may do both.
SmallVector<ArgumentUse> usesOfArguments(gpu::GPUFuncOp kernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELEFFECTS_H
