// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of one element of each operand, from intervals to intervals.
#include "lib/Verify/bounds/BoundElements.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

using Args = ArrayRef<ClosedInterval>;
static constexpr double infinity = ValueBounds::infinity;

/// Zero times infinity is zero here: the factor stands for a finite number that
/// is not known.
static double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// Ends that are no number come from two infinite ends; others bound then.
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
    return base.lo == 0 && exponent.lo > 0
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
static ClosedInterval quarterTurn(Args) { return {-1.5708, 1.5708}; }
static ClosedInterval upperHalfTurn(Args) { return {0, 3.1416}; }
static ClosedInterval turn(Args) { return {-1, 1}; }
static ClosedInterval halfTurn(Args) { return {-3.1416, 3.1416}; }
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
static ClosedInterval choose(Args x) {
  if (x[0].lo == x[0].hi)
    return x[0].lo == 0 ? x[2] : x[1];
  return {std::min(x[1].lo, x[2].lo), std::max(x[1].hi, x[2].hi)};
}

namespace {
struct Row {
  StringLiteral op;
  ElementFunction function;
};
} // namespace

// clang-format off
static constexpr Row rows[] = {
    {"arith.addf", add}, {"arith.divf", divide}, {"arith.maximumf", maximum},
    {"arith.minimumf", minimum}, {"arith.mulf", multiply},
    {"arith.negf", negate}, {"arith.remf", remainderOf},
    {"arith.select", choose}, {"arith.subf", subtract},
    {"chlo.acos", upperHalfTurn}, {"chlo.acosh", increasing<acoshOrZero>},
    {"chlo.asin", quarterTurn}, {"chlo.asinh", increasing<std::asinh>},
    {"chlo.atan", quarterTurn}, {"chlo.broadcast_add", add},
    {"chlo.broadcast_atan2", halfTurn}, {"chlo.broadcast_divide", divide},
    {"chlo.broadcast_maximum", maximum}, {"chlo.broadcast_minimum", minimum},
    {"chlo.broadcast_multiply", multiply}, {"chlo.broadcast_power", power},
    {"chlo.broadcast_remainder", remainderOf},
    {"chlo.broadcast_select", choose},
    {"chlo.broadcast_subtract", subtract}, {"chlo.cosh", hyperbolicCosine},
    {"chlo.erf", increasing<std::erf>}, {"chlo.erfc", complementOfErf},
    {"chlo.sinh", increasing<std::sinh>}, {"chlo.square", square},
    {"math.absf", absolute}, {"math.acos", upperHalfTurn},
    {"math.acosh", increasing<acoshOrZero>}, {"math.asin", quarterTurn},
    {"math.asinh", increasing<std::asinh>}, {"math.atan", quarterTurn},
    {"math.atan2", halfTurn}, {"math.cbrt", increasing<std::cbrt>},
    {"math.ceil", increasing<std::ceil>}, {"math.clampf", clamp},
    {"math.cos", turn}, {"math.cosh", hyperbolicCosine},
    {"math.erf", increasing<std::erf>}, {"math.erfc", complementOfErf},
    {"math.exp", increasing<std::exp>}, {"math.exp2", increasing<std::exp2>},
    {"math.expm1", increasing<std::expm1>},
    {"math.floor", increasing<std::floor>},
    {"math.log", increasing<logOrLowest>},
    {"math.log1p", increasing<log1pOrLowest>}, {"math.powf", power},
    {"math.round", increasing<std::round>},
    {"math.roundeven", increasing<std::nearbyint>}, {"math.rsqrt", rsqrt},
    {"math.sin", turn}, {"math.sinh", increasing<std::sinh>},
    {"math.sqrt", increasing<rootOrZero>}, {"math.tanh", increasing<std::tanh>},
    {"stablehlo.abs", absolute}, {"stablehlo.add", add},
    {"stablehlo.atan2", halfTurn}, {"stablehlo.cbrt", increasing<std::cbrt>},
    {"stablehlo.ceil", increasing<std::ceil>}, {"stablehlo.clamp", clamp},
    {"stablehlo.cosine", turn}, {"stablehlo.divide", divide},
    {"stablehlo.exponential", increasing<std::exp>},
    {"stablehlo.exponential_minus_one", increasing<std::expm1>},
    {"stablehlo.floor", increasing<std::floor>},
    {"stablehlo.log", increasing<logOrLowest>},
    {"stablehlo.log_plus_one", increasing<log1pOrLowest>},
    {"stablehlo.logistic", increasing<logistic>},
    {"stablehlo.maximum", maximum}, {"stablehlo.minimum", minimum},
    {"stablehlo.multiply", multiply}, {"stablehlo.negate", negate},
    {"stablehlo.power", power}, {"stablehlo.remainder", remainderOf},
    {"stablehlo.round_nearest_afz", increasing<std::round>},
    {"stablehlo.round_nearest_even", increasing<std::nearbyint>},
    {"stablehlo.rsqrt", rsqrt}, {"stablehlo.select", choose},
    {"stablehlo.sign", increasing<signOf>}, {"stablehlo.sine", turn},
    {"stablehlo.sqrt", increasing<rootOrZero>},
    {"stablehlo.subtract", subtract},
    {"stablehlo.tanh", increasing<std::tanh>},
    {"tosa.abs", absolute}, {"tosa.add", add},
    {"tosa.ceil", increasing<std::ceil>}, {"tosa.cos", turn},
    {"tosa.erf", increasing<std::erf>}, {"tosa.exp", increasing<std::exp>},
    {"tosa.floor", increasing<std::floor>},
    {"tosa.log", increasing<logOrLowest>}, {"tosa.maximum", maximum},
    {"tosa.minimum", minimum}, {"tosa.mul", multiply},
    {"tosa.negate", negate}, {"tosa.pow", power},
    {"tosa.reciprocal", reciprocal},
    {"tosa.rsqrt", rsqrt}, {"tosa.select", choose},
    {"tosa.sigmoid", increasing<logistic>}, {"tosa.sin", turn},
    {"tosa.sub", subtract}, {"tosa.tanh", increasing<std::tanh>},
};
// clang-format on

ElementFunction amp::verify::findElementFunction(StringRef op) {
  static const llvm::StringMap<ElementFunction> byName = [] {
    llvm::StringMap<ElementFunction> all;
    for (const Row &row : rows)
      all[row.op] = row.function;
    return all;
  }();
  return byName.lookup(op);
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
  // The element that attains an end of one operand meets some element of each
  // other operand.
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
