// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_STATES_H
#define LIB_SHAPES_CHECK_STATES_H

#include "lib/Shapes/check/PaddingValues.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::shapes {

/// Public functions keep their types, except for padded states annotated with
/// their original shape. Argument and result have equal padding, of zeros.
LogicalResult checkSignature(FunctionOpInterface given,
                             FunctionOpInterface padded,
                             PaddingValues &padding);

/// Returned states have zero padding, as their arguments do.
LogicalResult checkStates(FunctionOpInterface given, FunctionOpInterface padded,
                          PaddingValues &padding);

/// An added function only pads with zeros or slices.
LogicalResult checkAdded(FunctionOpInterface function);

/// Returns the attributes of arguments or results, except those about sizes.
Attribute withoutSizes(Attribute attributes);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_STATES_H
