// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_REMAINDER_H
#define LIB_LOWERING_GPU_PTX_REMAINDER_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp::lowering {

/// Makes loops of arith.remf on f32 and f64, for which there is no instruction.
/// Results are exact, as fmod's are.
void lowerRemainders(gpu::GPUModuleOp kernels);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_REMAINDER_H
