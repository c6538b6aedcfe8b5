// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tanh(anything)   ==>   between -1 and 1
#include "lib/Ranges/Transfer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

static constexpr double halfPi = 1.5707963267948966;
/// From here on, cancellation in 1 - x loses many digits.
static constexpr double nearOne = 0.99;

namespace {
/// The error of an implementation of a function beyond that of one operation,
/// and the bounds of the function, which no implementation leaves.
struct Slack {
  double relative = 0, absolute = 0;
  double lowest = -Range::infinity, largest = Range::infinity;
  bool keepsSign = false; ///< of the operand
};
} // namespace

static Range widened(Range range, const Slack &slack, const Format &format) {
  range = rounded(range, format);
  auto error = [&](double end) {
    return std::isinf(end) ? 0
                           : std::fabs(end) * slack.relative + slack.absolute;
  };
  range.lo -= error(range.lo);
  range.hi += error(range.hi);
  // A bound is rounded to the format.
  double off = format.margin;
  range.lo =
      std::max<double>(range.lo, slack.lowest - off * std::fabs(slack.lowest));
  range.hi = std::min<double>(range.hi,
                              slack.largest + off * std::fabs(slack.largest));
  return range;
}

/// Returns the range of an increasing function with the domain [from, to];
/// operands outside of it give NaN.
static Range grows(const TransferInput &reading, double (*function)(double),
                   double from = -Range::infinity, double to = Range::infinity,
                   Slack slack = {}) {
  Range a = reading[0];
  if (slack.keepsSign && a.lo >= 0)
    slack.lowest = 0;
  if (slack.keepsSign && a.hi <= 0)
    slack.largest = 0;
  a.lo = std::max<double>(a.lo, from);
  a.hi = std::min<double>(a.hi, to);
  a.reachLo = std::max<double>(a.reachLo, from);
  a.reachHi = std::min<double>(a.reachHi, to);
  return widened(increasing(a, function), slack, reading.format);
}

static Range grows(const TransferInput &reading, double (*function)(double),
                   const Slack &slack) {
  return grows(reading, function, -Range::infinity, Range::infinity, slack);
}

static Range always(const TransferInput &reading, double lo, double hi) {
  return rounded(attained(lo, hi), reading.format);
}

/// Vectorized exponentials clamp the exponent to that of the smallest normal
/// number.
static Range notBelowSmallest(Range range, const Format &format) {
  range.hi = std::max<double>(range.hi, format.smallest);
  return range;
}

Range transfer::exponential(const TransferInput &reading) {
  return notBelowSmallest(grows(reading, std::exp), reading.format);
}

/// Some implementations subtract one from the exponential.
Range transfer::exponentialMinusOne(const TransferInput &reading) {
  return grows(reading, std::expm1,
               Slack{0, 0x1p-22, -1, Range::infinity, true});
}

Range transfer::exponentialOfTwo(const TransferInput &reading) {
  return notBelowSmallest(grows(reading, std::exp2), reading.format);
}

Range transfer::logarithm(const TransferInput &reading) {
  return grows(reading, std::log, 0);
}

Range transfer::logarithmOfTwo(const TransferInput &reading) {
  return grows(reading, std::log2, 0);
}

Range transfer::logarithmOfTen(const TransferInput &reading) {
  return grows(reading, std::log10, 0);
}

Range transfer::logarithmPlusOne(const TransferInput &reading) {
  // Some implementations take the logarithm of the rounded sum.
  Slack slack{0, 0x1p-22};
  slack.keepsSign = true;
  return grows(reading, std::log1p, -1, Range::infinity, slack);
}

Range transfer::logistic(const TransferInput &reading) {
  // Some implementations compute it from the hyperbolic tangent of x / 2.
  return grows(
      reading, [](double x) { return 1 / (1 + std::exp(-x)); },
      Slack{0, 0x1p-22, 0, 1});
}

Range transfer::hyperbolicTangent(const TransferInput &reading) {
  return grows(reading, std::tanh, Slack{0, 0, -1, 1});
}

Range transfer::squareRoot(const TransferInput &reading) {
  return grows(reading, std::sqrt, 0);
}

Range transfer::cubeRoot(const TransferInput &reading) {
  // Some implementations raise to the power of a rounded third. XLA's last
  // Newton step maps a subnormal operand to a tiny number of either sign.
  const Range &a = reading[0];
  double smallest = reading.format.smallest;
  bool mayBeTiny = a.lo < smallest && a.hi > -smallest && a.most() > 0;
  return grows(reading, std::cbrt,
               Slack{0x1p-18, mayBeTiny ? std::cbrt(smallest) : 0});
}

/// The result for zero is infinite, of either sign.
Range transfer::inverseRoot(const TransferInput &reading) {
  const Range &a = reading[0];
  if (a.lo <= 0)
    return {};
  double lo = 1 / std::sqrt(a.hi), hi = 1 / std::sqrt(a.lo);
  return rounded(a.isBounded() ? attained(lo, hi) : between(lo, hi),
                 reading.format);
}

Range transfer::wave(const TransferInput &reading) {
  return always(reading, -1, 1);
}

Range transfer::errorFunction(const TransferInput &reading) {
  return grows(reading, std::erf, Slack{0, 0x1p-22, -1, 1, true});
}

Range transfer::errorComplement(const TransferInput &reading) {
  // Most implementations multiply by exp(-x^2), whose exponent is rounded.
  Range range = attained(std::erfc(reading[0].hi), std::erfc(reading[0].lo));
  return notBelowSmallest(
      widened(range, Slack{0x1p-14, 0, 0, 2}, reading.format), reading.format);
}

Range transfer::arcTangent(const TransferInput &reading) {
  return grows(reading, std::atan);
}

Range transfer::arcTangentOfTwo(const TransferInput &reading) {
  return always(reading, -2 * halfPi, 2 * halfPi);
}

Range transfer::arcSine(const TransferInput &reading) {
  // Some implementations subtract a rounded square from one.
  double absolute = reading[0].most() > nearOne ? 0x1p-11 : 0x1p-20;
  return grows(reading, std::asin, -1, 1,
               Slack{0, absolute, -halfPi, halfPi, true});
}

Range transfer::arcCosine(const TransferInput &reading) {
  return always(reading, 0, 2 * halfPi);
}

Range transfer::hyperbolicSine(const TransferInput &reading) {
  // Some implementations subtract the logarithm of two from the exponent.
  return grows(reading, std::sinh, Slack{0x1p-16});
}

Range transfer::hyperbolicCosine(const TransferInput &reading) {
  Range size = absolute(reading[0]);
  Range range = increasing(size, std::cosh);
  return widened(range, Slack{0x1p-16, 0, 1}, reading.format);
}

Range transfer::arcHyperbolicSine(const TransferInput &reading) {
  return grows(reading, std::asinh);
}

Range transfer::arcHyperbolicCosine(const TransferInput &reading) {
  // Some implementations subtract one from a rounded square.
  double absolute = reading[0].hi < 1 / nearOne ? 0x1p-11 : 0x1p-20;
  Range range =
      grows(reading, std::acosh, 1, Range::infinity, Slack{0, absolute, 0});
  if (reading[0].lo < 1 / nearOne)
    range.lo = 0;
  return range;
}
