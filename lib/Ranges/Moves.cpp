// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad([1, 2], 0)   ==>   [0, 2]
#include "lib/OpModel/Attributes.h"
#include "lib/Ranges/Transfer.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

static bool isFloatValue(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

static bool isFlag(Value value) {
  return getElementTypeOrSelf(value.getType()).isInteger(1);
}

Range transfer::first(const Reading &reading) { return reading[0]; }

/// Result i is operand i.
Range transfer::same(const Reading &reading) {
  unsigned number = reading.result.getResultNumber();
  return number < reading.op()->getNumOperands() ? reading[number] : Range();
}

static Range hullOf(const Reading &reading, ValueRange values) {
  if (values.empty())
    return {};
  Range all = reading.of(values.front());
  for (Value value : values.drop_front())
    all = hull(all, reading.of(value));
  return all;
}

Range transfer::any(const Reading &reading) {
  return hullOf(reading, reading.op()->getOperands());
}

/// Range of a pad or an update: the hull of its first two operands;
/// positions follow.
Range transfer::firstTwo(const Reading &reading) {
  return hullOf(reading, reading.op()->getOperands().take_front(2));
}

/// A condition comes first.
Range transfer::lastTwo(const Reading &reading) {
  return hullOf(reading, reading.op()->getOperands().drop_front());
}

/// Result i is operand i; a device that nobody sends to gets zeros.
Range transfer::sameOrZero(const Reading &reading) {
  return hull(same(reading), zero());
}

/// rng(least, largest, shape); a normal distribution has no bounds. Which
/// numbers are drawn is unknown.
Range transfer::uniform(const Reading &reading) {
  if (!isUniform(reading.op()) || reading.op()->getNumOperands() < 2)
    return {};
  Range bounds = hull(reading[0], reading[1]);
  bounds.reachLo = bounds.reachHi = bounds.least = 0;
  bounds.isInteger &= reading.format.isInteger;
  bounds.isConstant = bounds.isCounted = false;
  return bounds;
}

Range transfer::maximumOf(const Reading &reading) {
  return maximum(reading[0], reading[1]);
}

Range transfer::minimumOf(const Reading &reading) {
  return minimum(reading[0], reading[1]);
}

/// An i1 is 0 or -1 where integers without a sign have one.
Range transfer::signedMaximumOf(const Reading &reading) {
  return isFlag(reading.operand(0)) ? any(reading) : maximumOf(reading);
}

Range transfer::signedMinimumOf(const Reading &reading) {
  return isFlag(reading.operand(0)) ? any(reading) : minimumOf(reading);
}

/// TOSA's maximum and minimum may let the other operand stand for a NaN.
static bool ignoresNaN(Operation *op) {
  auto mode = op->getAttrOfType<tosa::NanPropagationModeAttr>("nan_mode");
  return mode && mode.getValue() == tosa::NanPropagationMode::IGNORE;
}

Range transfer::maximumOrOther(const Reading &reading) {
  return ignoresNaN(reading.op()) ? any(reading) : maximumOf(reading);
}

Range transfer::minimumOrOther(const Reading &reading) {
  return ignoresNaN(reading.op()) ? any(reading) : minimumOf(reading);
}

/// One of many elements; of NaN alone, and where NaN is ignored, the start.
Range transfer::oneOfMany(const Reading &reading) {
  return ignoresNaN(reading.op()) ? Range() : reading[0];
}

/// clamp(least, operand, largest)
Range transfer::clampBetween(const Reading &reading) {
  return minimum(maximum(reading[1], reading[0]), reading[2]);
}

/// clampf(operand, least, largest)
Range transfer::clampBehind(const Reading &reading) {
  return minimum(maximum(reading[0], reading[1]), reading[2]);
}

/// Values, then where they stood.
Range transfer::top(const Reading &reading) {
  if (reading.result.getResultNumber() == 0)
    return reading[0];
  auto type = dyn_cast<RankedTensorType>(reading.operand(0).getType());
  if (!type || type.getRank() == 0 || type.isDynamicDim(type.getRank() - 1))
    return {};
  return between(0, std::max<double>(0, type.getShape().back() - 1));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Any of the integers may come.
static Range countedFrom(Range range) {
  Range all = attained(range.lo, range.hi);
  all.isInteger = all.isCounted = true;
  all.isDeclared = range.isDeclared;
  all.isConstant = range.isConstant;
  return all;
}

/// A float as an integer; NaN, which no range holds, becomes zero or, like what
/// does not fit, anything.
static Range wholeOf(const Reading &reading, double (*round)(double)) {
  const Range &range = reading[0];
  Range whole = increasing(range, round);
  whole.isInteger = true;
  whole.isCounted = range.isCounted;
  if (!whole.isBounded())
    return attained(reading.format.lowest, reading.format.largest);
  return isFloatValue(reading.operand(0)) ? hull(whole, zero()) : whole;
}

/// Whatever is not zero is true; a number that is nearly zero may be.
static Range flagOf(const Reading &reading) {
  const Range &range = reading[0];
  bool isFloat = isFloatValue(reading.operand(0));
  bool isTrue = !isFloat && range.excludesZero();
  bool isFalse = !isFloat && range.most() == 0;
  Range flag = attained(isTrue, !isFalse);
  flag.isInteger = true;
  return flag;
}

static Range convertedBy(const Reading &reading, double (*round)(double)) {
  const Range &range = reading[0];
  if (isFlag(reading.result) && !isFlag(reading.operand(0)))
    return flagOf(reading);
  if (reading.format.isInteger)
    return wholeOf(reading, round);
  if (!isFloatValue(reading.operand(0)))
    return rounded(countedFrom(range), reading.format);
  return rounded(range, reading.format);
}

/// Integers lose their fraction.
Range transfer::converted(const Reading &reading) {
  return convertedBy(reading, std::trunc);
}

/// TOSA rounds to the nearest integer.
Range transfer::convertedToNearest(const Reading &reading) {
  return convertedBy(reading, std::nearbyint);
}

/// An i1 is 0 or -1 here.
Range transfer::convertedSigned(const Reading &reading) {
  if (isFlag(reading.operand(0)))
    return rounded(countedFrom(negate(reading[0])), reading.format);
  return converted(reading);
}

/// To an exponent and mantissa of so many bits: what is too large becomes
/// infinite, what is too small zero, and without a mantissa NaN infinite.
Range transfer::reducedPrecision(const Reading &reading) {
  auto exponent = reading.op()->getAttrOfType<IntegerAttr>("exponent_bits");
  auto mantissa = reading.op()->getAttrOfType<IntegerAttr>("mantissa_bits");
  if (!exponent || !mantissa || mantissa.getInt() < 1 || exponent.getInt() < 1)
    return {};
  Format reduced;
  double bias = std::ldexp(1, std::min<int64_t>(exponent.getInt(), 11) - 1) - 1;
  double bits = std::min<int64_t>(mantissa.getInt(), 52);
  reduced.margin = std::exp2(-bits - 1);
  reduced.allIntegers = std::exp2(bits + 1);
  reduced.largest = (2 - std::exp2(-bits)) * std::exp2(bias);
  reduced.lowest = -reduced.largest;
  reduced.smallest = std::exp2(1 - bias);
  Range range = reading[0];
  range.isConstant = false;
  return fitted(rounded(range, reduced), reduced);
}

/// Of integers whose type does not say their sign.
Range transfer::convertedUnsigned(const Reading &reading) {
  Range range = reading[0];
  if (range.lo < 0) {
    Type type = getElementTypeOrSelf(reading.operand(0).getType());
    range = attained(0, std::ldexp(1, type.getIntOrFloatBitWidth()) - 1);
  }
  return rounded(countedFrom(range), reading.format);
}

/// The f32 with these bits, while the sign is plus and the exponent that of a
/// number: they come in the order of their bits. So are uniform random numbers
/// made, in [1, 2).
Range transfer::bitcast(const Reading &reading) {
  constexpr double infinityBits = 0x7f800000;
  Type from = getElementTypeOrSelf(reading.operand(0).getType());
  Type to = getElementTypeOrSelf(reading.result.getType());
  const Range &bits = reading[0];
  if (!to.isF32() || !from.isInteger(32) || bits.lo < 0 ||
      bits.hi >= infinityBits)
    return {};
  auto floatOf = [](double value) {
    return llvm::bit_cast<float>(static_cast<uint32_t>(value));
  };
  return between(floatOf(bits.lo), floatOf(bits.hi));
}
