// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.exponential : tensor<complex<f32>>
//   ==>  complex.re, complex.im, f64 arithmetic, complex.create
// add, subtract, multiply and negate compute in the type of the parts.
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Scalar/Complex.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

using Unary = Complex (*)(Complex);
using Binary = Complex (*)(Complex, Complex);

static Complex parts(ImplicitLocOpBuilder &b, Value z) {
  return {{b, complex::ReOp::create(b, z)}, {b, complex::ImOp::create(b, z)}};
}

static Value whole(Complex z) {
  Type type = ComplexType::get(z.re.type());
  return complex::CreateOp::create(*z.re.builder, type, z.re, z.im);
}

static Complex toParts(Complex z, Type type) {
  return {toFloat(z.re, type), toFloat(z.im, type)};
}

static Complex wideParts(ImplicitLocOpBuilder &b, Value z) {
  return toParts(parts(b, z), b.getF64Type());
}

static Type partType(Value z) {
  return cast<ComplexType>(z.getType()).getElementType();
}

template <Unary function>
static Value plain(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return whole(function(parts(b, in[0])));
}

template <Binary function>
static Value plain(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return whole(function(parts(b, in[0]), parts(b, in[1])));
}

template <Unary function>
static Value wide(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return whole(toParts(function(wideParts(b, in[0])), partType(in[0])));
}

template <Binary function>
static Value wide(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Complex result = function(wideParts(b, in[0]), wideParts(b, in[1]));
  return whole(toParts(result, partType(in[0])));
}

static Value size(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return toFloat(abs(wideParts(b, in[0])), partType(in[0]));
}

static Value real(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return parts(b, in[0]).re;
}

static Value imaginary(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return parts(b, in[0]).im;
}

static Value create(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return whole({{b, in[0]}, {b, in[1]}});
}

static Complex conjugate(Complex z) { return {z.re, -z.im}; }
static Complex negative(Complex z) { return -z; }
static Complex difference(Complex x, Complex y) { return x - y; }

// Lexicographic order: real parts, then imaginary parts.
static Scalar isLess(Complex x, Complex y) {
  return (x.re < y.re) | (equal(x.re, y.re) & (x.im < y.im));
}

static Scalar isNan(Complex z) {
  return differ(z.re, z.re) | differ(z.im, z.im);
}

static Complex larger(Complex x, Complex y) {
  return select(isNan(x) | isLess(y, x), x, y);
}

static Complex smaller(Complex x, Complex y) {
  return select(isNan(x) | isLess(x, y), x, y);
}

void mlir::amp::stablehlo::addComplexScalars(ScalarTable &table) {
  table.add<ComplexOp>(create);
  table.addComplex<AbsOp>(size);
  table.addComplex<AddOp>(plain<operator+ >);
  table.addComplex<Atan2Op>(wide<atan2>);
  table.addComplex<CbrtOp>(wide<cbrt>);
  table.addComplex<CosineOp>(wide<cos>);
  table.addComplex<DivideOp>(wide<operator/ >);
  table.addComplex<ExponentialMinusOneOp>(wide<expm1>);
  table.addComplex<ExponentialOp>(wide<exp>);
  table.addComplex<ImagOp>(imaginary);
  table.addComplex<LogOp>(wide<log>);
  table.addComplex<LogPlusOneOp>(wide<log1p>);
  table.addComplex<LogisticOp>(wide<logistic>);
  table.addComplex<MaximumOp>(plain<larger>);
  table.addComplex<MinimumOp>(plain<smaller>);
  table.addComplex<MultiplyOp>(plain<operator*>);
  table.addComplex<NegateOp>(plain<negative>);
  table.addComplex<PowerOp>(wide<pow>);
  table.addComplex<RealOp>(real);
  table.addComplex<RsqrtOp>(wide<rsqrt>);
  table.addComplex<SignOp>(wide<sign>);
  table.addComplex<SineOp>(wide<sin>);
  table.addComplex<SqrtOp>(wide<sqrt>);
  table.addComplex<SubtractOp>(plain<difference>);
  table.addComplex<TanOp>(wide<tan>);
  table.addComplex<TanhOp>(wide<tanh>);
  table.addComplex<chlo::AcosOp>(wide<acos>);
  table.addComplex<chlo::AcoshOp>(wide<acosh>);
  table.addComplex<chlo::AsinAcosKernelOp>(wide<asinAcosKernel>);
  table.addComplex<chlo::AsinOp>(wide<asin>);
  table.addComplex<chlo::AsinhOp>(wide<asinh>);
  table.addComplex<chlo::AtanOp>(wide<atan>);
  table.addComplex<chlo::AtanhOp>(wide<atanh>);
  table.addComplex<chlo::ConjOp>(plain<conjugate>);
  table.addComplex<chlo::CoshOp>(wide<cosh>);
  table.addComplex<chlo::SinhOp>(wide<sinh>);
  table.addComplex<chlo::SquareOp>(wide<square>);
  table.addComplex<chlo::TanOp>(wide<tan>);
}
