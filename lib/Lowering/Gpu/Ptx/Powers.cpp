// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math.powf %x, %y : f32   ==>   2^(%y * log2 |%x|) in f64, signed, as f32
#include "lib/Lowering/Gpu/Units/Functions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double ln2 = 0.69314718055994531;
/// Coefficients of log(m) = 2 s (1 + s^2 / 3 + s^4 / 5 + ...), with s = (m - 1)
/// / (m + 1).
static constexpr double logTerms[] = {1.0,     1.0 / 3,  1.0 / 5, 1.0 / 7,
                                      1.0 / 9, 1.0 / 11, 1.0 / 13};
/// Coefficients 1 / n! of exp.
static constexpr double expTerms[] = {
    1.0,       1.0,       1.0 / 2,    1.0 / 6,     1.0 / 24,
    1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880};

static Value integer(int64_t value, ImplicitLocOpBuilder &b) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

/// Returns log2 of `x`, a positive f64, as the sum of its exponent and a
/// series.
static Value log2(Value x, Scalars s) {
  ImplicitLocOpBuilder &b = s.b;
  Value bits = arith::BitcastOp::create(b, b.getI64Type(), x);
  // Minus sqrt(1 / 2), so that the mantissa is in [sqrt(1 / 2), sqrt(2)).
  Value start = integer(0x3fe6a09e667f3bcd, b);
  Value exponent = arith::ShRSIOp::create(
      b, arith::SubIOp::create(b, bits, start), integer(52, b));
  Value rest = arith::SubIOp::create(
      b, bits, arith::ShLIOp::create(b, exponent, integer(52, b)));
  Value m = arith::BitcastOp::create(b, s.type, rest);
  Value one = s.number(1), ratio = s.div(s.sub(m, one), s.add(m, one));
  Value sum = s.polynomial(logTerms, s.mul(ratio, ratio));
  return s.fma(s.mul(ratio, s.number(2 / ln2)), sum,
               arith::SIToFPOp::create(b, s.type, exponent));
}

/// Returns 2^x for x in [-1000, 1000].
static Value exp2(Value x, Scalars s) {
  ImplicitLocOpBuilder &b = s.b;
  Value whole = math::RoundEvenOp::create(b, x);
  Value rest = s.mul(s.sub(x, whole), s.number(ln2));
  Value exponent = arith::AddIOp::create(
      b, arith::FPToSIOp::create(b, b.getI64Type(), whole), integer(1023, b));
  Value scale = arith::BitcastOp::create(
      b, s.type, arith::ShLIOp::create(b, exponent, integer(52, b)));
  return s.mul(s.polynomial(expTerms, rest), scale);
}

/// |x|^y
static Value powerOfSize(Value x, Value y, Scalars s) {
  Value wide = arith::ExtFOp::create(s.b, s.type, s.size(x));
  Value log = s.select(s.less(wide, s.number(infinity)), log2(wide, s), wide);
  log = s.select(s.equal(wide, s.number(0)), s.number(-infinity), log);
  Value exponent = s.mul(log, arith::ExtFOp::create(s.b, s.type, y));
  Value isNumber = s.equal(exponent, exponent);
  Value known = s.select(isNumber, exponent, s.number(0));
  known = s.select(s.less(known, s.number(1000)), known, s.number(1000));
  known = s.select(s.less(s.number(-1000), known), known, s.number(-1000));
  Value value = s.select(isNumber, exp2(known, s), exponent);
  return arith::TruncFOp::create(s.b, x.getType(), value);
}

static Value power(Value x, Value y, ImplicitLocOpBuilder &b) {
  Scalars s{b, x.getType()};
  Value one = s.number(1), zero = s.number(0);
  Value value = powerOfSize(x, y, {b, b.getF64Type()});
  Value isOne =
      arith::OrIOp::create(b, s.equal(s.size(x), one), s.equal(y, zero));
  value = s.select(isOne, one, value);
  Value half = s.mul(y, s.number(0.5));
  Value isWhole = s.equal(math::FloorOp::create(b, y), y);
  Value isEven = s.equal(math::FloorOp::create(b, half), half);
  Value sign = s.select(isEven, one, s.copySign(one, x));
  Value signedValue = s.select(isWhole, s.copySign(value, sign), value);
  // Negative numbers have only integer powers.
  Value isNegative =
      arith::AndIOp::create(b, s.less(x, zero), s.less(s.number(-infinity), x));
  Value nan = s.number(std::numeric_limits<double>::quiet_NaN());
  Value isNone = arith::AndIOp::create(
      b, isNegative,
      arith::XOrIOp::create(b, isWhole,
                            arith::ConstantOp::create(b, b.getBoolAttr(true))));
  return s.select(isNone, nan, signedValue);
}

void amp::lowering::lowerPowers(gpu::GPUModuleOp kernels) {
  kernels.walk([](math::PowFOp op) {
    if (!op.getType().isF32())
      return;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    op.replaceAllUsesWith(power(op.getLhs(), op.getRhs(), b));
    op.erase();
  });
}
