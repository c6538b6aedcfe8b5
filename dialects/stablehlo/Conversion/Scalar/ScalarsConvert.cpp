// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.convert : (tensor<f32>) -> tensor<i8>
//   ==>  arith.fptosi, saturating at the bounds of i8, 0 for NaN
#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Scalar integerToInteger(Scalar x, bool isUnsigned, IntegerType to) {
  ImplicitLocOpBuilder &b = *x.builder;
  if (to.getWidth() == 1)
    return differ(x, 0.0);
  if (x.width() == to.getWidth())
    return x;
  if (x.width() > to.getWidth())
    return {b, arith::TruncIOp::create(b, to, x.value)};
  if (isUnsigned)
    return {b, arith::ExtUIOp::create(b, to, x.value)};
  return {b, arith::ExtSIOp::create(b, to, x.value)};
}

static Scalar integerToFloat(Scalar x, bool isUnsigned, Type to) {
  ImplicitLocOpBuilder &b = *x.builder;
  if (isUnsigned)
    return {b, arith::UIToFPOp::create(b, to, x.value)};
  return {b, arith::SIToFPOp::create(b, to, x.value)};
}

static Scalar floatToInteger(Scalar x, bool isUnsigned, IntegerType to) {
  ImplicitLocOpBuilder &b = *x.builder;
  if (to.getWidth() == 1)
    return differ(x, 0.0);
  if (x.width() < 32)
    x = toFloat(x, b.getF32Type());
  unsigned width = to.getWidth();
  APInt least =
      isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  // the first integer above the range is a power of two
  Scalar end = x.like(APFloat(std::ldexp(1.0, isUnsigned ? width : width - 1)));
  Scalar isOver = x >= end;
  Scalar isUnder = isUnsigned ? x <= -1.0 : x < -end;
  Scalar safe = select(isOver | isUnder, 0.0, x);
  safe = select(equal(x, x), safe, 0.0);
  Scalar inside(b, isUnsigned
                       ? arith::FPToUIOp::create(b, to, safe.value).getResult()
                       : arith::FPToSIOp::create(b, to, safe.value));
  Scalar clipped =
      select(isUnder, inside.integer(least.getSExtValue()), inside);
  return select(isOver, inside.integer(most.getSExtValue()), clipped);
}

static Scalar convertReal(Scalar x, Type from, Type to) {
  if (auto integer = dyn_cast<IntegerType>(to)) {
    auto plain = IntegerType::get(to.getContext(), integer.getWidth());
    if (isa<FloatType>(from))
      return floatToInteger(x, isUnsignedElement(to), plain);
    return integerToInteger(x, isUnsignedElement(from), plain);
  }
  if (isa<FloatType>(from))
    return toFloat(x, to);
  return integerToFloat(x, isUnsignedElement(from), to);
}

Value mlir::amp::stablehlo::convertElement(Scalar x, Type from, Type to) {
  auto toComplex = dyn_cast<ComplexType>(to);
  if (!toComplex)
    return convertReal(x, from, to);
  Scalar real = convertReal(x, from, toComplex.getElementType());
  return complex::CreateOp::create(*x.builder, to, real, real.like(0.0));
}

static Value convert(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return convertElement({b, in[0]}, elementOf(op),
                        getElementTypeOrSelf(op->getResult(0)));
}

static Value convertComplex(Operation *op, ValueRange in,
                            ImplicitLocOpBuilder &b) {
  Type from = cast<ComplexType>(elementOf(op)).getElementType();
  Type to = getElementTypeOrSelf(op->getResult(0));
  Scalar re(b, complex::ReOp::create(b, in[0]));
  Scalar im(b, complex::ImOp::create(b, in[0]));
  if (to.isInteger(1))
    return differ(re, 0.0) | differ(im, 0.0);
  auto toComplex = dyn_cast<ComplexType>(to);
  if (!toComplex)
    return convertReal(re, from, to);
  Type part = toComplex.getElementType();
  return complex::CreateOp::create(b, to, toFloat(re, part), toFloat(im, part));
}

void mlir::amp::stablehlo::addConvertScalars(ScalarTable &table) {
  table.add<ConvertOp>(convert, convert, convertComplex);
}
