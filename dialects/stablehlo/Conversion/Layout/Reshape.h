// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_LAYOUT_RESHAPE_H
#define DIALECTS_STABLEHLO_CONVERSION_LAYOUT_RESHAPE_H

#include "mlir/IR/Builders.h"

namespace mlir::amp::stablehlo {

/// Reshapes `x`, of static shape, to `shape` in row-major order.
Value reshapeTensor(OpBuilder &builder, Location loc, Value x,
                    ArrayRef<int64_t> shape);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_LAYOUT_RESHAPE_H
