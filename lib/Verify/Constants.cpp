// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Constants.h"
#include "lib/OpModel/OpModel.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/match/Attributes.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool amp::verify::isConstant(Operation *op) {
  return op->getNumOperands() == 0 && op->getNumResults() == 1 &&
         op->getNumRegions() == 0 && isConstantLike(op);
}

ConstantValue amp::verify::readConstant(Operation *op) {
  Attribute value = findConstantValue(op);
  return {op->getName(), op->getRawDictionaryAttrs(),
          value ? value : op->getAttrDictionary()};
}

std::optional<double> amp::verify::readSplat(Value value) {
  Operation *op = value ? value.getDefiningOp() : nullptr;
  auto splat =
      op ? dyn_cast_if_present<SplatElementsAttr>(findConstantValue(op))
         : nullptr;
  if (!splat || !isa<FloatType>(splat.getElementType()))
    return std::nullopt;
  return splat.getSplatValue<APFloat>().convertToDouble();
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

namespace {
/// Raw bits of the elements of an attribute; one element for a splat.
struct Bits {
  FloatType element;
  bool isKnown = false;
  size_t count = 0;
  ArrayRef<char> raw;
  uint64_t scalar = 0;

  explicit Bits(Attribute attribute);
  uint32_t operator[](size_t i) const;
  unsigned width() const { return FloatType(element).getWidth(); }
};
} // namespace

Bits::Bits(Attribute attribute) {
  auto typed = dyn_cast_if_present<TypedAttr>(attribute);
  if (!typed)
    return;
  element = dyn_cast<FloatType>(getElementTypeOrSelf(typed.getType()));
  if (!element || element.getWidth() > 32 || element.getWidth() % 16)
    return;
  if (auto value = dyn_cast<FloatAttr>(attribute)) {
    scalar = value.getValue().bitcastToAPInt().getZExtValue();
    raw = ArrayRef(reinterpret_cast<const char *>(&scalar), sizeof(scalar));
    count = 1;
    isKnown = true;
    return;
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
    raw = dense.getRawData();
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      raw = blob->getData();
  count = raw.size() / (element.getWidth() / 8);
  isKnown =
      count > 0 || cast<ShapedType>(typed.getType()).getNumElements() == 0;
}

uint32_t Bits::operator[](size_t i) const {
  unsigned bytes = width() / 8;
  uint32_t value = 0;
  std::memcpy(&value, raw.data() + (count == 1 ? 0 : i) * bytes, bytes);
  return value;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Rounds `f32` to a format of `width` bits with `mantissa` fraction bits and
/// the minimum exponent `minExponent`. Integer arithmetic only, to be
/// independent of the constant folder.
static uint32_t roundBits(uint32_t f32, unsigned mantissa, int minExponent,
                          unsigned width) {
  uint32_t magnitude = f32 & 0x7FFFFFFF, field = magnitude >> 23;
  uint64_t significand = (magnitude & 0x7FFFFF) | (field ? 1u << 23 : 0);
  int exponent = std::max<int>(field, 1) - 127;
  int drop = 23 - mantissa + std::max(0, minExponent - exponent);
  drop = std::min(drop, 40); // a larger shift gives zero as well
  uint64_t isOdd = (significand >> drop) & 1;
  uint64_t kept =
      drop == 0 ? significand
                : (significand + (1ull << (drop - 1)) - 1 + isOdd) >> drop;
  // A carry out of the significand is a carry into the exponent.
  uint64_t biased =
      (static_cast<uint64_t>(std::max(exponent - minExponent, 0)) << mantissa) +
      kept;
  uint64_t infinity = ((1ull << (width - 1 - mantissa)) - 1) << mantissa;
  return std::min(biased, infinity) | (f32 >> 31) << (width - 1);
}

static bool isNaN(uint32_t bits, unsigned mantissa, unsigned width) {
  uint32_t infinity = ((1u << (width - 1 - mantissa)) - 1) << mantissa;
  return (bits & ~(1u << (width - 1))) > infinity;
}

/// Returns the first element that is not the rounded input.
static std::optional<size_t> findWrong(const Bits &input, const Bits &output) {
  const llvm::fltSemantics &format =
      FloatType(output.element).getFloatSemantics();
  unsigned mantissa = llvm::APFloat::semanticsPrecision(format) - 1;
  int minExponent = llvm::APFloat::semanticsMinExponent(format);
  unsigned width = output.width();
  for (size_t i = 0, e = std::max(input.count, output.count); i < e; ++i) {
    if (isNaN(input[i], 23, 32)
            ? !isNaN(output[i], mantissa, width)
            : roundBits(input[i], mantissa, minExponent, width) != output[i])
      return i;
  }
  return std::nullopt;
}

/// Compares the data of resources, because each parsed file has its own
/// handles.
static bool haveSameData(Attribute a, Attribute b) {
  auto first = dyn_cast_if_present<DenseResourceElementsAttr>(a);
  auto second = dyn_cast_if_present<DenseResourceElementsAttr>(b);
  if (!first || !second || first.getType() != second.getType())
    return false;
  AsmResourceBlob *data = first.getRawHandle().getBlob();
  AsmResourceBlob *other = second.getRawHandle().getBlob();
  return data && other && data->getData() == other->getData();
}

bool amp::verify::areAlike(const ConstantValue &a, const ConstantValue &b) {
  return a.name == b.name &&
         areEqualIgnoringAmpAttrs(a.attributes, b.attributes);
}

ConstantMatch amp::verify::matchValues(Attribute input, Attribute output) {
  if (input == output || haveSameData(input, output))
    return ConstantMatch::same;
  Bits wide(input), narrow(output);
  if (!wide.isKnown || !narrow.isKnown || !wide.element.isF32())
    return ConstantMatch::other;
  if (wide.element == narrow.element)
    return ConstantMatch::other;
  bool isEmpty = wide.count == 0 || narrow.count == 0;
  if (wide.count != narrow.count &&
      (isEmpty || (wide.count != 1 && narrow.count != 1)))
    return ConstantMatch::other;
  return findWrong(wide, narrow) ? ConstantMatch::wrong
                                 : ConstantMatch::rounded;
}

ConstantLoss amp::verify::findLoss(Attribute input, Attribute output) {
  Bits wide(input), narrow(output);
  if (!wide.isKnown || !narrow.isKnown || !wide.element.isF32() ||
      wide.element == narrow.element)
    return ConstantLoss::none;
  unsigned sign = narrow.width() - 1;
  auto largest =
      llvm::APFloat::getInf(FloatType(narrow.element).getFloatSemantics());
  uint32_t infinity = largest.bitcastToAPInt().getZExtValue();
  bool wasZero = true, isZero = true;
  for (size_t i = 0, e = std::min(wide.count, narrow.count); i < e; ++i) {
    uint32_t now = narrow[i] & ~(1u << sign), was = wide[i] & 0x7FFFFFFF;
    if (now == infinity && was < 0x7F800000)
      return ConstantLoss::overflows;
    wasZero &= was == 0;
    isZero &= now == 0;
  }
  return isZero && !wasZero ? ConstantLoss::vanishes : ConstantLoss::none;
}

void amp::verify::describeWrong(Attribute input, Attribute output,
                                InFlightDiagnostic &diagnostic) {
  Bits wide(input), narrow(output);
  size_t at = findWrong(wide, narrow).value_or(0);
  auto print = [&](const Bits &bits) {
    llvm::APInt value(bits.width(), bits[at]);
    diagnostic << FloatAttr::get(
        bits.element,
        llvm::APFloat(FloatType(bits.element).getFloatSemantics(), value));
  };
  diagnostic << "expects ";
  print(wide);
  diagnostic << " rounded once, and read so, but got ";
  print(narrow);
  diagnostic << " at element #" << at;
}
