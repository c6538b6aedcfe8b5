// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_FLOPS_H
#define LIB_LOWERING_GPU_TENSORCORE_FLOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Attribute of a kernel: the floating-point operations of a launch.
inline constexpr llvm::StringLiteral flopsAttrName = "flops";

/// Sets `flopsAttrName` on `kernel` to the operations of `unit`. Floating-point
/// arithmetic, extrema and math functions count 1 (fma 2) per iteration of the
/// enclosing loops whose trip counts are known.
void noteFlops(func::FuncOp unit, gpu::GPUFuncOp kernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_FLOPS_H
