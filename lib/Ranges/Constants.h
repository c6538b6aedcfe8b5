// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RANGES_CONSTANTS_H
#define LIB_RANGES_CONSTANTS_H

#include "amp/Ranges.h"

namespace mlir::amp::ranges {

/// Returns the range of a constant op.
Range rangeOfConstant(Operation *constant);

/// The number that all elements are, if a constant makes them, broadcast or
/// not.
std::optional<double> findScalar(Value value);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_CONSTANTS_H
