// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.power : tensor<i32>  ==>  scf.while, by repeated squaring
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

// result = 1; while (exponent) { if (exponent & 1) result *= base; base *=
// base; exponent >>= 1 }
static Scalar powerOfBits(Scalar base, Scalar exponent) {
  ImplicitLocOpBuilder &b = *base.builder;
  auto test = [](OpBuilder &nested, Location loc, ValueRange state) {
    ImplicitLocOpBuilder b(loc, nested);
    scf::ConditionOp::create(b, differ(Scalar(b, state[2]), 0.0), state);
  };
  auto step = [](OpBuilder &nested, Location loc, ValueRange state) {
    ImplicitLocOpBuilder b(loc, nested);
    Scalar result(b, state[0]), base(b, state[1]), bits(b, state[2]);
    Scalar isOdd = differ(bits & bits.like(1), 0.0);
    Scalar next = select(isOdd, result * base, result);
    Scalar rest(b, arith::ShRUIOp::create(b, bits, bits.like(1)));
    scf::YieldOp::create(b, ValueRange{next, base * base, rest});
  };
  Value initial[] = {base.like(1), base, exponent};
  auto loop = scf::WhileOp::create(b, TypeRange(ValueRange(initial)), initial,
                                   test, step);
  return {b, loop.getResult(0)};
}

// for n < 0: 1 / x ^ |n|, which is 0 except for x = -1, 1 and 0 (1 / 0 is -1)
static Value power(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar base(b, in[0]), exponent(b, in[1]);
  if (isUnsignedElement(elementOf(op)))
    return powerOfBits(base, exponent);
  Scalar isNegative = exponent < 0.0, one = base.like(1);
  Scalar result = powerOfBits(base, select(isNegative, 0.0, exponent));
  Scalar isOdd = differ(exponent & one, 0.0);
  Scalar ofMinusOne = select(isOdd, -one, one);
  Scalar inverse = select(equal(base, 1.0), one, 0.0);
  inverse = select(equal(base, -1.0), ofMinusOne, inverse);
  inverse = select(equal(base, 0.0), -one, inverse);
  return select(isNegative, inverse, result);
}

void mlir::amp::stablehlo::addPowerScalars(ScalarTable &table) {
  table.add<PowerOp>(nullptr, power);
}
