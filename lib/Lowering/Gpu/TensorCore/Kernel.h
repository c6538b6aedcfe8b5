// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
#define LIB_LOWERING_GPU_TENSORCORE_KERNEL_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Writes the kernel of `unit` into `kernels`; it takes what `unit` takes.
gpu::GPUFuncOp emitKernel(func::FuncOp unit, const Plan &plan,
                          ArrayRef<int64_t> alignments,
                          gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
