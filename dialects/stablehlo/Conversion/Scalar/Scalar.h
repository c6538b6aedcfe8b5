// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float or integer with arithmetic operators: x * x + 1.0 builds an arith.mulf,
// a constant of x's type and an arith.addf.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALAR_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALAR_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::stablehlo {

struct Scalar {
  ImplicitLocOpBuilder *builder;
  Value value;

  Scalar(ImplicitLocOpBuilder &builder, Value value)
      : builder(&builder), value(value) {}
  operator Value() const { return value; }
  Type type() const { return value.getType(); }
  bool isFloat() const { return isa<FloatType>(type()); }
  unsigned width() const { return type().getIntOrFloatBitWidth(); }
  /// Returns `number` as a constant of this type. An integer keeps all 64 bits.
  Scalar like(double number) const;
  Scalar like(const APFloat &number) const;
  Scalar integer(int64_t number) const;
  Scalar infinity() const;
  Scalar nan() const;
};

// Integer arithmetic wraps. Divisions and the comparisons below are for floats
// and signed integers.
Scalar operator+(Scalar lhs, Scalar rhs);
Scalar operator-(Scalar lhs, Scalar rhs);
Scalar operator*(Scalar lhs, Scalar rhs);
Scalar operator/(Scalar lhs, Scalar rhs);
Scalar operator-(Scalar x);
Scalar operator&(Scalar lhs, Scalar rhs);
Scalar operator|(Scalar lhs, Scalar rhs);
Scalar operator^(Scalar lhs, Scalar rhs);
Scalar operator~(Scalar x);
// Ordered comparisons: false if an operand is NaN, except `differ`.
Scalar operator<(Scalar lhs, Scalar rhs);
Scalar operator<=(Scalar lhs, Scalar rhs);
Scalar operator>(Scalar lhs, Scalar rhs);
Scalar operator>=(Scalar lhs, Scalar rhs);
Scalar equal(Scalar lhs, Scalar rhs);
Scalar differ(Scalar lhs, Scalar rhs);
Scalar select(Scalar condition, Scalar ifTrue, Scalar ifFalse);

#define AMP_MIXED(NAME)                                                        \
  inline Scalar NAME(Scalar lhs, double rhs) {                                 \
    return NAME(lhs, lhs.like(rhs));                                           \
  }                                                                            \
  inline Scalar NAME(double lhs, Scalar rhs) {                                 \
    return NAME(rhs.like(lhs), rhs);                                           \
  }
AMP_MIXED(operator+)
AMP_MIXED(operator-)
AMP_MIXED(operator*)
AMP_MIXED(operator/)
AMP_MIXED(operator<)
AMP_MIXED(operator<=)
AMP_MIXED(operator>)
AMP_MIXED(operator>=)
AMP_MIXED(equal)
AMP_MIXED(differ)
#undef AMP_MIXED
inline Scalar select(Scalar condition, double ifTrue, Scalar ifFalse) {
  return select(condition, ifFalse.like(ifTrue), ifFalse);
}
inline Scalar select(Scalar condition, Scalar ifTrue, double ifFalse) {
  return select(condition, ifTrue, ifTrue.like(ifFalse));
}

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALAR_H
