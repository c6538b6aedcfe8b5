// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions whose parts threads take on and put together again.
#ifndef LIB_LOWERING_GPU_TENSORCORE_COMBINER_H
#define LIB_LOWERING_GPU_TENSORCORE_COMBINER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// Per result, the op that takes in an element, if it has a neutral one; empty
/// where one of them has not.
SmallVector<Operation *> combinersOf(linalg::GenericOp op);

Value combine(Operation *combiner, Value left, Value right,
              ImplicitLocOpBuilder &b);

/// The value of the thread whose number differs in the bits of `distance`.
Value exchange(Value value, int64_t distance, ImplicitLocOpBuilder &b);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_COMBINER_H
