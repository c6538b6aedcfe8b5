// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_WEIGHTS_EFFECTSEARCH_H
#define LIB_VERIFY_WEIGHTS_EFFECTSEARCH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp::verify {

/// Search for ops with side effects, directly, in regions or in callees.
class EffectSearch {
public:
  /// Returns the ops with effects in [begin, end), in order.
  SmallVector<Operation *> list(Block::iterator begin, Block::iterator end);

private:
  bool hasEffects(Operation *op);

  llvm::DenseMap<Operation *, bool> known; ///< by function
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_EFFECTSEARCH_H
