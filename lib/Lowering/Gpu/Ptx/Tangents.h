// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_TANGENTS_H
#define LIB_LOWERING_GPU_PTX_TANGENTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Lowers hyperbolic tangents of f32 whose results are rounded to 16 bits to
/// ex2.approx and rcp.approx. The relative error is at most 2^-19: for |x| below
/// 0.5, that of a polynomial; above, the errors of ex2.approx (2^-22), of its
/// argument (2^-23 for |x| below 1; the factor falls faster than it grows) and
/// of rcp.approx (2^-23, PTX ISA), times 2 e^2x / (1 + e^2x)^2 <= 0.4 and
/// 2 / (1 + e^2x) <= 1.47, in a result of at least 0.46.
void lowerTangents(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_TANGENTS_H
