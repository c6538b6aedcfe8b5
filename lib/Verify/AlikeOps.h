// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equivalence of two ops, for comparisons of programs backwards from results.
#ifndef LIB_VERIFY_ALIKEOPS_H
#define LIB_VERIFY_ALIKEOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::verify {

/// Returns true if `a` and `b` are equivalent ops with equivalent regions. The
/// values that they use may differ: `pair` is called for each pair of used
/// values.
bool areAlike(Operation *a, Operation *b,
              function_ref<void(Value, Value)> pair);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_ALIKEOPS_H
