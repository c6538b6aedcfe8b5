// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_NEUTRAL_H
#define LIB_SHAPES_CHECK_NEUTRAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Whether reading `number` any more often changes no result of a reduction of
/// one value: tried on numbers that would show it.
bool changesNothing(Operation *reduce, Attribute number);

} // namespace mlir::amp

#endif // LIB_SHAPES_CHECK_NEUTRAL_H
