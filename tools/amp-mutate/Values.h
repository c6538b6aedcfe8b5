// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_VALUES_H
#define AMP_MUTATE_VALUES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::mutate {

/// Returns up to four values before `op` in its block that have the type of
/// `value` but are not `value`: block arguments first, then results, nearest
/// first.
SmallVector<Value> valuesBefore(Operation *op, Value value);

/// Creates a splat constant of `number` with type `type` before `op`.
Value splatBefore(Operation *op, Type type, double number);

/// Creates `not %flag` before `op`.
Value negateBefore(Operation *op, Value flag);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_VALUES_H
