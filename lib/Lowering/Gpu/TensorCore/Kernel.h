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

/// Returns the layout of the tile of a factor in shared memory, from its first
/// byte; `alignment`: of the factor's argument, in bytes.
Panel panelOf(const Plan &plan, unsigned factor, int64_t alignment);

/// Returns the address of the dynamic shared memory of a block.
Value sharedMemory(Code &code, gpu::GPUModuleOp kernels);

/// Returns the address of the first element of a buffer.
Value pointerTo(Code &code, Value buffer);

/// Returns the offset of a view that is unknown at compile time.
Value offsetOf(Code &code, Value view);

/// Returns the alignment that a launch may assume: whole buffers are 256-byte
/// aligned, parts of them are aligned as their elements.
int64_t alignmentOf(Value value);

/// Returns `gpu.module @kernels`, created if absent.
gpu::GPUModuleOp kernelsOf(ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
