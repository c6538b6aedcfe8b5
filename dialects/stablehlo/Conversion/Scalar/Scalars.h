// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emission of elementwise ops, and of bodies of such ops, on single elements.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARS_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::stablehlo {

/// Emits elementwise `op` (StableHLO or CHLO) for one element of each operand,
/// in types of LinalgTypes. The operand types of `op` give the signedness.
/// Returns null if `op` is not elementwise.
Value emitScalar(Operation *op, ValueRange operands, OpBuilder &builder);

/// Returns true if `op` is elementwise and supports its element types.
bool isScalarOp(Operation *op);

/// Emits `body`, a region on 0-d tensors (of a reduce, sort, scatter, ...), on
/// scalars and returns its results. Ops that are not elementwise are cloned on
/// 0-d tensors, between tensor.from_elements and tensor.extract. The conversion
/// lowers them later.
SmallVector<Value> emitBody(Region &body, ValueRange arguments,
                            OpBuilder &builder);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARS_H
