// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_BLOCKORDER_H
#define LIB_OPMODEL_BLOCKORDER_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Gives an op that was inserted its place in the order of its block. MLIR does
/// so when somebody asks; where two neighbours have none by then, it numbers
/// the whole block again.
inline void keepOrder(Operation *inserted) {
  if (Operation *next = inserted->getNextNode())
    (void)inserted->isBeforeInBlock(next);
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_BLOCKORDER_H
