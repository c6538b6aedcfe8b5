// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_CASTPOINTS_H
#define LIB_CASTS_CASTPOINTS_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/Builders.h"

namespace mlir::amp::casts {

/// Position of the one cast of a value for all of `uses`: behind the value's
/// definition, or at the start of the branch that holds all uses, unless that
/// branch lies in a loop that the definition does not.
class CastPoints {
public:
  OpBuilder find(Value value, ArrayRef<OpOperand *> uses);

  /// Tells that `cast` was built at the point found last; later casts at the
  /// same place follow it.
  void placed(CastOp cast);

private:
  llvm::DenseMap<Block *, Operation *> lastAtStart;
  llvm::DenseMap<Operation *, Operation *> lastBehind;
  Block *startOf = nullptr;
  Operation *behind = nullptr;
};

} // namespace mlir::amp::casts

#endif // LIB_CASTS_CASTPOINTS_H
