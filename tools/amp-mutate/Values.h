// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_VALUES_H
#define AMP_MUTATE_VALUES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::mutate {

/// Up to four values before `op` in its block that have the type of `value`
/// but are not `value`: arguments of the block first, then results, from the
/// nearest on.
SmallVector<Value> valuesBefore(Operation *op, Value value);

/// The constant splat `number` of the type of `like`, in front of `op`.
Value splatBefore(Operation *op, Type type, double number);

/// `not %flag`, in front of `op`.
Value negateBefore(Operation *op, Value flag);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_VALUES_H
