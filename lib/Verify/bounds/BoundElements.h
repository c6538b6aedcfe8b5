// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H
#define LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H

#include "lib/OpModel/Kinds.h"
#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// The interval of f(x, y, …) for intervals of x, y, …
using ElementFunction = ClosedInterval (*)(ArrayRef<ClosedInterval>);

/// Returns the function that elementwise ops of this kind compute; null if none
/// is known.
ElementFunction findElementFunction(OpKind kind);

/// Bounds of the result of an op on the bits of integers, or of a bitcast; none
/// if the op is another, or nothing is known.
std::optional<ValueBounds> boundBits(Operation *op,
                                     ArrayRef<ValueBounds> operands);

/// Relation between elements of results and operands, by the kind of an op.
enum class Movement {
  none,
  all,       ///< the elements of the operand
  allOrZero, ///< the elements of the operand, or zeros
  some,      ///< some elements of the operand
  join,      ///< elements of the first two operands
  allOf,     ///< the elements of all operands
  perOperand ///< result i holds the elements of operand i
};

/// Rules of ops, each searched once.
class BoundRules {
public:
  /// Bounds of the results of `op` for these bounds of its operands. `isCast`:
  /// a cast of ours, which stands for the value that it reads.
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

/// Applies a function to bounds of operands of one shape.
ValueBounds boundElements(ElementFunction function,
                          ArrayRef<ValueBounds> operands);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H
