// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic. Bounds are exact in double, or one ulp of double off;
// `rounded` adds the rounding error of the result format.
#ifndef LIB_RANGES_INTERVAL_H
#define LIB_RANGES_INTERVAL_H

#include "amp/Ranges.h"

namespace mlir::amp::ranges {

/// Number format of an element type: rounding error and limits.
struct Format {
  double margin = 0;                ///< relative error of one operation
  double unit = 0;                  ///< relative error of one rounding
  double largest = Range::infinity; ///< larger results are infinite, or wrap
  double smallest = 0;              ///< smaller magnitudes may be flushed to 0
  double lowest = -Range::infinity; ///< lower results are infinite, or wrap
  double allIntegers = 0;           ///< integers up to here are exact
  bool isInteger = false;
  bool isWide = false; ///< f64: as wide as the type of the bounds

  static Format of(Type element);
};

Range between(double lo, double hi);
/// Returns a range whose bounds occur, such as that of a constant or iota.
Range attained(double lo, double hi);
/// Range of the integer zero that an op writes where it has no element.
Range zero();

Range hull(const Range &a, const Range &b);
Range negate(const Range &a);
Range add(const Range &a, const Range &b);
Range multiply(const Range &a, const Range &b);
Range divide(const Range &a, const Range &b);
Range square(const Range &a);
Range absolute(const Range &a);
Range maximum(const Range &a, const Range &b);
Range minimum(const Range &a, const Range &b);

/// Returns the range of the sum of `start` and `count` elements of `a`, in any
/// order; each partial sum rounds.
Range sum(const Range &start, const Range &a, double count,
          const Format &format);

/// Returns the image of `a` under an increasing function.
Range increasing(const Range &a, double (*function)(double));

/// Return the least and the largest value that an operand is assumed to attain;
/// an infinite bound stands for arbitrarily large elements.
double lowReach(const Range &a);
double highReach(const Range &a);

/// Widens the bounds by the error of one operation in this format.
Range rounded(Range a, const Format &format);
/// Returns the range of an exact operation's result in this format.
Range fitted(Range a, const Format &format);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_INTERVAL_H
