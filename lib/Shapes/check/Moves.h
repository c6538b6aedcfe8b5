// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_MOVES_H
#define LIB_SHAPES_CHECK_MOVES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Whether `op` only moves elements, and no further than their indices tell.
bool movesElements(Operation *op);

/// Whether the result of `longer` holds at each index of that of `shorter` the
/// same element. Indices go where they go along each dimension by itself, so
/// those at both ends and next to what is joined or cut tell for all.
bool moveAlike(Operation *shorter, Operation *longer);

/// The same of broadcasts and transposes: by their dimensions.
bool broadcastAlike(Operation *shorter, Operation *longer);
bool transposeAlike(Operation *shorter, Operation *longer);

/// The same of reshapes. Both shapes are cut where what is in front has one
/// size; between cuts only the outermost dimension may be longer, as then all
/// others tell places alike.
bool regroupAlike(Operation *shorter, Operation *longer);

} // namespace mlir::amp

#endif // LIB_SHAPES_CHECK_MOVES_H
