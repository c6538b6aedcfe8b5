// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_EXPONENTIALS_H
#define LIB_LOWERING_GPU_PTX_EXPONENTIALS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Returns true if each use of `value` leads, through additions,
/// multiplications and selects at most, to a rounding to 16 bits.
bool isRounded(Value value);

/// Lowers f32 exponentials to ex2.approx if they may be approximated
/// (`fastmath<afn>`) or their results are rounded to 16 bits. The error is at
/// most 6 ulp of f32: 4 of ex2.approx (2^-22, PTX ISA), and 2 of the correction
/// for the rounding of its operand. Results below the smallest normal number
/// may be zero.
void lowerExponentials(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_EXPONENTIALS_H
