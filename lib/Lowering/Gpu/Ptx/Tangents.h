// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_TANGENTS_H
#define LIB_LOWERING_GPU_PTX_TANGENTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Lowers f32 tanh to ex2.approx and rcp.approx if its results are rounded to
/// 16 bits. The relative error is at most 2^-19. For |x| < 0.5, it is the error
/// of a polynomial. For larger |x|, it has two terms in a result of at least
/// 0.46: the errors of ex2.approx (2^-22) and of its argument (2^-23 for |x| <
/// 1; the factor falls faster than this error grows), times 2 e^2x / (1 +
/// e^2x)^2 <= 0.4; and that of rcp.approx (2^-23, PTX ISA), times 2 / (1 +
/// e^2x) <= 1.47.
void lowerTangents(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_TANGENTS_H
