// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_MOVES_H
#define LIB_SHAPES_CHECK_MOVES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::shapes {

/// Returns true if `op` only moves elements, by their indices alone.
bool movesElements(Operation *op);

/// Returns true if the result of `longer` has at each index of that of
/// `shorter` the same element. Each dimension maps its indices by itself, so
/// the indices at both ends, and next to joints and cuts, decide.
bool moveAlike(Operation *shorter, Operation *longer);

/// The same of broadcasts and transposes: by their dimensions.
bool broadcastAlike(Operation *shorter, Operation *longer);
bool transposeAlike(Operation *shorter, Operation *longer);

/// The same of reshapes. Both shapes are cut where what is in front has one
/// size; between cuts only the outermost dimension may be longer, as then all
/// others tell places alike.
bool regroupAlike(Operation *shorter, Operation *longer);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_MOVES_H
