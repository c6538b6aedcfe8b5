// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// chlo.next_after, stablehlo.reduce_precision  ==>  arithmetic on the bits
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

// the bit pattern grows with |x|; the sign of y is the sign of a step from zero
static Value nextAfter(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]), y(b, in[1]);
  Scalar bits = bitsOf(x), one = bits.integer(1);
  Scalar outward = (x > 0.0) ^ (y < x);
  Scalar moved = bits + select(outward, one, -one);
  Scalar sign = bitsOf(y) & signBit(bits);
  Scalar next = select(equal(x, 0.0), sign | one, moved);
  Scalar result = select(equal(x, y), y, floatOf(next, x.type()));
  return select(differ(x, x), x, select(differ(y, y), y, result));
}

// Rounds the mantissa in place, to nearest even. Then an exponent above the
// range gives an infinity, and one below gives a zero.
static Value reducePrecision(Operation *op, ValueRange in,
                             ImplicitLocOpBuilder &b) {
  auto reduce = cast<ReducePrecisionOp>(op);
  Scalar x(b, in[0]), bits = bitsOf(x);
  const auto &format = cast<FloatType>(x.type()).getFloatSemantics();
  unsigned mantissa = APFloat::semanticsPrecision(format) - 1;
  unsigned exponent = x.width() - 1 - mantissa;
  Scalar sign = bits & signBit(bits);
  bits = bits ^ sign;
  if (reduce.getMantissaBits() < mantissa) {
    unsigned dropped = mantissa - reduce.getMantissaBits();
    int64_t last = int64_t(1) << dropped;
    Scalar isOdd(b, arith::ShRUIOp::create(b, bits, bits.integer(dropped)));
    isOdd = isOdd & bits.integer(1);
    bits = (bits + isOdd + bits.integer(last / 2 - 1)) & bits.integer(-last);
  }
  if (reduce.getExponentBits() < exponent) {
    int64_t middle = (int64_t(1) << (exponent - 1)) - 1;
    int64_t reach = (int64_t(1) << (reduce.getExponentBits() - 1)) - 1;
    Scalar largest = bits.integer((((middle + reach + 1) << mantissa) - 1));
    Scalar smallest = bits.integer((middle - reach + 1) << mantissa);
    Scalar infinity = bitsOf(x.infinity());
    bits = select(bits > largest, infinity, select(bits < smallest, 0.0, bits));
  }
  return select(differ(x, x), x, floatOf(bits | sign, x.type()));
}

template <bool positive, bool negative>
static Value isInfinite(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  if (!APFloat::semanticsHasInf(cast<FloatType>(x.type()).getFloatSemantics()))
    return arith::ConstantIntOp::create(b, 0, 1);
  if (positive && negative)
    return equal(abs(x), x.infinity());
  return equal(x, positive ? x.infinity() : -x.infinity());
}

static Value highHalf(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  if (isUnsignedElement(elementOf(op)))
    return arith::MulUIExtendedOp::create(b, in[0], in[1]).getHigh();
  return arith::MulSIExtendedOp::create(b, in[0], in[1]).getHigh();
}

void mlir::amp::stablehlo::addBitScalars(ScalarTable &table) {
  table.add<ReducePrecisionOp>(reducePrecision);
  table.add<chlo::IsInfOp>(isInfinite<true, true>);
  table.add<chlo::IsNegInfOp>(isInfinite<false, true>);
  table.add<chlo::IsPosInfOp>(isInfinite<true, false>);
  table.add<chlo::NextAfterOp>(nextAfter);
  table.add<chlo::MulhiOp>(nullptr, highHalf);
}
