// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_TILEORDER_H
#define LIB_LOWERING_GPU_TENSORCORE_TILEORDER_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Row and column of an element in the contraction's result.
struct Place {
  Value row, column;
};

/// Returns the first element of the block's tile. Consecutive blocks take tiles
/// of few rows and few columns, so that the operands that are read at a time
/// stay in the L2 cache.
Place placeOfBlock(Code &code, const Plan &plan);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_TILEORDER_H
