// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace mlir::amp::stablehlo {

Scalar toFloat(Scalar x, Type type) {
  unsigned from = x.width(), to = type.getIntOrFloatBitWidth();
  ImplicitLocOpBuilder &b = *x.builder;
  if (x.type() == type)
    return x;
  if (from < to && to >= 32)
    return {b, arith::ExtFOp::create(b, type, x.value)};
  if (from > to && from >= 32)
    return {b, arith::TruncFOp::create(b, type, x.value)};
  // two formats below 32 bits: f32 represents both
  return toFloat(toFloat(x, b.getF32Type()), type);
}

Scalar bitsOf(Scalar x) {
  Type type = x.builder->getIntegerType(x.width());
  return {*x.builder, arith::BitcastOp::create(*x.builder, type, x.value)};
}

Scalar floatOf(Scalar bits, Type type) {
  return {*bits.builder,
          arith::BitcastOp::create(*bits.builder, type, bits.value)};
}

Scalar signBit(Scalar bits) {
  return bits.integer(APInt::getSignMask(bits.width()).getSExtValue());
}

Scalar copysign(Scalar size, Scalar sign) {
  Scalar pattern = bitsOf(size), mask = signBit(pattern);
  return floatOf((pattern & ~mask) | (bitsOf(sign) & mask), size.type());
}

Scalar atan2(Scalar y, Scalar x) {
  Scalar isOrigin = equal(abs(y) + abs(x), 0.0);
  Scalar apart = select(isOrigin, copysign(x.like(1.0), x), x);
  return {*y.builder, math::Atan2Op::create(*y.builder, y.value, apart.value)};
}

} // namespace mlir::amp::stablehlo
