// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trait queries with a fast path: operands or position exclude most ops before
// the trait lookup by TypeID, which would dominate a walk.
#ifndef LIB_OPMODEL_TRAITS_H
#define LIB_OPMODEL_TRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::amp {

/// Returns true if `op` has the trait ConstantLike, which implies no operands.
inline bool isConstantLike(Operation *op) {
  return op->getNumOperands() == 0 && op->hasTrait<OpTrait::ConstantLike>();
}

/// Returns true if `op` has the trait IsTerminator, which implies that `op` is
/// the last op of its block.
inline bool isTerminator(Operation *op) {
  Block *block = op->getBlock();
  return block && &block->back() == op && op->hasTrait<OpTrait::IsTerminator>();
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_TRAITS_H
