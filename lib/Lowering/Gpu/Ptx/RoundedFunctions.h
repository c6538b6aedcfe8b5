// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_ROUNDEDFUNCTIONS_H
#define LIB_LOWERING_GPU_PTX_ROUNDEDFUNCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Lowers functions of f32 whose results are rounded anyway to approximations:
///
/// * exponentials that are rounded to 16 bits to ex2.approx of what is left of
///   the exponent behind an integer: within 5 units in the last place of f32,
///   of which ex2.approx has 4 (2^-22, PTX ISA). Results below the smallest
///   normal number are zero;
/// * hyperbolic tangents that are rounded to bf16 to tanh.approx, whose error
///   of 2^-11 (PTX ISA) is a quarter of that rounding's: together less than one
///   unit in the last place of bf16. In f16 they would be two units.
void lowerRoundedFunctions(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_ROUNDEDFUNCTIONS_H
