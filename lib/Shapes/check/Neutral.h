// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_NEUTRAL_H
#define LIB_SHAPES_CHECK_NEUTRAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if further copies of `number` change no result of a reduction
/// of one value: evaluated on numbers that would show a change.
bool changesNothing(Operation *reduce, Attribute number);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_NEUTRAL_H
