// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_TRIGONOMETRY_H
#define LIB_LOWERING_GPU_PTX_TRIGONOMETRY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Expands f32 sin and cos in kernels to arith, accurate for all finite
/// arguments; the results for infinities are NaN.
void lowerTrigonometry(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_TRIGONOMETRY_H
