// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_TANGENTS_H
#define LIB_LOWERING_GPU_PTX_TANGENTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Lowers hyperbolic tangents of f32 whose results are rounded to 16 bits to
/// ex2.approx and rcp.approx. The relative error is at most 2^-20: below 0.5,
/// that of a polynomial; above, the errors of ex2.approx (2^-22), of its
/// argument (2^-23) and of rcp.approx (2^-23, PTX ISA), each damped by
/// 2 e^2x / (1 + e^2x)^2 <= 0.4, in a result of at least 0.46.
void lowerTangents(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_TANGENTS_H
