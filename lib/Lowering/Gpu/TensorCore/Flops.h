// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_FLOPS_H
#define LIB_LOWERING_GPU_TENSORCORE_FLOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// On a kernel: the floating-point operations of a launch.
inline constexpr llvm::StringLiteral flopsAttrName = "flops";

/// Notes on `kernel` what `unit` computes: additions, multiplications,
/// divisions, extrema and functions of real numbers count one each, for each
/// iteration of the loops around them that is known.
void noteFlops(func::FuncOp unit, gpu::GPUFuncOp kernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_FLOPS_H
