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

Range transfer::sumOf(const TransferInput &reading) {
  return rounded(add(reading[0], reading[1]), reading.format);
}

Range transfer::difference(const TransferInput &reading) {
  if (reading.operand(0) == reading.operand(1))
    return zero();
  Range range = add(reading[0], negate(reading[1]));
  if (subtractsLargest(reading.operand(0), reading.operand(1)))
    range.hi = std::min<double>(range.hi, 0.0);
  return rounded(range, reading.format);
}

/// Bounds the range by sqrt(count): a rounded sum of squares is no smaller than
/// one of its summands.
static void boundNormalised(Range &range, double count) {
  // Squares underflow below 1.1e-19. Divided by the root of the least epsilon,
  // 1e-30, such an element is at most 1.1e-4.
  double most = std::max<double>(std::sqrt(count), 1.1e-4);
  range.lo = std::max<double>(range.lo, -most);
  range.hi = std::min<double>(range.hi, most);
}

Range transfer::product(const TransferInput &reading) {
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

Range transfer::quotient(const TransferInput &reading) {
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

/// The remainder has the sign of the dividend, and is no larger than either
/// operand. By zero, an integer remainder is the dividend, a float one is NaN.
Range transfer::remainder(const TransferInput &reading) {
  const Range &a = reading[0], &b = reading[1];
  bool isBelowDivisor = !reading.format.isInteger || b.excludesZero();
  double most =
      isBelowDivisor ? std::min<double>(a.most(), b.most()) : a.most();
  Range range = between(a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0);
  range.isInteger = a.isInteger && b.isInteger;
  range.isCounted = range.isInteger && (a.isCounted || b.isCounted);
  return range;
}

Range transfer::negated(const TransferInput &reading) {
  return negate(reading[0]);
}

/// The magnitude of a complex number is at most sqrt(2) times its larger part.
Range transfer::magnitude(const TransferInput &reading) {
  Range range = absolute(reading[0]);
  if (!isa<ComplexType>(elementOf(reading.operand(0).getType())))
    return range;
  range.hi = range.hi * std::sqrt(2.0);
  range.isInteger = range.isCounted = false;
  return rounded(range, reading.format);
}

Range transfer::squared(const TransferInput &reading) {
  return rounded(square(reading[0]), reading.format);
}

Range transfer::reciprocal(const TransferInput &reading) {
  return rounded(divide(attained(1, 1), reading[0]), reading.format);
}

Range transfer::sign(const TransferInput &reading) {
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

static Range wholeOf(const TransferInput &reading, double (*round)(double)) {
  Range range = increasing(reading[0], round);
  range.isInteger = true;
  range.isCounted = reading[0].isCounted;
  return range;
}

Range transfer::floorOf(const TransferInput &reading) {
  return wholeOf(reading, std::floor);
}

Range transfer::ceilOf(const TransferInput &reading) {
  return wholeOf(reading, std::ceil);
}

/// Covers halves rounded in either direction.
Range transfer::roundOf(const TransferInput &reading) {
  const Range &a = reading[0];
  Range range = wholeOf(reading, std::round);
  range.lo = std::ceil(a.lo - 0.5);
  range.hi = std::floor(a.hi + 0.5);
  return range;
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// Returns the range of x^n for an integer n and x of any sign.
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

/// Returns the range of x^y for a constant y that is not an integer: NaN if x
/// is negative, but infinite if x is minus infinity.
static Range fractionalPower(const Range &base, double exponent) {
  double hi =
      std::isinf(base.lo) ? base.most() : std::max<double>(base.hi, 0.0);
  Range range = between(std::pow(std::max<double>(base.lo, 0.0), exponent),
                        std::pow(hi, exponent));
  range.reachHi = std::pow(base.reachHi, exponent);
  return range;
}

/// Powers of integers to a negative exponent are 0, 1 or -1, by convention.
Range transfer::power(const TransferInput &reading) {
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
