// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_NEUTRAL_H
#define LIB_SHAPES_CHECK_NEUTRAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if more elements of value `number` leave every result of a
/// reduction unchanged, by evaluation on a set of critical numbers.
bool changesNothing(Operation *reduce, Attribute number);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_NEUTRAL_H
