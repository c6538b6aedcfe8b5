// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bitcast_convert (or (shift_right_logical %bits, 9), 0x3f800000)
//   ==>   a float in [1, 2)
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/bounds/BoundElements.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

using Args = ArrayRef<ClosedInterval>;
using BitFunction = std::optional<ClosedInterval> (*)(Args, unsigned width);

/// Returns the largest number with as many bits as `number`.
static double allBits(double number) {
  return std::ldexp(1, std::ilogb(std::max(number, 0.5)) + 1) - 1;
}

/// Bounds of or(x, y): at least the larger operand, at most the sum.
static std::optional<ClosedInterval> disjunction(Args x, unsigned) {
  if (x[0].lo < 0 || x[1].lo < 0)
    return std::nullopt;
  double bits = allBits(std::max(x[0].hi, x[1].hi));
  return ClosedInterval{std::max(x[0].lo, x[1].lo),
                        std::min(x[0].hi + x[1].hi, bits)};
}

static std::optional<ClosedInterval> conjunction(Args x, unsigned) {
  if (x[0].lo < 0 && x[1].lo < 0)
    return std::nullopt;
  double most = ValueBounds::infinity;
  for (ClosedInterval operand : x)
    if (operand.lo >= 0)
      most = std::min(most, operand.hi);
  return ClosedInterval{0, most};
}

/// Bounds of a logical right shift. Zeros are shifted in, so the bits of a
/// negative operand are those of a large number.
static std::optional<ClosedInterval> shiftRight(Args x, unsigned width) {
  bool isNegative = x[0].lo < 0;
  if (x[1].lo < isNegative || x[1].hi >= width)
    return std::nullopt;
  double most = isNegative ? std::ldexp(1, width) - 1 : x[0].hi;
  double least = isNegative ? 0 : x[0].lo;
  return ClosedInterval{std::floor(std::ldexp(least, -int(x[1].hi))),
                        std::floor(std::ldexp(most, -int(x[1].lo)))};
}

static std::optional<ClosedInterval> countBits(Args, unsigned width) {
  return ClosedInterval{0, double(width)};
}

static BitFunction findBitFunction(OpKind kind) {
  switch (kind) {
  case OpKind::and_:
    return conjunction;
  case OpKind::or_:
    return disjunction;
  case OpKind::shift_right_logical:
    return shiftRight;
  case OpKind::popcnt:
  case OpKind::count_leading_zeros:
    return countBits;
  default:
    return nullptr;
  }
}

/// Bounds of a bitcast from i32 to f32. Positive floats have the order of their
/// bits, up to infinity.
static std::optional<ValueBounds> boundBitcast(Operation *op,
                                               const ValueBounds &bits) {
  auto from = dyn_cast<IntegerType>(elementOf(op->getOperand(0).getType()));
  bool isF32Of32 = from && from.getWidth() == 32 &&
                   elementOf(op->getResult(0).getType()).isF32();
  constexpr double infinityBits = 0x7f800000;
  if (!isF32Of32 || bits.lo < 0 || bits.hi >= infinityBits)
    return std::nullopt;
  auto floatOf = [](double number) {
    return double(llvm::bit_cast<float>(static_cast<uint32_t>(number)));
  };
  return ValueBounds::between(floatOf(bits.lo), floatOf(bits.hi));
}

std::optional<ValueBounds>
amp::verify::boundBits(Operation *op, ArrayRef<ValueBounds> operands) {
  if (isHlo(op, OpKind::bitcast_convert))
    return boundBitcast(op, operands[0]);
  auto type = dyn_cast<IntegerType>(elementOf(op->getResult(0).getType()));
  BitFunction function = type ? findBitFunction(kindOf(op)) : nullptr;
  if (!function)
    return std::nullopt;
  SmallVector<ClosedInterval, 2> all;
  for (const ValueBounds &operand : operands)
    all.push_back({operand.lo, operand.hi});
  std::optional<ClosedInterval> made = function(all, type.getWidth());
  // A double represents integers exactly up to 2^53.
  constexpr double largest = 9007199254740992;
  if (!made || made->hi > largest)
    return std::nullopt;
  return ValueBounds::between(made->lo, made->hi);
}
