// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad([1, 2], 0)   ==>   [0, 2]
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
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

Range transfer::first(const TransferInput &reading) { return reading[0]; }

/// Result i is operand i.
Range transfer::same(const TransferInput &reading) {
  unsigned number = reading.result.getResultNumber();
  return number < reading.op()->getNumOperands() ? reading[number] : Range();
}

/// Element of a tuple that the program builds from values: what occurs there.
/// Its bounds are left out, because amp-verify does not derive them.
Range transfer::element(const TransferInput &reading) {
  Operation *tuple = reading.operand(0).getDefiningOp();
  auto index = reading.op()->getAttrOfType<IntegerAttr>("index");
  bool isKnown = tuple && isHlo(tuple, OpKind::tuple) && index &&
                 index.getInt() < tuple->getNumOperands();
  if (!isKnown)
    return {};
  const Range &value = reading.of(tuple->getOperand(index.getInt()));
  Range element;
  element.reachLo = value.reachLo;
  element.reachHi = value.reachHi;
  return element;
}

static Range hullOf(const TransferInput &reading, ValueRange values) {
  if (values.empty())
    return {};
  Range all = reading.of(values.front());
  for (Value value : values.drop_front())
    all = hull(all, reading.of(value));
  return all;
}

Range transfer::any(const TransferInput &reading) {
  return hullOf(reading, reading.op()->getOperands());
}

/// Pad or update: the hull of the first two operands; positions follow.
Range transfer::firstTwo(const TransferInput &reading) {
  return hullOf(reading, reading.op()->getOperands().take_front(2));
}

/// Select: the first operand is the predicate.
Range transfer::lastTwo(const TransferInput &reading) {
  return hullOf(reading, reading.op()->getOperands().drop_front());
}

/// Result i is operand i; a device without a sender gets zeros.
Range transfer::sameOrZero(const TransferInput &reading) {
  return hull(same(reading), zero());
}

/// rng(least, largest, shape). A normal distribution is unbounded. No value is
/// known to occur.
Range transfer::uniform(const TransferInput &reading) {
  if (!isUniform(reading.op()) || reading.op()->getNumOperands() < 2)
    return {};
  Range bounds = hull(reading[0], reading[1]);
  bounds.reachLo = bounds.reachHi = bounds.least = 0;
  bounds.isInteger &= reading.format.isInteger;
  bounds.isConstant = bounds.isCounted = false;
  return bounds;
}

Range transfer::maximumOf(const TransferInput &reading) {
  return maximum(reading[0], reading[1]);
}

Range transfer::minimumOf(const TransferInput &reading) {
  return minimum(reading[0], reading[1]);
}

/// A signless i1, read as signed, is 0 or -1.
Range transfer::signedMaximumOf(const TransferInput &reading) {
  return isFlag(reading.operand(0)) ? any(reading) : maximumOf(reading);
}

Range transfer::signedMinimumOf(const TransferInput &reading) {
  return isFlag(reading.operand(0)) ? any(reading) : minimumOf(reading);
}

/// Returns true if a maximum or minimum of TOSA replaces NaN by the other
/// operand.
static bool ignoresNaN(Operation *op) {
  auto mode = op->getAttrOfType<tosa::NanPropagationModeAttr>("nan_mode");
  return mode && mode.getValue() == tosa::NanPropagationMode::IGNORE;
}

Range transfer::maximumOrOther(const TransferInput &reading) {
  return ignoresNaN(reading.op()) ? any(reading) : maximumOf(reading);
}

Range transfer::minimumOrOther(const TransferInput &reading) {
  return ignoresNaN(reading.op()) ? any(reading) : minimumOf(reading);
}

/// One of the elements; if NaN is ignored, the initial value for NaN alone.
Range transfer::oneOfMany(const TransferInput &reading) {
  return ignoresNaN(reading.op()) ? Range() : reading[0];
}

/// clamp(least, operand, largest)
Range transfer::clampBetween(const TransferInput &reading) {
  return minimum(maximum(reading[1], reading[0]), reading[2]);
}

/// clampf(operand, least, largest)
Range transfer::clampBehind(const TransferInput &reading) {
  return minimum(maximum(reading[0], reading[1]), reading[2]);
}

/// Result 0: values; result 1: their indices.
Range transfer::top(const TransferInput &reading) {
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

/// Returns the range of converted integers, each of which may occur.
static Range countedFrom(Range range) {
  Range all = attained(range.lo, range.hi);
  all.isInteger = all.isCounted = true;
  all.isDeclared = range.isDeclared;
  all.isConstant = range.isConstant;
  return all;
}

/// Converts a range to integers. NaN, which ranges do not cover, becomes zero.
/// Unbounded values become any integer.
static Range wholeOf(const TransferInput &reading, double (*round)(double)) {
  const Range &range = reading[0];
  Range whole = increasing(range, round);
  whole.isInteger = true;
  whole.isCounted = range.isCounted;
  if (!whole.isBounded())
    return attained(reading.format.lowest, reading.format.largest);
  return isFloatValue(reading.operand(0)) ? hull(whole, zero()) : whole;
}

/// Converts a range to i1: nonzero values are true. A float may be flushed to
/// zero.
static Range flagOf(const TransferInput &reading) {
  const Range &range = reading[0];
  bool isFloat = isFloatValue(reading.operand(0));
  bool isTrue = !isFloat && range.excludesZero();
  bool isFalse = !isFloat && range.most() == 0;
  Range flag = attained(isTrue, !isFalse);
  flag.isInteger = true;
  return flag;
}

static Range convertedBy(const TransferInput &reading,
                         double (*round)(double)) {
  const Range &range = reading[0];
  if (isFlag(reading.result) && !isFlag(reading.operand(0)))
    return flagOf(reading);
  if (reading.format.isInteger)
    return wholeOf(reading, round);
  if (!isFloatValue(reading.operand(0)))
    return rounded(countedFrom(range), reading.format);
  return rounded(range, reading.format);
}

/// Conversion to integers truncates.
Range transfer::converted(const TransferInput &reading) {
  return convertedBy(reading, std::trunc);
}

/// TOSA rounds to the nearest integer.
Range transfer::convertedToNearest(const TransferInput &reading) {
  return convertedBy(reading, std::nearbyint);
}

/// A signed i1 is 0 or -1.
Range transfer::convertedSigned(const TransferInput &reading) {
  if (isFlag(reading.operand(0)))
    return rounded(countedFrom(negate(reading[0])), reading.format);
  return converted(reading);
}

/// Rounds to the given bits of exponent and mantissa: large values overflow to
/// infinity, small ones underflow to zero. Without a mantissa, NaN becomes
/// infinite, so that the range is unknown.
Range transfer::reducedPrecision(const TransferInput &reading) {
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

/// Converts signless integers, read as unsigned.
Range transfer::convertedUnsigned(const TransferInput &reading) {
  Range range = reading[0];
  if (range.lo < 0) {
    Type type = getElementTypeOrSelf(reading.operand(0).getType());
    range = attained(0, std::ldexp(1, type.getIntOrFloatBitWidth()) - 1);
  }
  return rounded(countedFrom(range), reading.format);
}

/// Returns the range of f32 values with these bits: positive finite floats have
/// the order of their bits. Random generators make uniform numbers in [1, 2)
/// this way.
Range transfer::bitcast(const TransferInput &reading) {
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
