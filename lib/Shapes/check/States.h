// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_STATES_H
#define LIB_SHAPES_CHECK_STATES_H

#include "lib/Shapes/check/Tails.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::shapes {

/// Public functions keep their types, but for states that say what they were:
/// argument and result grew alike. What they hold behind their end is zero.
LogicalResult checkSignature(FunctionOpInterface given,
                             FunctionOpInterface padded, Tails &tails);

/// States leave a function as they came: with zeros behind their end.
LogicalResult checkStates(FunctionOpInterface given, FunctionOpInterface padded,
                          Tails &tails);

/// A function that was added does nothing but pad with zeros and cut.
LogicalResult checkAdded(FunctionOpInterface function);

/// Returns the attributes of arguments or results, except for sizes.
Attribute withoutSizes(Attribute attributes);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_STATES_H
