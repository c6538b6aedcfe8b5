// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_REMAINDER_H
#define LIB_LOWERING_GPU_PTX_REMAINDER_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Expands arith.remf on f32 and f64, which has no instruction, to loops.
/// Results are exact, like those of fmod.
void lowerRemainders(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_REMAINDER_H
