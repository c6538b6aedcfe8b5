// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_LAWS_H
#define LIB_SHAPES_CHECK_LAWS_H

#include "lib/Shapes/check/Tails.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Whether `longer`, which is `given` but for the sizes of what it reads and
/// makes, makes what `given` makes, and more behind its end. Diagnoses.
LogicalResult checkLaw(Operation *given, Operation *longer, Tails &tails);

/// The indices of `given`, a gather, if those of `longer` are the same but that
/// they end where the operand of `given` does.
Value findClamped(Operation *given, Operation *longer);

} // namespace mlir::amp

#endif // LIB_SHAPES_CHECK_LAWS_H
