// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries of traits that rule most ops out by their operands or their place: a
// search for a trait by its id takes longer than most visits of an op.
#ifndef LIB_OPMODEL_TRAITS_H
#define LIB_OPMODEL_TRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::amp {

/// Returns whether `op` has the trait ConstantLike, which implies no operands.
inline bool isConstantLike(Operation *op) {
  return op->getNumOperands() == 0 && op->hasTrait<OpTrait::ConstantLike>();
}

/// Returns whether `op` has the trait IsTerminator, which implies that `op` is
/// the last one in its block.
inline bool isTerminator(Operation *op) {
  Block *block = op->getBlock();
  return block && &block->back() == op && op->hasTrait<OpTrait::IsTerminator>();
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_TRAITS_H
