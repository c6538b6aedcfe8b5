// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the forward pass that the backward pass uses:
//
//   %h = dot_general %x, %w      a root: saved, or stored in 8 bits
//   %a = tanh %h                 cheap: recomputed from the root
//   ------------------------------------------------------------
//   %s = seed 1.0
//   %d = multiply %a, %g         a late op: it depends on the seed
#ifndef LIB_SCALING_SAVED_SAVEDVALUES_H
#define LIB_SCALING_SAVED_SAVEDVALUES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::scaling {

/// Root, and its uses by late ops.
struct SavedRoot {
  Value root;
  SmallVector<OpOperand *> lateUses; ///< of the root and cheap ops on the root
  int64_t bytesBefore;               ///< least bytes to save without 8 bits

  /// Returns the number of leading dimensions that index rows; each row has one
  /// scale. Rows have as few trailing dimensions as hold 256 elements, or all.
  int64_t rowDims() const;
  int64_t scales() const;
  /// Returns the bytes of the 8-bit floats and f32 scales.
  int64_t bytesStored() const;
};

class SavedValues {
public:
  /// Analyzes the step in `block`, which contains its seeds. Ignores values of
  /// fewer than `leastElements` elements.
  SavedValues(Block &block, int64_t leastElements);

  /// Returns the roots that may be stored in 8 bits, in program order.
  /// Excludes: arguments; inputs of a softmax; operands of a contraction before
  /// or after one (attention and cross-entropy recompute these); roots that are
  /// compared with other values, as in the gradient of a maximum; divisors; and
  /// operands of logarithms, roots and powers.
  SmallVector<SavedRoot> findRoots() const;

  /// Returns true if `value` is computed from `root` by cheap ops, whose other
  /// operands are small or no floats.
  bool isOf(Value value, Value root) const {
    return roots.lookup(value) == root;
  }

private:
  bool isLarge(Value value) const;
  Value rootOf(Operation *op) const;
  void readEarly(Operation *op);
  void excludeContracted();
  void excludeChosen();
  void addLateUses(Value value, llvm::MapVector<Value, SavedRoot> &found) const;

  Block &block;
  const int64_t leastElements;
  llvm::DenseSet<Operation *> late;
  llvm::DenseMap<Value, Value> roots; ///< null: no large float
  llvm::DenseSet<Value> exponentials; ///< cheap values with an exponential
  llvm::DenseSet<Value> excluded;     ///< roots
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_SAVED_SAVEDVALUES_H
