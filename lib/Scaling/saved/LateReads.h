// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Late ops that depend on 8-bit values, in regions and behind barriers too.
#ifndef LIB_SCALING_SAVED_LATEREADS_H
#define LIB_SCALING_SAVED_LATEREADS_H

#include "lib/Scaling/saved/Rounding.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::amp::scaling {

class SavedValues;

class LateReads {
public:
  LateReads(Block &block, const SavedValues &values)
      : block(block), values(values) {}

  /// Returns the roots that must stay exact. A late op that computes with them
  /// is ill-conditioned, or a result that does not depend on a seed, as that of
  /// a barrier, leaves the block or has side effects.
  ArrayRef<Value> findIllConditioned();

private:
  struct Fact {
    Rounding rounding;
    bool isSeeded = false; ///< depends on a seed
    llvm::SmallBitVector roots;
  };

  Fact factOf(Value value);
  bool join(Value value, const Fact &fact);
  void visit(Block &inner);
  void visit(Operation *op);
  bool handOver(Operation *op);
  void visitControl(Operation *op);
  void visitPlain(Operation *op);
  void exclude(const Fact &fact);
  unsigned numberOf(Value root);

  Block &block;
  const SavedValues &values;
  llvm::DenseMap<Value, Fact> facts; ///< of late values
  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<Value> roots; ///< by number
  llvm::SetVector<Value> ill;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_SAVED_LATEREADS_H
