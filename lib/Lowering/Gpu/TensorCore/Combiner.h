// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions that threads split into partial results and combine.
#ifndef LIB_LOWERING_GPU_TENSORCORE_COMBINER_H
#define LIB_LOWERING_GPU_TENSORCORE_COMBINER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// Returns the combiner op of each result; empty unless all of them have a
/// neutral element.
SmallVector<Operation *> combinersOf(linalg::GenericOp op);

Value combine(Operation *combiner, Value left, Value right,
              ImplicitLocOpBuilder &b);

/// Emits a butterfly shuffle: returns `value` of the lane whose number differs
/// in the bits of `distance`.
Value exchange(Value value, int64_t distance, ImplicitLocOpBuilder &b);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_COMBINER_H
