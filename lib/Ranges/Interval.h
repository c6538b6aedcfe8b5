// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic with ranges. Ends are exact in double, or a unit of double off;
// `rounded` adds what the format of the result does.
#ifndef LIB_RANGES_INTERVAL_H
#define LIB_RANGES_INTERVAL_H

#include "amp/Ranges.h"

namespace mlir::amp::ranges {

/// Effect of one operation on a result of this element type.
struct Format {
  double margin = 0;                ///< relative error of one operation
  double unit = 0;                  ///< relative error of one rounding
  double largest = Range::infinity; ///< beyond is infinite, or wraps
  double smallest = 0;              ///< below may be zero
  double lowest = -Range::infinity; ///< of integers
  double allIntegers = 0;           ///< whole numbers up to here are exact
  bool isInteger = false;
  bool isWide = false; ///< f64: as wide as what ends are computed in

  static Format of(Type element);
};

Range between(double lo, double hi);
/// Values that all do occur: a constant's, a counter's.
Range attained(double lo, double hi);
/// Range of the zero that an op writes where it has no element: a whole number.
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

/// The sum of `start` and `count` elements of `a`, in any order; each partial
/// sum rounds.
Range sum(const Range &start, const Range &a, double count,
          const Format &format);

/// The image of `a` under an increasing function.
Range increasing(const Range &a, double (*function)(double));

/// Ends that some operand within its range attains: an infinite end stands for
/// elements that are as large as they like.
double lowReach(const Range &a);
double highReach(const Range &a);

/// Moves the ends outwards by what an operation in this format may be off.
Range rounded(Range a, const Format &format);
/// Returns the range of an exact operation's result in this format.
Range fitted(Range a, const Format &format);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_INTERVAL_H
