// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.tanh  ==>  math.tanh,   stablehlo.logistic  ==>  a few ops
#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

template <typename Op>
static Value unary(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return Op::create(b, in[0]);
}

template <typename Op>
static Value binary(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return Op::create(b, in[0], in[1]);
}

// 1 / (1 + exp(-x)), with the exponential that does not overflow
static Value logistic(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar given(b, in[0]);
  Scalar x = given.width() < 32 ? toFloat(given, b.getF32Type()) : given;
  Scalar small = exp(-abs(x));
  return toFloat(select(x < 0.0, small, 1.0) / (1.0 + small), given.type());
}

static Value rsqrt(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar given(b, in[0]);
  Scalar x = given.width() < 32 ? toFloat(given, b.getF32Type()) : given;
  return toFloat(1.0 / sqrt(x), given.type());
}

// zeros and NaN: the operand itself
static Value sign(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  return select(abs(x) > 0.0, copysign(x.like(1.0), x), x);
}

static Value isFinite(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  const auto &format = cast<FloatType>(x.type()).getFloatSemantics();
  if (!APFloat::semanticsHasInf(format))
    return equal(x, x);
  return abs(x) < x.infinity();
}

static Value angle(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return atan2(Scalar(b, in[0]), Scalar(b, in[1]));
}

static Value itself(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return in[0];
}

static Value zero(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return Scalar(b, in[0]).like(0.0);
}

void mlir::amp::stablehlo::addFloatScalars(ScalarTable &table) {
  table.add<AbsOp>(unary<math::AbsFOp>);
  table.add<AddOp>(binary<arith::AddFOp>);
  table.add<Atan2Op>(angle);
  table.add<CbrtOp>(unary<math::CbrtOp>);
  table.add<CeilOp>(unary<math::CeilOp>);
  table.add<CosineOp>(unary<math::CosOp>);
  table.add<DivideOp>(binary<arith::DivFOp>);
  table.add<ExponentialOp>(unary<math::ExpOp>);
  table.add<ExponentialMinusOneOp>(unary<math::ExpM1Op>);
  table.add<FloorOp>(unary<math::FloorOp>);
  table.add<ImagOp>(zero);
  table.add<IsFiniteOp>(isFinite);
  table.add<LogOp>(unary<math::LogOp>);
  table.add<LogPlusOneOp>(unary<math::Log1pOp>);
  table.add<LogisticOp>(logistic);
  table.add<MaximumOp>(binary<arith::MaximumFOp>);
  table.add<MinimumOp>(binary<arith::MinimumFOp>);
  table.add<MultiplyOp>(binary<arith::MulFOp>);
  table.add<NegateOp>(unary<arith::NegFOp>);
  table.add<PowerOp>(binary<math::PowFOp>);
  table.add<RealOp>(itself);
  table.add<RemainderOp>(binary<arith::RemFOp>);
  table.add<RoundNearestAfzOp>(unary<math::RoundOp>);
  table.add<RoundNearestEvenOp>(unary<math::RoundEvenOp>);
  table.add<RsqrtOp>(rsqrt);
  table.add<SignOp>(sign);
  table.add<SineOp>(unary<math::SinOp>);
  table.add<SqrtOp>(unary<math::SqrtOp>);
  table.add<SubtractOp>(binary<arith::SubFOp>);
  table.add<TanOp>(unary<math::TanOp>);
  table.add<TanhOp>(unary<math::TanhOp>);
}
