// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFERSTATES_H
#define LIB_SCALING_INFERSTATES_H

#include "lib/Scaling/StatePairs.h"

namespace mlir::amp {

/// `x` of `c * x`, of `x * x` and of `(c * x) * x`.
Value withoutFactors(Value value);

/// Which results replace which arguments: by attributes or names, else where a
/// result is an argument plus something, or is counted up from one. None, and
/// the result that is `unclear`, if one may replace several, or none.
SmallVector<StatePair> inferPairs(FunctionOpInterface function,
                                  OpOperand *&unclear);

} // namespace mlir::amp

#endif // LIB_SCALING_INFERSTATES_H
