// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds that follow from relations between values, not from single ops.
#ifndef LIB_RANGES_PATTERNS_H
#define LIB_RANGES_PATTERNS_H

#include "lib/OpModel/Kinds.h"

namespace mlir::amp::ranges {

/// Returns the reduction by `body` whose result `spread` broadcasts along the
/// reduced dimensions; null if there is none. Besides broadcasts and
/// reshapes, the search passes ops for which `through` returns an operand.
Operation *
findBroadcastReduction(Value spread, OpKind body,
                       llvm::function_ref<Value(Value)> through = {});

/// Returns the kind of the one op in the body of a reduction; `other` if there
/// are more ops.
OpKind findBody(Region &body);

/// Returns true if `divisor` is the broadcast sum of the elements of `whole`.
bool dividesBySum(Value whole, Value divisor);

/// Returns true if `e` is exp(x - max(x)), and `factor` is 1 / sum(`e`).
bool multipliesByShare(Value e, Value factor);

/// Returns true if `b` is the broadcast maximum of `a`, or larger if not
/// `isExact`.
bool subtractsLargest(Value a, Value b, bool isExact = false);

/// Return the number of elements of the mean if `factor` is
/// 1 / sqrt(mean(a * a)), or `divisor` is sqrt(mean(a * a)); else 0.
double findNormalised(Value a, Value factor);
double findNormalisedBy(Value a, Value divisor);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_PATTERNS_H
