// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTKERNEL_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTKERNEL_H

#include "lib/Lowering/Gpu/Attention/Gradient/GradientPlan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Emits the kernel of fusion group `unit`, with its arguments, to `kernels`.
gpu::GPUFuncOp emitGradientKernel(func::FuncOp unit, const GradientPlan &plan,
                                  ArrayRef<int64_t> alignments,
                                  gpu::GPUModuleOp kernels);

/// Returns the arguments that the kernel writes.
SmallVector<unsigned> writtenBy(const GradientPlan &plan);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTKERNEL_H
