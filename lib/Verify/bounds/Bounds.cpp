// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/bounds/Bounds.h"
#include "lib/OpModel/Elements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

ValueBounds ValueBounds::between(double lo, double hi) {
  ValueBounds bounds;
  bounds.isSet = true;
  bounds.lo = bounds.bottom = lo;
  bounds.hi = bounds.top = hi;
  return bounds.withoutExtremes();
}

ValueBounds ValueBounds::attained(double lo, double hi) {
  ValueBounds bounds = between(lo, hi);
  bounds.top = hi;
  bounds.bottom = lo;
  return bounds;
}

/// Some element is always at least `lo` and at most `hi`.
ValueBounds ValueBounds::withoutExtremes() const {
  ValueBounds bounds = *this;
  bounds.top = lo;
  bounds.bottom = hi;
  return bounds;
}

/// The bounds of integers are wide: most values use a small part of the type.
ValueBounds ValueBounds::ofType(Type type) {
  auto integer = dyn_cast<IntegerType>(elementOf(type));
  if (!integer || integer.getWidth() > 64)
    return between(-infinity, infinity);
  int width = integer.getWidth();
  ValueBounds bounds =
      width == 1 || integer.isUnsigned()
          ? between(0, std::ldexp(1, width) - 1)
          : between(-std::ldexp(1, width - 1), std::ldexp(1, width - 1) - 1);
  bounds.isSummed = width > 1;
  return bounds;
}

bool ValueBounds::operator==(const ValueBounds &other) const {
  return isSet == other.isSet && isGuarded == other.isGuarded &&
         isSummed == other.isSummed && isDeclared == other.isDeclared &&
         lo == other.lo && hi == other.hi && top == other.top &&
         bottom == other.bottom;
}

bool amp::verify::join(ValueBounds &into, const ValueBounds &from) {
  if (!from.isSet)
    return false;
  ValueBounds before = into;
  if (!into.isSet) {
    into = from;
    return true;
  }
  into.lo = std::min(into.lo, from.lo);
  into.hi = std::max(into.hi, from.hi);
  into.top = std::min(into.top, from.top);
  into.bottom = std::max(into.bottom, from.bottom);
  into.isGuarded |= from.isGuarded;
  into.isSummed |= from.isSummed;
  into.isDeclared |= from.isDeclared;
  return !(into == before);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// Collects elements. Infinite elements are bounds, but not attained.
class Extent {
public:
  void add(double value) {
    if (std::isnan(value))
      return;
    lo = std::min(lo, value);
    hi = std::max(hi, value);
    if (std::isinf(value))
      return;
    bottom = std::min(bottom, value);
    top = std::max(top, value);
  }
  ValueBounds get() const {
    if (lo > hi)
      return ValueBounds::between(0, 0);
    ValueBounds bounds = ValueBounds::between(lo, hi);
    if (bottom <= top) {
      bounds.bottom = bottom;
      bounds.top = top;
    }
    return bounds;
  }

private:
  static constexpr double infinity = ValueBounds::infinity;
  double lo = infinity, hi = -infinity, bottom = infinity, top = -infinity;
};
} // namespace

static double toDouble(const APFloat &value) {
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return wide.convertToDouble();
}

static double toDouble(const APInt &value, IntegerType type) {
  bool isSigned = !type.isUnsigned() && type.getWidth() > 1;
  return isSigned ? value.signedRoundToDouble() : value.roundToDouble();
}

/// Reads f32 elements in place, because large constants are weights.
static std::optional<ValueBounds> boundRaw(ArrayRef<char> raw, Type element) {
  if (!element.isF32() || raw.size() % sizeof(float))
    return std::nullopt;
  Extent extent;
  for (size_t i = 0; i < raw.size(); i += sizeof(float)) {
    float value;
    std::memcpy(&value, raw.data() + i, sizeof(float));
    extent.add(value);
  }
  return extent.get();
}

ValueBounds amp::verify::boundConstant(Attribute constant) {
  auto typed = dyn_cast_if_present<TypedAttr>(constant);
  if (!typed)
    return ValueBounds::between(-ValueBounds::infinity, ValueBounds::infinity);
  Type element = elementOf(typed.getType());
  ValueBounds unknown = ValueBounds::ofType(typed.getType());
  Extent extent;
  if (auto value = dyn_cast<FloatAttr>(constant)) {
    extent.add(toDouble(value.getValue()));
    return extent.get();
  }
  if (auto value = dyn_cast<IntegerAttr>(constant)) {
    auto type = dyn_cast<IntegerType>(element);
    if (!type)
      return unknown;
    extent.add(toDouble(value.getValue(), type));
    return extent.get();
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    return blob ? boundRaw(blob->getData(), element).value_or(unknown)
                : unknown;
  }
  auto dense = dyn_cast<DenseElementsAttr>(constant);
  if (!dense)
    return unknown;
  if (auto bounds = boundRaw(dense.getRawData(), element))
    return *bounds;
  if (isa<FloatType>(element)) {
    if (dense.isSplat())
      extent.add(toDouble(dense.getSplatValue<APFloat>()));
    else
      for (const APFloat &value : dense.getValues<APFloat>())
        extent.add(toDouble(value));
    return extent.get();
  }
  if (auto type = dyn_cast<IntegerType>(element)) {
    if (dense.isSplat())
      extent.add(toDouble(dense.getSplatValue<APInt>(), type));
    else
      for (const APInt &value : dense.getValues<APInt>())
        extent.add(toDouble(value, type));
    return extent.get();
  }
  return unknown;
}
