// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_ATTRIBUTES_H
#define LIB_SHAPES_CHECK_ATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if `given` is the leading slice of `padded`.
bool startsWith(DenseElementsAttr padded, DenseElementsAttr given);

/// Compares attributes of two ops of one name, except those that state sizes.
bool haveSameAttributes(Operation *given, Operation *padded);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_ATTRIBUTES_H
