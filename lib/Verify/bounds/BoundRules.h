// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_BOUNDRULES_H
#define LIB_VERIFY_BOUNDS_BOUNDRULES_H

#include "lib/Verify/bounds/BoundElements.h"

namespace mlir::amp::verify {

/// Relation between the elements of results and operands, by the kind of an op.
enum class Movement {
  none,
  all,       ///< the elements of the operand
  allOrZero, ///< the elements of the operand, or zeros
  some,      ///< some elements of the operand
  join,      ///< elements of the first two operands
  allOf,     ///< the elements of all operands
  perOperand ///< result i holds the elements of operand i
};

/// Bound rules of ops, with a cache by op name.
class BoundRules {
public:
  /// Computes bounds of the results of `op` from bounds of its operands.
  /// `isCast`: an inserted cast, whose result has the bounds of the operand.
  void boundResults(Operation *op, ArrayRef<ValueBounds> operands,
                    MutableArrayRef<ValueBounds> results, bool isCast);

private:
  struct Rule {
    OpKind kind;
    Movement movement;
    ElementFunction function;
    bool mayBeMark;
    bool isSum;
    bool isBitcast;
  };
  const Rule &find(Operation *op);

  llvm::DenseMap<const void *, Rule> rules;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDRULES_H
