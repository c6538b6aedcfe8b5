// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RANGES_CONSTANTS_H
#define LIB_RANGES_CONSTANTS_H

#include "amp/Ranges.h"

namespace mlir::amp::ranges {

/// Returns the range of a constant op.
Range rangeOfConstant(Operation *constant);

/// Returns the element of a splat constant, possibly broadcast; none for other
/// values.
std::optional<double> findScalar(Value value);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_CONSTANTS_H
