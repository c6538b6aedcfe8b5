// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
#define LIB_LOWERING_GPU_TENSORCORE_KERNEL_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amp::lowering {

/// Writes the kernel of `unit` into `kernels`; it takes what `unit` takes.
gpu::GPUFuncOp emitKernel(func::FuncOp unit, const Plan &plan,
                          ArrayRef<int64_t> alignments,
                          gpu::GPUModuleOp kernels);

/// Appends to `kernels` an empty kernel that takes what `unit` takes, and moves
/// `code` into it. Its name begins with `name`; buffers that are not among the
/// arguments `written` are read-only.
gpu::GPUFuncOp declareKernel(Code &code, func::FuncOp unit, StringRef name,
                             int64_t threads, ArrayRef<unsigned> written,
                             gpu::GPUModuleOp kernels);

/// Returns by access the address of the element at row, column and depth 0 of
/// `batch`, or how often its loop has turned there; `values` maps the views of
/// the unit to those of the kernel.
SmallVector<Value> basesOf(Code &code, const Plan &plan, gpu::GPUFuncOp kernel,
                           const IRMapping &values, Value batch);

/// Returns the layout of the tile of a factor in shared memory, from its first
/// byte; `alignment`: of the factor's argument, in bytes. `beyond`: sums of
/// rows and columns that are none of the product are not used.
Panel panelOf(const Plan &plan, unsigned factor, int64_t alignment,
              bool beyond = false);

/// Returns the address of the dynamic shared memory of a block.
Value sharedMemory(Code &code, gpu::GPUModuleOp kernels);

/// Returns the address of the first element of a buffer.
Value pointerTo(Code &code, Value buffer);

/// Returns the offset of a view that is unknown at compile time.
Value offsetOf(Code &code, Value view);

/// Returns the alignment in bytes that a launch may assume of each argument of
/// `unit`: whole buffers are 256-byte aligned, parts of them are aligned as
/// their elements.
SmallVector<int64_t> alignmentsOf(func::FuncOp unit,
                                  ArrayRef<func::CallOp> calls);

/// Launches `kernel` in the place of `call`.
void launchInstead(func::CallOp call, gpu::GPUFuncOp kernel,
                   std::array<int64_t, 3> grid, int64_t sharedBytes);

/// Returns `gpu.module @kernels`, created if absent.
gpu::GPUModuleOp kernelsOf(ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_KERNEL_H
