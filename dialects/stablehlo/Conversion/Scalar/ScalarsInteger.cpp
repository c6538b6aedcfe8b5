// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.divide : tensor<i32>
//   ==>  arith.divsi, but x / 0 is -1 and INT_MIN / -1 is INT_MIN: no trap
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value abs(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  return select(x < 0.0, -x, x);
}

static Value negate(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return -Scalar(b, in[0]);
}

static Value bitNot(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return ~Scalar(b, in[0]);
}

static Value sign(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  Scalar one = x.like(1);
  return select(x < 0.0, -one, select(equal(x, 0.0), x, one));
}

static Scalar shiftRight(Scalar x, unsigned amount) {
  return {*x.builder, arith::ShRUIOp::create(*x.builder, x, x.integer(amount))};
}

// adds adjacent fields: single bits, then pairs, then nibbles, ...
static Scalar countBits(Scalar x) {
  for (unsigned step = 1; step < x.width(); step *= 2) {
    APInt fields =
        APInt::getSplat(x.width(), APInt::getLowBitsSet(2 * step, step));
    Scalar mask = x.integer(fields.getSExtValue());
    x = (x & mask) + (shiftRight(x, step) & mask);
  }
  return x;
}

static Value popcnt(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return countBits({b, in[0]});
}

// copies the highest set bit to all lower bits; leading zeros stay
static Value leadingZeros(Operation *op, ValueRange in,
                          ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  for (unsigned step = 1; step < x.width(); step *= 2)
    x = x | shiftRight(x, step);
  return countBits(~x);
}

// i1 has its own op: add and max are or, multiply is and
template <typename Signed, typename Unsigned = Signed, typename Bool = Unsigned>
static Value binary(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Type element = elementOf(op);
  if (element.isInteger(1))
    return Bool::create(b, in[0], in[1]);
  if (isUnsignedElement(element))
    return Unsigned::create(b, in[0], in[1]);
  return Signed::create(b, in[0], in[1]);
}

// Guards the two divisions that trap: the divisor is 1 there.
template <typename Signed, typename Unsigned>
static Value divideGuarded(Operation *op, ValueRange in,
                           ImplicitLocOpBuilder &b, bool isQuotient) {
  Scalar lhs(b, in[0]), rhs(b, in[1]);
  Scalar byZero = equal(rhs, 0.0), one = lhs.like(1);
  Scalar ofZero = isQuotient ? lhs.like(-1) : lhs;
  if (isUnsignedElement(elementOf(op))) {
    Scalar safe = select(byZero, one, rhs);
    Scalar result(b, Unsigned::create(b, lhs.value, safe.value));
    return select(byZero, ofZero, result);
  }
  Scalar byMinusOne = equal(rhs, -1.0);
  Scalar safe = select(byZero | byMinusOne, one, rhs);
  Scalar result(b, Signed::create(b, lhs.value, safe.value));
  Scalar negated = isQuotient ? -lhs : lhs.like(0);
  return select(byZero, ofZero, select(byMinusOne, negated, result));
}

static Value divide(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return divideGuarded<arith::DivSIOp, arith::DivUIOp>(op, in, b, true);
}

static Value remainder(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return divideGuarded<arith::RemSIOp, arith::RemUIOp>(op, in, b, false);
}

// the amount is unsigned: negative amounts are large
template <typename Op, bool keepsSign = false>
static Value shift(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]), amount(b, in[1]);
  Scalar width = x.like(x.width());
  // i2 and i4 represent their own widths only as unsigned numbers
  Scalar fits(b, arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                       amount.value, width.value));
  Scalar last = x.like(x.width() - 1);
  Scalar safe = select(fits, amount, keepsSign ? last : x.like(0));
  Scalar result(b, Op::create(b, x.value, safe.value));
  return keepsSign ? result : select(fits, result, 0.0);
}

void mlir::amp::stablehlo::addIntegerScalars(ScalarTable &table) {
  using namespace arith;
  table.add<AbsOp>(nullptr, abs);
  table.add<AddOp>(nullptr, binary<AddIOp, AddIOp, OrIOp>);
  table.add<AndOp>(nullptr, binary<AndIOp>);
  table.add<CountLeadingZerosOp>(nullptr, leadingZeros);
  table.add<DivideOp>(nullptr, divide);
  table.add<MaximumOp>(nullptr, binary<MaxSIOp, MaxUIOp, OrIOp>);
  table.add<MinimumOp>(nullptr, binary<MinSIOp, MinUIOp, AndIOp>);
  table.add<MultiplyOp>(nullptr, binary<MulIOp, MulIOp, AndIOp>);
  table.add<NegateOp>(nullptr, negate);
  table.add<NotOp>(nullptr, bitNot);
  table.add<OrOp>(nullptr, binary<OrIOp>);
  table.add<PopcntOp>(nullptr, popcnt);
  table.add<RemainderOp>(nullptr, remainder);
  table.add<ShiftLeftOp>(nullptr, shift<ShLIOp>);
  table.add<ShiftRightArithmeticOp>(nullptr, shift<ShRSIOp, true>);
  table.add<ShiftRightLogicalOp>(nullptr, shift<ShRUIOp>);
  table.add<SignOp>(nullptr, sign);
  table.add<SubtractOp>(nullptr, binary<SubIOp>);
  table.add<XorOp>(nullptr, binary<XOrIOp>);
}
