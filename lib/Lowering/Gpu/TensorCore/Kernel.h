// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
#define LIB_LOWERING_GPU_TENSORCORE_KERNEL_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amp::lowering {

/// Emits the kernel of `unit`, with the same arguments, into `kernels`.
gpu::GPUFuncOp emitKernel(func::FuncOp unit, const Plan &plan,
                          ArrayRef<int64_t> alignments,
                          gpu::GPUModuleOp kernels);

/// Appends an empty kernel with the arguments of `unit` to `kernels`, and moves
/// `code` into its body. Its name begins with `name`; buffers that are not in
/// `written` are read-only.
gpu::GPUFuncOp declareKernel(Code &code, func::FuncOp unit, StringRef name,
                             int64_t threads, ArrayRef<unsigned> written,
                             gpu::GPUModuleOp kernels);

/// Returns, by access, the address at row, column and K index 0 of `batch`, or
/// the loop index there. `values` maps the views of the fusion group to those
/// of the kernel.
SmallVector<Value> basesOf(Code &code, const Plan &plan, gpu::GPUFuncOp kernel,
                           const IRMapping &values, Value batch);

/// Returns the layout of an operand's tile in shared memory, with `begin` 0.
/// `alignment`: of the operand's argument, in bytes. `beyond`: rows and columns
/// outside of the matmul may be read, as their results are not used.
SharedTile sharedTileOf(const Plan &plan, unsigned operand, int64_t alignment,
                        bool beyond = false);

/// Returns the address of the dynamic shared memory of a block.
Value sharedMemory(Code &code, gpu::GPUModuleOp kernels);

/// Returns the address of the first element of a buffer.
Value pointerTo(Code &code, Value buffer);

/// Emits the dynamic offset of a view, as i32.
Value offsetOf(Code &code, Value view);

/// Returns the alignment in bytes of each argument of `unit` that all `calls`
/// guarantee: 256 for whole buffers, that of the elements for parts of buffers.
SmallVector<int64_t> alignmentsOf(func::FuncOp unit,
                                  ArrayRef<func::CallOp> calls);

/// Replaces `call` by a launch of `kernel`.
void launchInstead(func::CallOp call, gpu::GPUFuncOp kernel,
                   std::array<int64_t, 3> grid, int64_t sharedBytes);

/// Returns `gpu.module @kernels`, created if absent.
gpu::GPUModuleOp kernelsOf(ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
