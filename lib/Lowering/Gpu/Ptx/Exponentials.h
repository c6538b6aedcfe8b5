// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_EXPONENTIALS_H
#define LIB_LOWERING_GPU_PTX_EXPONENTIALS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Returns true if all that is computed from `value` is rounded to 16 bits,
/// behind sums and products at most.
bool isRounded(Value value);

/// Lowers exponentials of f32 that may be approximated (`fastmath<afn>`), or
/// whose results are rounded to 16 bits, to ex2.approx: within 6 units in the
/// last place of f32, of which ex2.approx has 4 (2^-22, PTX ISA), and the
/// correction for the rounding of its operand 2. Results below the smallest
/// normal number may be zero.
void lowerExponentials(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_EXPONENTIALS_H
