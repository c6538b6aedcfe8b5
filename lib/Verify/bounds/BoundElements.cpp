// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval extensions of elementwise functions.
#include "lib/Verify/bounds/BoundElements.h"
#include "lib/OpModel/Kinds.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

using Args = ArrayRef<ClosedInterval>;
static constexpr double infinity = ValueBounds::infinity;

/// Returns a * b, with 0 * infinity = 0: an infinite bound stands for an
/// unknown finite number.
static double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// Returns the hull of `ends`. Ignores NaN, which two infinite ends produce.
static ClosedInterval hullOf(std::initializer_list<double> ends) {
  ClosedInterval hull = {infinity, -infinity};
  for (double end : ends)
    if (!std::isnan(end))
      hull = {std::min(hull.lo, end), std::max(hull.hi, end)};
  return hull.lo <= hull.hi ? hull : ClosedInterval{-infinity, infinity};
}

static ClosedInterval multiply(Args x) {
  return hullOf({times(x[0].lo, x[1].lo), times(x[0].lo, x[1].hi),
                 times(x[0].hi, x[1].lo), times(x[0].hi, x[1].hi)});
}

static ClosedInterval reciprocalOf(ClosedInterval x) {
  if (x.lo > 0 || x.hi < 0)
    return {1 / x.hi, 1 / x.lo};
  if (x.lo == 0 && x.hi > 0)
    return {1 / x.hi, infinity};
  if (x.hi == 0 && x.lo < 0)
    return {-infinity, 1 / x.lo};
  return {-infinity, infinity};
}

static ClosedInterval divide(Args x) {
  if (x[1].lo > 0 || x[1].hi < 0)
    return hullOf({x[0].lo / x[1].lo, x[0].lo / x[1].hi, x[0].hi / x[1].lo,
                   x[0].hi / x[1].hi});
  return multiply({x[0], reciprocalOf(x[1])});
}

static ClosedInterval squareOf(ClosedInterval x) {
  double least =
      x.lo <= 0 && x.hi >= 0 ? 0 : std::min(x.lo * x.lo, x.hi * x.hi);
  return {least, std::max(x.lo * x.lo, x.hi * x.hi)};
}

static ClosedInterval absoluteOf(ClosedInterval x) {
  double most = std::max(-x.lo, x.hi);
  return {x.lo > 0 ? x.lo : x.hi < 0 ? -x.hi : 0, most};
}

template <double (*function)(double)> ClosedInterval increasing(Args x) {
  return {function(x[0].lo), function(x[0].hi)};
}

static double logistic(double x) { return 1 / (1 + std::exp(-x)); }
static double signOf(double x) { return (x > 0) - (x < 0); }
static double rootOrZero(double x) { return x > 0 ? std::sqrt(x) : 0; }
static double logOrLowest(double x) { return x > 0 ? std::log(x) : -infinity; }
static double log1pOrLowest(double x) {
  return x > -1 ? std::log1p(x) : -infinity;
}

static ClosedInterval rsqrt(Args x) {
  double lo = std::max(x[0].lo, 0.0), hi = std::max(x[0].hi, 0.0);
  return {1 / std::sqrt(hi), lo > 0 ? 1 / std::sqrt(lo) : infinity};
}

static ClosedInterval power(Args x) {
  ClosedInterval base = x[0], exponent = x[1];
  if (exponent.lo == exponent.hi && exponent.lo == 2)
    return squareOf(base);
  if (base.lo <= 0)
    return base.lo == 0 && exponent.lo >= 0
               ? ClosedInterval{0, std::max(std::pow(base.hi, exponent.lo),
                                            std::pow(base.hi, exponent.hi))}
               : ClosedInterval{-infinity, infinity};
  return hullOf({std::pow(base.lo, exponent.lo), std::pow(base.lo, exponent.hi),
                 std::pow(base.hi, exponent.lo),
                 std::pow(base.hi, exponent.hi)});
}

static ClosedInterval remainderOf(Args x) {
  double most = std::max(-x[1].lo, x[1].hi);
  return {x[0].lo < 0 ? std::max(-most, x[0].lo) : 0,
          x[0].hi > 0 ? std::min(most, x[0].hi) : 0};
}

static ClosedInterval hyperbolicCosine(Args x) {
  double most = std::max(-x[0].lo, x[0].hi);
  return {absoluteOf(x[0]).lo > 0 ? std::cosh(absoluteOf(x[0]).lo) : 1,
          std::cosh(most)};
}

static double acoshOrZero(double x) { return x > 1 ? std::acosh(x) : 0; }
static ClosedInterval complementOfErf(Args) { return {0, 2}; }
static ClosedInterval arctangentRange(Args) { return {-1.5708, 1.5708}; }
static ClosedInterval upperHalfTurn(Args) { return {0, 3.1416}; }
static ClosedInterval sineRange(Args) { return {-1, 1}; }
static ClosedInterval atan2Range(Args) { return {-3.1416, 3.1416}; }
static ClosedInterval add(Args x) {
  return {x[0].lo + x[1].lo, x[0].hi + x[1].hi};
}
static ClosedInterval subtract(Args x) {
  return {x[0].lo - x[1].hi, x[0].hi - x[1].lo};
}
static ClosedInterval negate(Args x) { return {-x[0].hi, -x[0].lo}; }
static ClosedInterval maximum(Args x) {
  return {std::max(x[0].lo, x[1].lo), std::max(x[0].hi, x[1].hi)};
}
static ClosedInterval minimum(Args x) {
  return {std::min(x[0].lo, x[1].lo), std::min(x[0].hi, x[1].hi)};
}
static ClosedInterval absolute(Args x) { return absoluteOf(x[0]); }
static ClosedInterval square(Args x) { return squareOf(x[0]); }
static ClosedInterval reciprocal(Args x) { return reciprocalOf(x[0]); }
static ClosedInterval clamp(Args x) {
  return minimum({maximum({x[0], x[1]}), x[2]});
}
static ClosedInterval selectRange(Args x) {
  if (x[0].lo == x[0].hi)
    return x[0].lo == 0 ? x[2] : x[1];
  return {std::min(x[1].lo, x[2].lo), std::max(x[1].hi, x[2].hi)};
}

namespace {
struct Row {
  OpKind kind;
  ElementFunction function;
};
} // namespace

// clang-format off
static constexpr Row rows[] = {
    {OpKind::abs, absolute},
    {OpKind::acos, upperHalfTurn},
    {OpKind::acosh, increasing<acoshOrZero>},
    {OpKind::add, add},
    {OpKind::asin, arctangentRange},
    {OpKind::asinh, increasing<std::asinh>},
    {OpKind::atan, arctangentRange},
    {OpKind::atan2, atan2Range},
    {OpKind::cbrt, increasing<std::cbrt>},
    {OpKind::ceil, increasing<std::ceil>},
    {OpKind::clamp, clamp},
    {OpKind::clampf, clamp},
    {OpKind::cosh, hyperbolicCosine},
    {OpKind::cosine, sineRange},
    {OpKind::divide, divide},
    {OpKind::erf, increasing<std::erf>},
    {OpKind::erfc, complementOfErf},
    {OpKind::exp2, increasing<std::exp2>},
    {OpKind::exponential, increasing<std::exp>},
    {OpKind::exponential_minus_one, increasing<std::expm1>},
    {OpKind::floor, increasing<std::floor>},
    {OpKind::log, increasing<logOrLowest>},
    {OpKind::log_plus_one, increasing<log1pOrLowest>},
    {OpKind::logistic, increasing<logistic>},
    {OpKind::maximum, maximum},
    {OpKind::minimum, minimum},
    {OpKind::multiply, multiply},
    {OpKind::negate, negate},
    {OpKind::power, power},
    {OpKind::reciprocal, reciprocal},
    {OpKind::remainder, remainderOf},
    {OpKind::round_nearest_afz, increasing<std::round>},
    {OpKind::round_nearest_even, increasing<std::nearbyint>},
    {OpKind::rsqrt, rsqrt},
    {OpKind::select, selectRange},
    {OpKind::sign, increasing<signOf>},
    {OpKind::sine, sineRange},
    {OpKind::sinh, increasing<std::sinh>},
    {OpKind::sqrt, increasing<rootOrZero>},
    {OpKind::square, square},
    {OpKind::subtract, subtract},
    {OpKind::tanh, increasing<std::tanh>},
};
// clang-format on

ElementFunction amp::verify::findElementFunction(OpKind kind) {
  static const KindMap<Row> byKind(rows);
  const Row *row = byKind.lookup(kind);
  return row ? row->function : nullptr;
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

ValueBounds amp::verify::boundElements(ElementFunction function,
                                       ArrayRef<ValueBounds> operands) {
  SmallVector<ClosedInterval, 3> all;
  for (const ValueBounds &operand : operands)
    all.push_back({operand.lo, operand.hi});
  ClosedInterval whole = function(all);
  ValueBounds bounds = ValueBounds::between(whole.lo, whole.hi);
  // An element that attains a bound of one operand is combined with some
  // element of each other operand.
  auto look = [&](unsigned i, ClosedInterval part) {
    if (!(part.lo <= part.hi))
      return;
    ClosedInterval before = std::exchange(all[i], part);
    ClosedInterval made = function(all);
    all[i] = before;
    bounds.top = std::max(bounds.top, made.lo);
    bounds.bottom = std::min(bounds.bottom, made.hi);
  };
  for (unsigned i = 0; i < operands.size(); ++i) {
    look(i, {operands[i].top, operands[i].hi});
    look(i, {operands[i].lo, operands[i].bottom});
  }
  return bounds;
}
