// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_LAWS_H
#define LIB_SHAPES_CHECK_LAWS_H

#include "lib/Shapes/check/Tails.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Succeeds if `longer`, which differs from `given` in the sizes of operands
/// and results only, returns the elements of `given`, and more in the padding.
/// Diagnoses.
LogicalResult checkLaw(Operation *given, Operation *longer, Tails &tails);

/// The indices of `given`, a gather, if those of `longer` are the same but that
/// they end where the operand of `given` does.
Value findClamped(Operation *given, Operation *longer);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_LAWS_H
