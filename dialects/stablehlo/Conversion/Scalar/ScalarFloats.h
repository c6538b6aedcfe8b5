// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of float scalars, in the type of their operands.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARFLOATS_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARFLOATS_H

#include "dialects/stablehlo/Conversion/Scalar/Scalar.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::amp::stablehlo {

/// Converts to another float type, with one rounding.
Scalar toFloat(Scalar x, Type type);
/// Bitcasts to an integer of the same width, and back.
Scalar bitsOf(Scalar x);
Scalar floatOf(Scalar bits, Type type);
/// Returns a mask of the sign bit.
Scalar signBit(Scalar bits);
Scalar copysign(Scalar size, Scalar sign);

#define AMP_UNARY(NAME, OP)                                                    \
  inline Scalar NAME(Scalar x) {                                               \
    return {*x.builder, math::OP::create(*x.builder, x.value)};                \
  }
AMP_UNARY(abs, AbsFOp)
AMP_UNARY(acos, AcosOp)
AMP_UNARY(acosh, AcoshOp)
AMP_UNARY(asin, AsinOp)
AMP_UNARY(asinh, AsinhOp)
AMP_UNARY(atan, AtanOp)
AMP_UNARY(atanh, AtanhOp)
AMP_UNARY(cos, CosOp)
AMP_UNARY(cosh, CoshOp)
AMP_UNARY(erf, ErfOp)
AMP_UNARY(erfc, ErfcOp)
AMP_UNARY(exp, ExpOp)
AMP_UNARY(expm1, ExpM1Op)
AMP_UNARY(floor, FloorOp)
AMP_UNARY(log, LogOp)
AMP_UNARY(log1p, Log1pOp)
AMP_UNARY(sin, SinOp)
AMP_UNARY(sinh, SinhOp)
AMP_UNARY(sqrt, SqrtOp)
AMP_UNARY(tan, TanOp)
AMP_UNARY(tanh, TanhOp)
#undef AMP_UNARY

inline Scalar pow(Scalar base, Scalar exponent) {
  return {*base.builder,
          math::PowFOp::create(*base.builder, base.value, exponent.value)};
}
/// Returns the angle of the point (x, y). For two zeros, this is the angle of
/// (±1, y): MLIR folds math.atan2 of two zeros to NaN.
Scalar atan2(Scalar y, Scalar x);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARFLOATS_H
