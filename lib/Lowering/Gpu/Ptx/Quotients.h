// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_QUOTIENTS_H
#define LIB_LOWERING_GPU_PTX_QUOTIENTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Lowers f32 quotients and square roots to approximate instructions if their
/// results are rounded to 16 bits.
void lowerQuotients(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_QUOTIENTS_H
