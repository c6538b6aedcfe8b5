// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Scalar/Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace mlir::amp::stablehlo {

Scalar Scalar::like(const APFloat &number) const {
  APFloat rounded = number;
  bool lost;
  rounded.convert(cast<FloatType>(type()).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &lost);
  return {*builder,
          arith::ConstantOp::create(*builder, FloatAttr::get(type(), rounded))};
}

Scalar Scalar::like(double number) const {
  if (isFloat())
    return like(APFloat(number));
  return integer(static_cast<int64_t>(number));
}

Scalar Scalar::integer(int64_t number) const {
  APInt bits(64, number, /*isSigned=*/true);
  return {*builder,
          arith::ConstantOp::create(
              *builder, IntegerAttr::get(type(), bits.sextOrTrunc(width())))};
}

Scalar Scalar::infinity() const {
  return like(APFloat::getInf(APFloat::IEEEdouble()));
}

Scalar Scalar::nan() const {
  return like(APFloat::getQNaN(APFloat::IEEEdouble()));
}

} // namespace mlir::amp::stablehlo

template <typename FloatOp, typename IntegerOp>
static Scalar binary(Scalar lhs, Scalar rhs) {
  ImplicitLocOpBuilder &builder = *lhs.builder;
  if (lhs.isFloat())
    return {builder, FloatOp::create(builder, lhs.value, rhs.value)};
  return {builder, IntegerOp::create(builder, lhs.value, rhs.value)};
}

static Scalar compare(arith::CmpFPredicate floats,
                      arith::CmpIPredicate integers, Scalar lhs, Scalar rhs) {
  ImplicitLocOpBuilder &builder = *lhs.builder;
  if (lhs.isFloat())
    return {builder,
            arith::CmpFOp::create(builder, floats, lhs.value, rhs.value)};
  return {builder,
          arith::CmpIOp::create(builder, integers, lhs.value, rhs.value)};
}

namespace mlir::amp::stablehlo {

Scalar operator+(Scalar lhs, Scalar rhs) {
  return binary<arith::AddFOp, arith::AddIOp>(lhs, rhs);
}
Scalar operator-(Scalar lhs, Scalar rhs) {
  return binary<arith::SubFOp, arith::SubIOp>(lhs, rhs);
}
Scalar operator*(Scalar lhs, Scalar rhs) {
  return binary<arith::MulFOp, arith::MulIOp>(lhs, rhs);
}
Scalar operator/(Scalar lhs, Scalar rhs) {
  return binary<arith::DivFOp, arith::DivSIOp>(lhs, rhs);
}
Scalar operator-(Scalar x) {
  if (x.isFloat())
    return {*x.builder, arith::NegFOp::create(*x.builder, x.value)};
  return x.integer(0) - x;
}

#define AMP_BITS(SYMBOL, OP)                                                   \
  Scalar operator SYMBOL(Scalar lhs, Scalar rhs) {                             \
    return {*lhs.builder,                                                      \
            arith::OP::create(*lhs.builder, lhs.value, rhs.value)};            \
  }
AMP_BITS(&, AndIOp)
AMP_BITS(|, OrIOp)
AMP_BITS(^, XOrIOp)
#undef AMP_BITS
Scalar operator~(Scalar x) { return x ^ x.integer(-1); }

#define AMP_COMPARE(NAME, FLOATS, INTEGERS)                                    \
  Scalar NAME(Scalar lhs, Scalar rhs) {                                        \
    return compare(arith::CmpFPredicate::FLOATS,                               \
                   arith::CmpIPredicate::INTEGERS, lhs, rhs);                  \
  }
AMP_COMPARE(operator<, OLT, slt)
AMP_COMPARE(operator<=, OLE, sle)
AMP_COMPARE(operator>, OGT, sgt)
AMP_COMPARE(operator>=, OGE, sge)
AMP_COMPARE(equal, OEQ, eq)
AMP_COMPARE(differ, UNE, ne)
#undef AMP_COMPARE

Scalar select(Scalar condition, Scalar ifTrue, Scalar ifFalse) {
  return {*condition.builder,
          arith::SelectOp::create(*condition.builder, condition.value,
                                  ifTrue.value, ifFalse.value)};
}

} // namespace mlir::amp::stablehlo
