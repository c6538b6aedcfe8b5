// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds that single ops do not show: they follow from how values are related.
#ifndef LIB_RANGES_PATTERNS_H
#define LIB_RANGES_PATTERNS_H

#include "lib/OpModel/Kinds.h"

namespace mlir::amp::ranges {

/// The reduction by `body` of many elements whose result each
/// element of `spread` meets again: `spread` is the result, broadcast along the
/// dimensions that were reduced. `through` may lead on from what is no
/// broadcast. Null if it is not so.
Operation *findSpread(Value spread, OpKind body,
                      llvm::function_ref<Value(Value)> through = {});

/// Returns the kind of the one op in the body of a reduction; `other` if there
/// are more ops.
OpKind findBody(Region &body);

/// `whole` / `divisor` is `whole` over the sum of its own elements.
bool dividesBySum(Value whole, Value divisor);

/// `e` times `factor` is `e` over the sum of its own elements.
bool multipliesByShare(Value e, Value factor);

/// `a` - `b` is `a` less the largest of its own elements, or more if not
/// `isExact`.
bool subtractsLargest(Value a, Value b, bool isExact = false);

/// If `factor` is one over the root of the mean square of `a`, or `divisor`
/// that root: how many elements share it. Else 0.
double findNormalised(Value a, Value factor);
double findNormalisedBy(Value a, Value divisor);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_PATTERNS_H
