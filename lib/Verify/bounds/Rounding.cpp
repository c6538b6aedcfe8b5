// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/bounds/Rounding.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static constexpr double infinity = ValueBounds::infinity;
static constexpr double largestF32 = 3.4028235677973366e38;

ValueBounds amp::verify::rounded(ValueBounds bounds, double count) {
  double share = std::min(1.0, count * std::ldexp(1, -22));
  auto move = [&](double end, double sign) {
    if (std::isnan(end))
      return sign * infinity;
    double moved = end + sign * (std::abs(end) * share + std::ldexp(1, -149));
    if (std::abs(end) > largestF32)
      return end;
    return moved;
  };
  auto saturate = [](double end) {
    return end > largestF32 ? infinity : end < -largestF32 ? -infinity : end;
  };
  // Rounding to nearest keeps the sign.
  double lo = bounds.lo, hi = bounds.hi;
  bounds.lo = saturate(move(lo, -1));
  bounds.hi = saturate(move(hi, 1));
  if (lo >= 0)
    bounds.lo = std::max(bounds.lo, 0.0);
  if (hi <= 0)
    bounds.hi = std::min(bounds.hi, 0.0);
  bounds.top = std::max(saturate(move(bounds.top, -1)), bounds.lo);
  bounds.bottom = std::min(saturate(move(bounds.bottom, 1)), bounds.hi);
  return bounds;
}

ValueBounds amp::verify::fitted(ValueBounds bounds, Type type, bool isExact) {
  if (isFloat(type))
    return isExact ? bounds : rounded(bounds);
  ValueBounds all = ValueBounds::ofType(type);
  bool fits = bounds.lo >= all.lo && bounds.hi <= all.hi;
  return fits && std::isfinite(bounds.lo + bounds.hi) ? bounds : all;
}

ValueBounds amp::verify::converted(ValueBounds bounds, Type from, Type to) {
  Type narrow = elementOf(to);
  if (auto type = dyn_cast<FloatType>(narrow)) {
    if (type.getWidth() >= 32 || !isFloat(from))
      return rounded(bounds);
    const llvm::fltSemantics &format = type.getFloatSemantics();
    double largest = APFloat::getLargest(format).convertToDouble();
    if (bounds.magnitude() > largest)
      return ValueBounds::ofType(to);
    // Twice half a unit in the last place, plus the smallest subnormal number.
    double share = std::ldexp(1, 1 - int(APFloat::semanticsPrecision(format)));
    double least = APFloat::getSmallest(format).convertToDouble();
    auto away = [&](double end) { // from zero
      return end > 0 ? std::min(end * (1 + share) + least, largest) : 0;
    };
    return ValueBounds::between(-away(-bounds.lo), away(bounds.hi));
  }
  ValueBounds all = ValueBounds::ofType(to);
  if (narrow.isInteger(1))
    return bounds.lo > 0 || bounds.hi < 0 ? ValueBounds::attained(1, 1) : all;
  bounds = ValueBounds::between(std::trunc(bounds.lo), std::trunc(bounds.hi));
  return bounds.lo >= all.lo && bounds.hi <= all.hi ? bounds : all;
}
