// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// [1, 2] * [-3, 5]   ==>   [-6, 10]
#include "lib/Ranges/Interval.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// Product of bounds. An infinite bound stands for unbounded finite values, so
/// that 0 * inf is 0.
static double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

static Range between(double lo, double hi, double least) {
  Range range;
  range.lo = lo;
  range.hi = hi;
  range.least = least;
  return range;
}

Range amp::ranges::between(double lo, double hi) {
  return ::between(lo, hi, 0);
}

Range amp::ranges::attained(double lo, double hi) {
  Range range = between(lo, hi);
  range.reachLo = std::min<double>(range.lo, 0.0);
  range.reachHi = std::max<double>(range.hi, 0.0);
  return range;
}

Range amp::ranges::zero() {
  Range range = attained(0, 0);
  range.isInteger = true;
  return range;
}

/// Derives the remaining facts from the bounds.
static Range completed(Range a) {
  if (a.isInteger)
    a.least = std::max<double>(a.least, 1.0);
  if (a.lo == 0 && a.hi == 0)
    a.least = Range::infinity;
  else if (a.excludesZero())
    a.least = std::max<double>(a.least, a.lo > 0 ? a.lo : -a.hi);
  a.reachLo = std::min<double>(std::max<double>(a.reachLo, a.lo),
                               std::min<double>(a.hi, 0.0));
  a.reachHi = std::max<double>(std::min<double>(a.reachHi, a.hi),
                               std::max<double>(a.lo, 0.0));
  if (std::isinf(a.reachLo))
    a.reachLo = 0;
  if (std::isinf(a.reachHi))
    a.reachHi = 0;
  if (a.lo == -Range::infinity && a.hi == Range::infinity)
    a.isDeclared = false;
  return a;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Range amp::ranges::hull(const Range &a, const Range &b) {
  Range all = a;
  all.lo = std::min<double>(a.lo, b.lo);
  all.hi = std::max<double>(a.hi, b.hi);
  all.reachLo = std::min<double>(a.reachLo, b.reachLo);
  all.reachHi = std::max<double>(a.reachHi, b.reachHi);
  all.least = std::min<double>(a.least, b.least);
  all.isInteger &= b.isInteger;
  all.isCounted |= b.isCounted;
  all.isConstant &= b.isConstant;
  all.isDeclared |= b.isDeclared;
  all.isGuarded |= b.isGuarded;
  all.isRecorded &= b.isRecorded;
  return all;
}

Range amp::ranges::negate(const Range &a) {
  Range range = a;
  range.lo = -a.hi;
  range.hi = -a.lo;
  range.reachLo = -a.reachHi;
  range.reachHi = -a.reachLo;
  range.isConstant = range.isRecorded = false;
  return range;
}

/// Sets the integer flags: a result of integers is an integer.
static Range combined(Range result, const Range &a, const Range &b) {
  result.isInteger = a.isInteger && b.isInteger;
  result.isCounted = result.isInteger && (a.isCounted || b.isCounted);
  return result;
}

Range amp::ranges::add(const Range &a, const Range &b) {
  Range range = between(a.lo + b.lo, a.hi + b.hi);
  range.reachLo = a.reachLo + b.reachLo;
  range.reachHi = a.reachHi + b.reachHi;
  return combined(range, a, b);
}

/// Returns the least and the largest result over the four pairs of bounds.
static std::pair<double, double> ends(double aLo, double aHi, double bLo,
                                      double bHi,
                                      double (*combine)(double, double)) {
  double corners[] = {combine(aLo, bLo), combine(aLo, bHi), combine(aHi, bLo),
                      combine(aHi, bHi)};
  double lo = corners[0], hi = corners[0];
  for (double corner : corners) {
    if (std::isnan(corner))
      return {-Range::infinity, Range::infinity};
    lo = std::min(lo, corner);
    hi = std::max(hi, corner);
  }
  return {lo, hi};
}

Range amp::ranges::multiply(const Range &a, const Range &b) {
  auto [lo, hi] = ends(a.lo, a.hi, b.lo, b.hi, times);
  double least = std::isinf(a.least) || std::isinf(b.least) ? Range::infinity
                                                            : a.least * b.least;
  Range range = ::between(lo, hi, least);
  std::tie(range.reachLo, range.reachHi) =
      ends(a.reachLo, a.reachHi, b.reachLo, b.reachHi, times);
  return combined(range, a, b);
}

/// The quotient is unknown if the divisor may be zero, which has either sign.
Range amp::ranges::divide(const Range &a, const Range &b) {
  if (!b.excludesZero())
    return {};
  auto over = [](double x, double y) { return x == 0 ? 0 : x / y; };
  auto [lo, hi] = ends(a.lo, a.hi, b.lo, b.hi, over);
  Range range =
      ::between(lo, hi, std::isinf(b.most()) ? 0 : a.least / b.most());
  if (b.lo == b.hi) {
    std::tie(range.reachLo, range.reachHi) =
        ends(a.reachLo, a.reachHi, b.lo, b.lo, over);
    return range;
  }
  // A bounded divisor is assumed to reach its least magnitude. An unbounded
  // one, such as x + epsilon, hardly does.
  if (a.reach() > 0 && b.isBounded() && b.least > 0) {
    range.reachHi = a.reach() / b.least;
    range.reachLo = -range.reachHi;
  }
  return range;
}

Range amp::ranges::square(const Range &a) {
  double lo =
      a.excludesZero() ? std::min<double>(std::fabs(a.lo), std::fabs(a.hi)) : 0;
  Range range = ::between(lo * lo, a.most() * a.most(), a.least * a.least);
  range.reachHi = a.reach() * a.reach();
  return combined(range, a, a);
}

Range amp::ranges::absolute(const Range &a) {
  Range range = a;
  range.lo =
      a.excludesZero() ? std::min<double>(std::fabs(a.lo), std::fabs(a.hi)) : 0;
  range.hi = a.most();
  range.reachLo = 0;
  range.reachHi = a.reach();
  range.isConstant = range.isRecorded = false;
  return range;
}

Range amp::ranges::maximum(const Range &a, const Range &b) {
  Range range = hull(a, b);
  range.lo = std::max<double>(a.lo, b.lo);
  range.reachLo = std::max<double>(lowReach(a), lowReach(b));
  range.isConstant = range.isRecorded = false;
  return range;
}

Range amp::ranges::minimum(const Range &a, const Range &b) {
  return negate(maximum(negate(a), negate(b)));
}

/// Each partial sum has a relative error of one unit, and an absolute error of
/// at most its summand. Sums of nonnegative values are no smaller than a
/// summand.
Range amp::ranges::sum(const Range &start, const Range &a, double count,
                       const Format &format) {
  double most = start.most() + times(count, a.most());
  bool isExact = start.isInteger && a.isInteger &&
                 (format.isInteger || most <= format.allIntegers);
  double share = isExact ? 0 : std::min(count * format.unit, 1.0);
  double off = std::min(times(share, most), times(count, a.most()));
  Range range =
      between(start.lo + times(count, a.lo), start.hi + times(count, a.hi));
  bool isPositive = start.lo >= 0 && a.lo >= 0;
  bool isNegative = start.hi <= 0 && a.hi <= 0;
  if (!isExact && std::isfinite(range.lo))
    range.lo -= isPositive ? share * range.lo : off;
  if (!isExact && std::isfinite(range.hi))
    range.hi += isNegative ? share * -range.hi : off;
  if (isPositive || isNegative)
    range.least = std::min<double>(start.least, a.least);
  range.reachLo = start.reachLo + a.reachLo;
  range.reachHi = start.reachHi + a.reachHi;
  if (isPositive)
    range.lo = std::max<double>({range.lo, start.lo, count >= 1 ? a.lo : 0.0});
  if (isNegative)
    range.hi = std::min<double>({range.hi, start.hi, count >= 1 ? a.hi : 0.0});
  range = combined(range, start, a);
  range.isCounted |= range.isInteger && count > 1;
  return range;
}

double amp::ranges::lowReach(const Range &a) {
  return std::isinf(a.lo)
             ? a.lo
             : std::max<double>(a.lo, std::min<double>(a.reachLo, a.hi));
}

double amp::ranges::highReach(const Range &a) {
  return std::isinf(a.hi)
             ? a.hi
             : std::min<double>(a.hi, std::max<double>(a.reachHi, a.lo));
}

Range amp::ranges::increasing(const Range &a, double (*function)(double)) {
  Range range = between(function(a.lo), function(a.hi));
  double low = function(lowReach(a)), high = function(highReach(a));
  range.reachLo = low < 0 ? low : 0;
  range.reachHi = high > 0 ? high : 0;
  return range;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

Format Format::of(Type element) {
  Format format;
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    int precision = llvm::APFloat::semanticsPrecision(semantics);
    format.margin = std::ldexp(1, -std::min(precision - 1, 20));
    format.unit = std::ldexp(1, -precision);
    format.allIntegers = std::ldexp(1, precision);
    format.largest = llvm::APFloat::getLargest(semantics).convertToDouble();
    format.smallest =
        std::ldexp(1, llvm::APFloat::semanticsMinExponent(semantics));
    format.lowest = -format.largest;
    format.isWide = type.isF64();
    return format;
  }
  auto type = dyn_cast<IntegerType>(element);
  unsigned width = type ? type.getWidth() : 64;
  bool isUnsigned = width == 1 || (type && type.isUnsigned());
  format.isInteger = true;
  format.largest = std::ldexp(1, width - !isUnsigned) - 1;
  format.lowest = isUnsigned ? 0 : -std::ldexp(1, width - 1);
  return format;
}

Range amp::ranges::rounded(Range a, const Format &format) {
  if (a.isInteger && a.most() <= format.allIntegers)
    return a;
  // Infinity is exact except for f64, because double has no larger numbers.
  auto error = [&](double end) {
    if (end == 0 || (std::isinf(end) && !format.isWide))
      return 0.0;
    return std::max(std::fabs(end), format.smallest) * format.margin;
  };
  a.lo -= error(a.lo);
  a.hi += error(a.hi);
  a.least -= std::isinf(a.least) ? 0 : a.least * format.margin;
  return a;
}

/// Integers wrap around. Floats overflow to infinity, and devices may flush
/// subnormals to zero.
Range amp::ranges::fitted(Range a, const Format &format) {
  if (format.isInteger) {
    a.isInteger = true;
    // Double does not represent larger integers exactly.
    constexpr double allExact = 0x1p53;
    if (std::fabs(a.lo) > allExact)
      a.lo -= std::fabs(a.lo) / allExact;
    if (std::fabs(a.hi) > allExact)
      a.hi += std::fabs(a.hi) / allExact;
    if (a.lo < format.lowest || a.hi > format.largest) {
      a.lo = format.lowest;
      a.hi = format.largest;
      a.least = a.reachLo = a.reachHi = 0;
    }
    return completed(a);
  }
  if (a.lo < format.lowest)
    a.lo = -Range::infinity;
  if (a.hi > format.largest)
    a.hi = Range::infinity;
  if (a.least < format.smallest) {
    a.least = 0;
    if (std::fabs(a.lo) < format.smallest)
      a.lo = std::min<double>(a.lo, 0.0);
    if (std::fabs(a.hi) < format.smallest)
      a.hi = std::max<double>(a.hi, 0.0);
  }
  return completed(a);
}
