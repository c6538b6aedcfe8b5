// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply(x, x)   ==>   never negative
#include "lib/OpModel/Elements.h"
#include "lib/Ranges/Patterns.h"
#include "lib/Ranges/Transfer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

Range transfer::sumOf(const Reading &reading) {
  return rounded(add(reading[0], reading[1]), reading.format);
}

Range transfer::difference(const Reading &reading) {
  if (reading.operand(0) == reading.operand(1))
    return zero();
  Range range = add(reading[0], negate(reading[1]));
  if (subtractsLargest(reading.operand(0), reading.operand(1)))
    range.hi = std::min<double>(range.hi, 0.0);
  return rounded(range, reading.format);
}

/// The root of `count` bounds the range: a rounded sum of squares is no smaller
/// than one of them.
static void boundNormalised(Range &range, double count) {
  // Squares that are lost are of less than 1.1e-19, beside an epsilon of 1e-30.
  double most = std::max<double>(std::sqrt(count), 1.1e-4);
  range.lo = std::max<double>(range.lo, -most);
  range.hi = std::min<double>(range.hi, most);
}

Range transfer::product(const Reading &reading) {
  Value a = reading.operand(0), b = reading.operand(1);
  if (a == b)
    return rounded(square(reading[0]), reading.format);
  Range range = multiply(reading[0], reading[1]);
  double count = findNormalised(a, b);
  if (count == 0)
    count = findNormalised(b, a);
  if (count > 0)
    boundNormalised(range, count);
  if (multipliesByShare(a, b) || multipliesByShare(b, a)) {
    range.lo = std::max<double>(range.lo, 0.0);
    range.hi = std::min<double>(range.hi, 1.0);
  }
  return rounded(range, reading.format);
}

Range transfer::quotient(const Reading &reading) {
  const Range &a = reading[0], &b = reading[1];
  Value whole = reading.operand(0), divisor = reading.operand(1);
  Range range = divide(a, b);
  if (reading.format.isInteger) {
    range.lo = std::floor(range.lo);
    range.hi = std::ceil(range.hi);
    range.least = 0;
    return range;
  }
  if (a.lo >= 0 && dividesBySum(whole, divisor)) {
    range.lo = std::max<double>(range.lo, 0.0);
    range.hi = std::min<double>(range.hi, 1.0);
  } else if (double count = findNormalisedBy(whole, divisor)) {
    boundNormalised(range, count);
  }
  return rounded(range, reading.format);
}

/// Of the sign of the dividend, and smaller than both operands. An integer's
/// remainder by zero is the dividend; a float's is NaN.
Range transfer::remainder(const Reading &reading) {
  const Range &a = reading[0], &b = reading[1];
  bool isBelowDivisor = !reading.format.isInteger || b.excludesZero();
  double most =
      isBelowDivisor ? std::min<double>(a.most(), b.most()) : a.most();
  Range range = between(a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0);
  range.isInteger = a.isInteger && b.isInteger;
  range.isCounted = range.isInteger && (a.isCounted || b.isCounted);
  return range;
}

Range transfer::negated(const Reading &reading) { return negate(reading[0]); }

/// A complex number is at most the root of two larger than its larger part.
Range transfer::magnitude(const Reading &reading) {
  Range range = absolute(reading[0]);
  if (!isa<ComplexType>(elementOf(reading.operand(0).getType())))
    return range;
  range.hi = range.hi * std::sqrt(2.0);
  range.isInteger = range.isCounted = false;
  return rounded(range, reading.format);
}

Range transfer::squared(const Reading &reading) {
  return rounded(square(reading[0]), reading.format);
}

Range transfer::reciprocal(const Reading &reading) {
  return rounded(divide(attained(1, 1), reading[0]), reading.format);
}

Range transfer::sign(const Reading &reading) {
  const Range &a = reading[0];
  Range range = between(a.lo > 0    ? 1
                        : a.lo == 0 ? 0
                                    : -1,
                        a.hi < 0    ? -1
                        : a.hi == 0 ? 0
                                    : 1);
  range.isInteger = true;
  return range;
}

static Range wholeOf(const Reading &reading, double (*round)(double)) {
  Range range = increasing(reading[0], round);
  range.isInteger = true;
  range.isCounted = reading[0].isCounted;
  return range;
}

Range transfer::floorOf(const Reading &reading) {
  return wholeOf(reading, std::floor);
}

Range transfer::ceilOf(const Reading &reading) {
  return wholeOf(reading, std::ceil);
}

/// Halves go one way or the other.
Range transfer::roundOf(const Reading &reading) {
  const Range &a = reading[0];
  Range range = wholeOf(reading, std::round);
  range.lo = std::ceil(a.lo - 0.5);
  range.hi = std::floor(a.hi + 0.5);
  return range;
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// x^n for a whole n, of x of any sign.
static Range wholePower(const Range &base, double exponent) {
  if (exponent == 0)
    return attained(1, 1);
  if (exponent < 0)
    return divide(attained(1, 1), wholePower(base, -exponent));
  bool isEven = std::fmod(exponent, 2) == 0;
  Range from = isEven ? absolute(base) : base;
  Range range =
      between(std::pow(from.lo, exponent), std::pow(from.hi, exponent));
  range.reachLo = std::pow(from.reachLo, exponent);
  range.reachHi = std::pow(from.reachHi, exponent);
  return range;
}

/// x^y for one y that is not whole: NaN where x is negative, but infinite of
/// minus infinity.
static Range fractionalPower(const Range &base, double exponent) {
  double hi =
      std::isinf(base.lo) ? base.most() : std::max<double>(base.hi, 0.0);
  Range range = between(std::pow(std::max<double>(base.lo, 0.0), exponent),
                        std::pow(hi, exponent));
  range.reachHi = std::pow(base.reachHi, exponent);
  return range;
}

/// Powers of integers to a negative exponent are 0, 1 or -1, by convention.
Range transfer::power(const Reading &reading) {
  const Range &base = reading[0], &exponent = reading[1];
  if (reading.format.isInteger && exponent.lo < 0)
    return {};
  if (std::isinf(exponent.lo) || std::isinf(exponent.hi))
    return {};
  if (exponent.lo == exponent.hi && exponent.lo == std::floor(exponent.lo))
    return rounded(wholePower(base, exponent.lo), reading.format);
  if (exponent.lo == exponent.hi && exponent.lo > 0)
    return rounded(fractionalPower(base, exponent.lo), reading.format);
  if (base.lo < 0 || (base.lo == 0 && exponent.lo < 0) || !base.isBounded() ||
      !exponent.isBounded())
    return {};
  double corners[] = {
      std::pow(base.lo, exponent.lo), std::pow(base.lo, exponent.hi),
      std::pow(base.hi, exponent.lo), std::pow(base.hi, exponent.hi)};
  return rounded(between(*std::min_element(corners, corners + 4),
                         *std::max_element(corners, corners + 4)),
                 reading.format);
}
