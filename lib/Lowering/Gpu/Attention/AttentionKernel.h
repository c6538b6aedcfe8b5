// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_ATTENTIONKERNEL_H
#define LIB_LOWERING_GPU_ATTENTION_ATTENTIONKERNEL_H

#include "lib/Lowering/Gpu/Attention/AttentionPlan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Emits the kernel of fusion group `unit`, with its arguments, to `kernels`.
gpu::GPUFuncOp emitAttentionKernel(func::FuncOp unit, const AttentionPlan &plan,
                                   ArrayRef<int64_t> alignments,
                                   gpu::GPUModuleOp kernels);

/// Returns the arguments that the kernel writes.
SmallVector<unsigned> writtenBy(const AttentionPlan &plan);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_ATTENTIONKERNEL_H
