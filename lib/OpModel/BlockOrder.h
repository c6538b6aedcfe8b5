// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_BLOCKORDER_H
#define LIB_OPMODEL_BLOCKORDER_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Assigns an order index to an inserted op. MLIR assigns indices lazily, and
/// renumbers the whole block if two adjacent ops have none by then.
inline void keepOrder(Operation *inserted) {
  if (Operation *next = inserted->getNextNode())
    (void)inserted->isBeforeInBlock(next);
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_BLOCKORDER_H
