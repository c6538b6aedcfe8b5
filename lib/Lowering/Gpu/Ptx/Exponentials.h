// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_EXPONENTIALS_H
#define LIB_LOWERING_GPU_PTX_EXPONENTIALS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Returns true if all that is computed from `value` is rounded to 16 bits,
/// behind sums and products at most.
bool isRounded(Value value);

/// Lowers exponentials of f32 whose results are rounded to 16 bits to
/// ex2.approx of what is left of the exponent behind an integer: within 5 units
/// in the last place of f32, of which ex2.approx has 4 (2^-22, PTX ISA).
/// Results below the smallest normal number are zero.
void lowerExponentials(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_EXPONENTIALS_H
