// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_TRIGONOMETRY_H
#define LIB_LOWERING_GPU_PTX_TRIGONOMETRY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Sines and cosines of f32 inside of kernels become arith, right for all
/// finite arguments; what is infinite has none.
void lowerTrigonometry(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_TRIGONOMETRY_H
