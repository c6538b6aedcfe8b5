// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal ops of two programs that are compared from their results backwards.
#ifndef LIB_VERIFY_ALIKEOPS_H
#define LIB_VERIFY_ALIKEOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::verify {

/// Returns true if `a` and `b` are one op with equal bodies, but for the values
/// that they use. `pair` takes these values, of operands and of captures.
bool areAlike(Operation *a, Operation *b,
              function_ref<void(Value, Value)> pair);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_ALIKEOPS_H
