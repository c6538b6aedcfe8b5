// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTLOOP_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTLOOP_H

#include "lib/Lowering/Gpu/Attention/Gradient/GradientPlan.h"

namespace mlir::amp::lowering {

/// Values of a thread after the last tile of columns.
struct GradientSums {
  Value row; // the thread's first one; the second one is 8 behind
  Value column;
  /// By 8 features, row and feature of two; `second` of keys alone.
  SmallVector<Value> first, second;
};

/// Emits the loops over tiles of columns. `bases`: by access, the address (or
/// count) at row, column and depth 0 of the batch; `rowTile`: of the block.
GradientSums emitGradientLoops(Code &code, const GradientPlan &plan,
                               ArrayRef<Value> bases, Value rowTile,
                               Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTLOOP_H
