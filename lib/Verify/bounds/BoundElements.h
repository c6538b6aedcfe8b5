// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H
#define LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H

#include "lib/OpModel/Kinds.h"
#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// Interval extension of a function f(x, y, …).
using ElementFunction = ClosedInterval (*)(ArrayRef<ClosedInterval>);

/// Returns the function that elementwise ops of this kind compute; null if none
/// is known.
ElementFunction findElementFunction(OpKind kind);

/// Returns the bounds of the result of a bitwise integer op or of a bitcast;
/// none for other ops, or if nothing is known.
std::optional<ValueBounds> boundBits(Operation *op,
                                     ArrayRef<ValueBounds> operands);

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

/// Applies an elementwise function to the bounds of its operands.
ValueBounds boundElements(ElementFunction function,
                          ArrayRef<ValueBounds> operands);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H
