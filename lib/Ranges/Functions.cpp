// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tanh(anything)   ==>   between -1 and 1
#include "lib/Ranges/Transfer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

static constexpr double halfPi = 1.5707963267948966;

/// An increasing function, on the part of the operand where it is defined: what
/// lies outside becomes NaN.
static Range grows(const Reading &reading, double (*function)(double),
                   double from = -Range::infinity,
                   double to = Range::infinity) {
  Range a = reading[0];
  a.lo = std::max(a.lo, from);
  a.hi = std::min(a.hi, to);
  a.reachLo = std::max(a.reachLo, from);
  return rounded(increasing(a, function), reading.format);
}

static Range always(const Reading &reading, double lo, double hi) {
  return rounded(between(lo, hi), reading.format);
}

Range transfer::exponential(const Reading &reading) {
  return grows(reading, std::exp);
}

Range transfer::exponentialMinusOne(const Reading &reading) {
  return grows(reading, std::expm1);
}

Range transfer::exponentialOfTwo(const Reading &reading) {
  return grows(reading, std::exp2);
}

Range transfer::logarithm(const Reading &reading) {
  return grows(reading, std::log, 0);
}

Range transfer::logarithmOfTwo(const Reading &reading) {
  return grows(reading, std::log2, 0);
}

Range transfer::logarithmOfTen(const Reading &reading) {
  return grows(reading, std::log10, 0);
}

Range transfer::logarithmPlusOne(const Reading &reading) {
  return grows(reading, std::log1p, -1);
}

Range transfer::logistic(const Reading &reading) {
  return grows(reading, [](double x) { return 1 / (1 + std::exp(-x)); });
}

Range transfer::hyperbolicTangent(const Reading &reading) {
  return grows(reading, std::tanh);
}

Range transfer::squareRoot(const Reading &reading) {
  return grows(reading, std::sqrt, 0);
}

Range transfer::cubeRoot(const Reading &reading) {
  return grows(reading, std::cbrt);
}

/// Of zero it is infinite, of one sign or the other.
Range transfer::inverseRoot(const Reading &reading) {
  const Range &a = reading[0];
  if (a.lo <= 0)
    return {};
  return rounded(between(1 / std::sqrt(a.hi), 1 / std::sqrt(a.lo)),
                 reading.format);
}

Range transfer::wave(const Reading &reading) { return always(reading, -1, 1); }

Range transfer::errorFunction(const Reading &reading) {
  return grows(reading, std::erf);
}

Range transfer::errorComplement(const Reading &reading) {
  const Range &a = reading[0];
  return rounded(between(std::erfc(a.hi), std::erfc(a.lo)), reading.format);
}

Range transfer::arcTangent(const Reading &reading) {
  return grows(reading, std::atan);
}

Range transfer::arcTangentOfTwo(const Reading &reading) {
  return always(reading, -2 * halfPi, 2 * halfPi);
}

Range transfer::arcSine(const Reading &reading) {
  return grows(reading, std::asin, -1, 1);
}

Range transfer::arcCosine(const Reading &reading) {
  return always(reading, 0, 2 * halfPi);
}

Range transfer::hyperbolicSine(const Reading &reading) {
  return grows(reading, std::sinh);
}

Range transfer::hyperbolicCosine(const Reading &reading) {
  Range size = absolute(reading[0]);
  Range range = between(std::cosh(size.lo), std::cosh(size.hi));
  range.reachHi = size.reachHi > 0 ? std::cosh(size.reachHi) : 0;
  return rounded(range, reading.format);
}

Range transfer::arcHyperbolicSine(const Reading &reading) {
  return grows(reading, std::asinh);
}

Range transfer::arcHyperbolicCosine(const Reading &reading) {
  return grows(reading, std::acosh, 1);
}
