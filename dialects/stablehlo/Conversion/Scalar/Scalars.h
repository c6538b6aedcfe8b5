// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computation of one element by an elementwise op, or by a body of such ops.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARS_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"

namespace mlir::amp::stablehlo {

/// The result of elementwise `op` (StableHLO or CHLO) for one element of each
/// operand, in types of LinalgTypes. What an integer means is read off `op`'s
/// own types. Null when `op` is not elementwise.
Value emitScalar(Operation *op, ValueRange operands, OpBuilder &builder);

/// Returns true if `op` is elementwise on its element types.
bool isScalarOp(Operation *op);

/// Computes `body`, a region on 0-d tensors (of a reduce, sort, scatter, ...),
/// on scalars: the values that it returns. Ops that are not elementwise are
/// cloned on 0-d tensors between tensor.from_elements and tensor.extract; the
/// conversion lowers them later.
SmallVector<Value> emitBody(Region &body, ValueRange arguments,
                            OpBuilder &builder);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARS_H
