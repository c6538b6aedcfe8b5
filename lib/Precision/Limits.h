// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_LIMITS_H
#define LIB_PRECISION_LIMITS_H

#include "amp/Ranges.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::precision {

/// Sensitivity of an op to the rounding of an operand.
enum class Sensitivity {
  none,
  nearZero, ///< divisor, or operand of a logarithm or root
  angle,    ///< counts modulo 2 pi
  below,    ///< saturates for very low values
  far       ///< saturates for very low and very high values
};

Sensitivity findSensitivity(OpOperand &operand);

/// Range and resolution of a number format.
class Limits {
public:
  explicit Limits(FloatType type);

  /// Returns the reason why these values do not fit in the format; empty if
  /// they fit, or if that is unknown. `magnitude` is an estimate of the largest
  /// value; `scale` is the constant factor of scaled data of unknown range.
  std::string findLoss(const Range &range, Sensitivity read,
                       double magnitude = 0, double scale = 0) const;

  /// Returns the reason why values overflow; empty if they do not, or if that
  /// is unknown.
  std::string findOverflow(const Range &range, double magnitude) const;

  /// Returns true if the format holds all values of the range.
  bool holds(const Range &range, Sensitivity read) const;

  /// As `holds`, but a recorded range, enlarged by a margin for other runs,
  /// also counts as a bound.
  bool heldSoFar(const Range &range, Sensitivity read) const;

  double largestNumber() const { return largest; }

  /// Returns the magnitude from which the spacing of the format exceeds 1/16.
  double largestAngle() const { return mostAngle; }

private:
  double overflow;       ///< smallest magnitude that rounds to infinity
  double largest;        ///< largest finite number
  double smallestNormal; ///< smaller numbers have a reduced precision
  double tooSmall;       ///< smaller numbers have a precision of few bits
  double mostIntegers;   ///< integers up to here are exact
  double mostAngle;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_LIMITS_H
