// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same value on both sides of a region's border.
#ifndef LIB_SCALING_PASSAGE_H
#define LIB_SCALING_PASSAGE_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::scaling {

/// The operand that enters a region as `argument`; null if none does.
Value findOutside(BlockArgument argument);

/// The argument as which `value` enters `inside`; null if it does not.
BlockArgument findInside(Value value, Block *inside);

/// The argument of `function` that `value` is, on its way through regions. With
/// `always`, in every turn of loops; else at least in the first.
BlockArgument findArgument(Value value, Operation *function, bool always);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_PASSAGE_H
