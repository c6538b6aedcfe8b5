// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Correspondence between operands of an op and arguments of its regions.
#ifndef LIB_SCALING_REGIONARGUMENTS_H
#define LIB_SCALING_REGIONARGUMENTS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::scaling {

/// Returns the operand that is passed for `argument` of a region; null if none
/// is.
Value findOutside(BlockArgument argument);

/// Returns the argument of `inside` for which `value` is passed; null if none
/// is.
BlockArgument findInside(Value value, Block *inside);

/// Returns the argument of `function` that `value` equals, looking through
/// region arguments. With `always`, equality holds in every iteration of loops,
/// else at least in the first.
BlockArgument findArgument(Value value, Operation *function, bool always);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_REGIONARGUMENTS_H
