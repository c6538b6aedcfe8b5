// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the forward pass that the backward pass reads:
//
//   %h = dot_general %x, %w      a root: saved, or stored in 8 bits
//   %a = tanh %h                 cheap: computed again from the root
//   ------------------------------------------------------------
//   %s = seed 1.0
//   %d = multiply %a, %g         a late op: it depends on the seed
#ifndef LIB_SCALING_SAVED_SAVEDVALUES_H
#define LIB_SCALING_SAVED_SAVEDVALUES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::scaling {

/// One root, and the uses by which late ops read it.
struct SavedRoot {
  Value root;
  SmallVector<OpOperand *> lateUses; ///< of the root, and of cheap ops on it
  int64_t bytesBefore;               ///< the least that has to be saved

  /// Leading dimensions that index rows; each row has one scale. The others
  /// are as few as hold 256 elements, or all.
  int64_t rowDims() const;
  int64_t scales() const;
  /// Of 8-bit floats and f32 scales.
  int64_t bytesStored() const;
};

class SavedValues {
public:
  /// Of the step in `block`, which holds its seeds. Values of fewer elements
  /// than `leastElements` are not considered.
  SavedValues(Block &block, int64_t leastElements);

  /// Roots that may be stored in 8 bits, in program order. None of them is an
  /// argument, feeds a softmax, is an operand of a contraction before or behind
  /// one (attention and cross-entropy compute these again), is compared with
  /// other values, as the gradient of a maximum does, or is a divisor, or what
  /// a logarithm or a power is of.
  SmallVector<SavedRoot> findRoots() const;

  /// Returns true if `value` is computed by cheap ops from `root` alone, small
  /// values and values that are no floats aside.
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
  llvm::DenseMap<Value, Value> roots; ///< null: of no large float
  llvm::DenseSet<Value> exponentials; ///< cheap values with an exponential
  llvm::DenseSet<Value> excluded;     ///< roots
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_SAVED_SAVEDVALUES_H
