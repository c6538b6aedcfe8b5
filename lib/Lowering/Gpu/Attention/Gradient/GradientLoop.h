// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTLOOP_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTLOOP_H

#include "lib/Lowering/Gpu/Attention/Gradient/GradientPlan.h"

namespace mlir::amp::lowering {

/// Per-thread results of the loops over column tiles.
struct GradientSums {
  Value row; // first of the thread's two rows; the second is row + 8
  Value column;
  /// Accumulators, indexed by 8-feature block, row and feature of the pair.
  /// `second` is only for the gradients of keys and values.
  SmallVector<Value> first, second;
};

/// Emits the loops over column tiles. `bases`: for each access, the address (or
/// loop index) at row, column and depth 0 of the batch; `rowTile`: row tile of
/// the block.
GradientSums emitGradientLoops(Code &code, const GradientPlan &plan,
                               ArrayRef<Value> bases, Value rowTile,
                               Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTLOOP_H
