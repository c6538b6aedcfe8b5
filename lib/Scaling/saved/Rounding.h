// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of values that are computed from a value stored in 8 bits, each
// element of which errs by up to 1/16 of itself:
//
//   %u                   relative
//   %u * %u * 0.04       relative
//   1.0 + tanh %u        bounded
//   %u * (1.0 + tanh %u) mixed
//   %u - %mean, sine %u  ill-conditioned: any error relative to the result
#ifndef LIB_SCALING_SAVED_ROUNDING_H
#define LIB_SCALING_SAVED_ROUNDING_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::amp::scaling {

/// Sign of the elements of a value: constant, or that of another value.
struct Sign {
  Value of;                ///< null: a constant sign
  bool isNegative = false; ///< opposite to `of`, or nonpositive
  bool isZero = false;     ///< any sign
  bool operator==(const Sign &other) const {
    return of == other.of && isNegative == other.isNegative;
  }
  bool isPlus() const { return !of && !isNegative; }
  bool isMinus() const { return !of && isNegative; }
};

/// Error of a value.
struct Rounding {
  enum Error {
    none,
    bounded,  ///< the value is at most about 2, its error at most about 1/8
    relative, ///< a small part of the value
    mixed     ///< a small part of what the value is a product or sum of
  };
  Error error = none;
  Sign sign;
  /// The error is a small part of the distance to the mean of a row, so that
  /// the addition of exact values does not cancel.
  bool isCentred = false;
};

/// Returns the operand of the conversion that computes `value`; else `value`.
Value beforeConvert(Value value);

/// Returns the number in all elements of a constant, possibly broadcast,
/// reshaped or converted; none for other values.
std::optional<double> findSplat(Value value);

/// Returns the error of an exact value.
Rounding roundingOfExact(Value value);

/// Returns the error of the result of `op`, whose operands have the errors
/// `roundingOf`. None if `op` is ill-conditioned, or not known to be well
/// conditioned.
std::optional<Rounding> applyRounding(Operation *op,
                                      function_ref<Rounding(Value)> roundingOf);

/// Returns true if `op` is well conditioned when operands of which `isRounded`
/// is true depend on a gradient: products, sums and bounded functions are.
bool isHarmlessToGradients(Operation *op, function_ref<bool(Value)> isRounded);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_SAVED_ROUNDING_H
