// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_LIMITS_H
#define LIB_PRECISION_LIMITS_H

#include "amp/Ranges.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::precision {

/// Use of an operand that a narrow format may spoil.
enum class Sensitivity {
  none,
  nearZero, ///< divides by it, or takes its logarithm or root
  angle,    ///< only its place within a turn counts
  below,    ///< whatever is very low gives the same
  far       ///< whatever is very low, or very high, gives the same
};

Sensitivity findSensitivity(OpOperand &operand);

/// Range and resolution of a number format.
class Limits {
public:
  explicit Limits(FloatType type);

  /// Why the format cannot hold these values; empty if it can, or if nobody
  /// knows.
  /// `magnitude` is likely to occur, by whatever estimate; `scale` is the
  /// factor of data that they are.
  std::string findLoss(const Range &range, Sensitivity read,
                       double magnitude = 0, double scale = 0) const;

  /// Why they become infinite; empty if they do not, or if nobody knows.
  std::string findOverflow(const Range &range, double magnitude) const;

  /// Returns true if the format holds all values of the range.
  bool holds(const Range &range, Sensitivity read) const;

  /// The same, where a recorded range counts as the end of what occurs, with
  /// room for what other runs make.
  bool heldSoFar(const Range &range, Sensitivity read) const;

  double largestNumber() const { return largest; }

private:
  double overflow;       ///< rounds to infinity
  double largest;        ///< number
  double smallestNormal; ///< below, digits go
  double tooSmall;       ///< below, few digits are left
  double mostIntegers;   ///< whole numbers up to here are exact
  double mostAngle;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_LIMITS_H
