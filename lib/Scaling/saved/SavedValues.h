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

#include "lib/Scaling/saved/Rounding.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::scaling {

/// Value of which the mean of each row is subtracted. The deviation is stored
/// instead of the value, which is recomputed as their sum.
struct Centre {
  Value value;          ///< a root
  Operation *deviation; ///< subtracts the mean from `value`, perhaps converted
};

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
  /// compared with other values, as in the gradient of a maximum; divisors;
  /// operands of logarithms, roots and powers; and roots on which late ops have
  /// an ill-conditioned dependence (LateReads).
  SmallVector<SavedRoot> findRoots() const;

  /// Returns sums of roots over dimensions that late ops use, perhaps behind
  /// cheap ops, without a deviation of the root from its mean: gradients of the
  /// variance E[x^2] - E[x]^2 cancel unless the deviation is stored.
  SmallVector<Operation *> findLateSums() const;

  /// Returns true if `value` is computed from `root` by cheap ops, whose other
  /// operands are small or no floats.
  bool isOf(Value value, Value root) const {
    return roots.lookup(value) == root;
  }

  /// Returns the value that is stored as the deviation `root`; null if the root
  /// itself is stored.
  const Centre *findCentre(Value root) const;

  bool isLate(Operation *op) const { return late.contains(op); }
  /// Returns the root and the error of a value that late ops would recompute;
  /// null for values that stay exact.
  Value rootOf(Value value) const {
    Value root = roots.lookup(value);
    return root && !isa<BlockArgument>(root) ? root : Value();
  }
  Rounding roundingOf(Value value) const;

private:
  bool isLarge(Value value) const;
  Value originOf(Operation *op) const;
  void readEarly(Operation *op);
  void excludeContracted();
  void excludeChosen();
  void addCentre(Operation *op);
  bool isReadLate(Value value) const;
  void addRoot(Value value);
  void splitOrigins(Operation *op);
  void excludeConditioned();
  void addLateUses(Value value, llvm::MapVector<Value, SavedRoot> &found) const;
  void keepGroup(MutableArrayRef<SavedRoot> group,
                 SmallVectorImpl<SavedRoot> &kept) const;

  Block &block;
  const int64_t leastElements;
  llvm::DenseSet<Operation *> late;
  /// Values that cheap ops compute from one value have that as origin; null: no
  /// large float.
  llvm::DenseMap<Value, Value> origins;
  /// Origins, and results of ill-conditioned cheap ops.
  llvm::DenseMap<Value, Value> roots;
  llvm::DenseMap<Value, Rounding> roundings;
  llvm::DenseMap<Value, Centre> centres; ///< by value
  llvm::DenseSet<Value> exponentials;    ///< cheap values with an exponential
  llvm::DenseSet<Value> excluded;        ///< origins
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_SAVED_SAVEDVALUES_H
