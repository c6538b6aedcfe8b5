// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad([1, 2], 0)   ==>   [0, 2]
#include "lib/Ranges/Transfer.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

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

/// What is padded with, or written over; positions come behind.
Range transfer::firstTwo(const Reading &reading) {
  return hullOf(reading, reading.op()->getOperands().take_front(2));
}

/// A condition comes first.
Range transfer::lastTwo(const Reading &reading) {
  return hullOf(reading, reading.op()->getOperands().drop_front());
}

/// A device that nobody sends to gets zeros.
Range transfer::firstOrZero(const Reading &reading) {
  return hull(reading[0], zero());
}

Range transfer::maximumOf(const Reading &reading) {
  return maximum(reading[0], reading[1]);
}

Range transfer::minimumOf(const Reading &reading) {
  return minimum(reading[0], reading[1]);
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

static bool isFloatValue(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

/// Any of the integers may come.
static Range countedFrom(Range range) {
  Range all = attained(range.lo, range.hi);
  all.isInteger = all.isCounted = true;
  all.isDeclared = range.isDeclared;
  all.isConstant = range.isConstant;
  return all;
}

Range transfer::converted(const Reading &reading) {
  Range range = reading[0];
  if (reading.format.isInteger) {
    Range whole = range;
    whole.lo = std::trunc(range.lo);
    whole.hi = std::trunc(range.hi);
    whole.least = 0;
    whole.isInteger = true;
    // What does not fit becomes anything.
    return whole.isBounded()
               ? whole
               : attained(reading.format.lowest, reading.format.largest);
  }
  if (!isFloatValue(reading.operand(0)))
    return rounded(countedFrom(range), reading.format);
  return rounded(range, reading.format);
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
