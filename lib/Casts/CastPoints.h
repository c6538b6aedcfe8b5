// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_CASTPOINTS_H
#define LIB_CASTS_CASTPOINTS_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/Builders.h"

namespace mlir::amp::casts {

/// Insertion points for casts. One cast of a value for all `uses` is placed
/// after the definition, or at the start of the innermost block that encloses
/// all uses, hoisted out of loops that do not contain the definition.
class CastPoints {
public:
  OpBuilder find(Value value, ArrayRef<OpOperand *> uses);

  /// Records that `cast` was created at the point found last; later casts at
  /// this point are placed after it.
  void placed(CastOp cast);

private:
  llvm::DenseMap<Block *, Operation *> lastAtStart;
  llvm::DenseMap<Operation *, Operation *> lastBehind;
  Block *startOf = nullptr;
  Operation *behind = nullptr;
};

} // namespace mlir::amp::casts

#endif // LIB_CASTS_CASTPOINTS_H
