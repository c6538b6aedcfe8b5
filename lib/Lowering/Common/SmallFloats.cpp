// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.truncf %x : f32 to bf16   ==>   (bits + 0x7fff + odd) >> 16
#include "lib/Lowering/Common/SmallFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

static constexpr int f32Bias = 127, f32Mantissa = 23;

bool mlir::amp::lowering::isSmallFloat(Type type) {
  return isa<Float16Type, BFloat16Type, Float8E5M2Type, Float8E4M3Type,
             Float8E4M3FNType, Float8E5M2FNUZType, Float8E4M3FNUZType,
             Float8E4M3B11FNUZType, Float8E3M4Type>(type);
}

namespace {
/// Short names for integer and f32 arithmetic on scalars.
struct Scalars {
  ImplicitLocOpBuilder &b;

  Value integer(int64_t value, unsigned bits = 32) {
    return arith::ConstantIntOp::create(b, value, bits);
  }
  Value real(float value) {
    return arith::ConstantFloatOp::create(b, b.getF32Type(),
                                          llvm::APFloat(value));
  }
  Value bits(Value value) {
    unsigned width = value.getType().getIntOrFloatBitWidth();
    return arith::BitcastOp::create(b, b.getIntegerType(width), value);
  }
  Value f32(Value bits) {
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  }
  template <typename Op> Value make(Value lhs, Value rhs) {
    return Op::create(b, lhs, rhs);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  Value isNan(Value value) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  }
  /// Returns 2^`exponent`, for an i32 in the range of normal f32.
  Value powerOfTwo(Value exponent) {
    Value field = make<arith::AddIOp>(exponent, integer(f32Bias));
    return f32(make<arith::ShLIOp>(field, integer(f32Mantissa)));
  }
};
} // namespace

static Value narrowToBf16(Value value, Scalars s) {
  Value bits = s.bits(value);
  Value upper = s.make<arith::ShRUIOp>(bits, s.integer(16));
  Value odd = s.make<arith::AndIOp>(upper, s.integer(1));
  Value up = s.make<arith::AddIOp>(
      bits, s.make<arith::AddIOp>(odd, s.integer(0x7fff)));
  Value quiet = s.make<arith::OrIOp>(bits, s.integer(0x400000));
  Value rounded = s.make<arith::ShRUIOp>(s.select(s.isNan(value), quiet, up),
                                         s.integer(16));
  return arith::BitcastOp::create(
      s.b, s.b.getBF16Type(),
      arith::TruncIOp::create(s.b, s.b.getI16Type(), rounded));
}

/// Rounds the magnitude to a multiple of the ulp of `type`, in f32, then moves
/// exponent and mantissa to their positions in `type`.
static Value narrowToEightBits(Value value, FloatType type, Scalars s) {
  const llvm::fltSemantics &format = type.getFloatSemantics();
  int precision = llvm::APFloat::semanticsPrecision(format);
  int leastExponent = llvm::APFloat::semanticsMinExponent(format);
  auto codeOf = [&](const llvm::APFloat &number) {
    return s.integer(number.bitcastToAPInt().getZExtValue());
  };

  Value bits = s.bits(value);
  Value magnitude = s.f32(s.make<arith::AndIOp>(bits, s.integer(0x7fffffff)));
  Value field =
      s.make<arith::ShRUIOp>(s.bits(magnitude), s.integer(f32Mantissa));
  Value exponent =
      s.make<arith::MaxSIOp>(s.make<arith::SubIOp>(field, s.integer(f32Bias)),
                             s.integer(leastExponent));
  Value last = s.make<arith::SubIOp>(exponent, s.integer(precision - 1));
  Value steps = s.make<arith::MulFOp>(
      magnitude, s.powerOfTwo(s.make<arith::SubIOp>(s.integer(0), last)));
  Value rounded = s.make<arith::MulFOp>(math::RoundEvenOp::create(s.b, steps),
                                        s.powerOfTwo(last));

  // The code of a subnormal number is a multiple of the smallest one.
  int shift = f32Mantissa - (precision - 1);
  Value normal = s.make<arith::SubIOp>(
      s.make<arith::ShRUIOp>(s.bits(rounded), s.integer(shift)),
      s.integer((f32Bias + leastExponent - 1) << (precision - 1)));
  float leastStep = std::ldexp(1.0f, leastExponent - (precision - 1));
  Value subnormal = arith::FPToSIOp::create(
      s.b, s.b.getI32Type(),
      s.make<arith::MulFOp>(rounded, s.real(1 / leastStep)));
  Value isSubnormal =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT, rounded,
                            s.real(std::ldexp(1.0f, leastExponent)));
  Value code = s.select(isSubnormal, subnormal, normal);

  auto nan = llvm::APFloat::getNaN(format);
  auto overflow = llvm::APFloat::semanticsHasInf(format)
                      ? llvm::APFloat::getInf(format)
                      : nan;
  Value isTooLarge = arith::CmpFOp::create(
      s.b, arith::CmpFPredicate::OGT, rounded,
      s.real(llvm::APFloat::getLargest(format).convertToFloat()));
  code = s.select(isTooLarge, codeOf(overflow), code);
  code = s.select(s.isNan(value), codeOf(nan), code);
  Value sign = s.make<arith::AndIOp>(
      s.make<arith::ShRUIOp>(bits, s.integer(24)), s.integer(0x80));
  Value withSign = s.make<arith::OrIOp>(code, sign);
  // The only NaN of these formats has the code of -0.
  if (llvm::APFloat::getZero(format, /*Negative=*/true).isPosZero() ||
      nan.bitcastToAPInt() == 0x80) {
    Value isZero = arith::CmpIOp::create(s.b, arith::CmpIPredicate::eq, code,
                                         s.integer(0));
    withSign = s.select(isZero, code, withSign);
  }
  return arith::BitcastOp::create(
      s.b, type, arith::TruncIOp::create(s.b, s.b.getI8Type(), withSign));
}

Value mlir::amp::lowering::narrowFloat(Value value, FloatType type,
                                       ImplicitLocOpBuilder &builder) {
  if (type.isF16())
    return arith::TruncFOp::create(builder, type, value);
  if (type.isBF16())
    return narrowToBf16(value, {builder});
  return narrowToEightBits(value, type, {builder});
}

/// Inverse of narrowToEightBits: moves the fields of a normal number to those
/// of f32, and multiplies a subnormal one by the smallest step.
static Value widenEightBits(Value value, Scalars s) {
  auto type = cast<FloatType>(value.getType());
  const llvm::fltSemantics &format = type.getFloatSemantics();
  int precision = llvm::APFloat::semanticsPrecision(format);
  int leastExponent = llvm::APFloat::semanticsMinExponent(format);
  Value code = arith::ExtUIOp::create(s.b, s.b.getI32Type(), s.bits(value));
  Value magnitude = s.make<arith::AndIOp>(code, s.integer(0x7f));
  Value sign = s.make<arith::ShLIOp>(
      s.make<arith::AndIOp>(code, s.integer(0x80)), s.integer(24));

  int shift = f32Mantissa - (precision - 1);
  Value normal = s.make<arith::ShLIOp>(
      s.make<arith::AddIOp>(magnitude, s.integer((f32Bias + leastExponent - 1)
                                                 << (precision - 1))),
      s.integer(shift));
  float leastStep = std::ldexp(1.0f, leastExponent - (precision - 1));
  Value subnormal = s.bits(s.make<arith::MulFOp>(
      arith::UIToFPOp::create(s.b, s.b.getF32Type(), magnitude),
      s.real(leastStep)));
  Value isSubnormal =
      arith::CmpIOp::create(s.b, arith::CmpIPredicate::ult, magnitude,
                            s.integer(1 << (precision - 1)));
  Value bits = s.select(isSubnormal, subnormal, normal);
  bits = s.make<arith::OrIOp>(bits, sign);

  auto when = [&](Value of, const llvm::APFloat &number, float meaning) {
    Value isIt = arith::CmpIOp::create(
        s.b, arith::CmpIPredicate::eq, of,
        s.integer(number.bitcastToAPInt().getZExtValue()));
    bits = s.select(isIt,
                    s.make<arith::OrIOp>(s.bits(s.real(meaning)),
                                         of == code ? s.integer(0) : sign),
                    bits);
  };
  auto nan = llvm::APFloat::getNaN(format);
  if (nan.bitcastToAPInt() == 0x80) {
    when(code, nan, NAN);
  } else if (!llvm::APFloat::semanticsHasInf(format)) {
    when(magnitude, nan, NAN);
  } else {
    auto infinity = llvm::APFloat::getInf(format);
    Value isNan = arith::CmpIOp::create(
        s.b, arith::CmpIPredicate::ugt, magnitude,
        s.integer(infinity.bitcastToAPInt().getZExtValue()));
    when(magnitude, infinity, INFINITY);
    bits =
        s.select(isNan, s.make<arith::OrIOp>(s.bits(s.real(NAN)), sign), bits);
  }
  return s.f32(bits);
}

Value mlir::amp::lowering::widenFloat(Value value,
                                      ImplicitLocOpBuilder &builder) {
  Scalars s{builder};
  if (value.getType().isF16())
    return arith::ExtFOp::create(builder, builder.getF32Type(), value);
  if (!value.getType().isBF16())
    return widenEightBits(value, s);
  Value wide =
      arith::ExtUIOp::create(builder, builder.getI32Type(), s.bits(value));
  return s.f32(s.make<arith::ShLIOp>(wide, s.integer(16)));
}

Value mlir::amp::lowering::roundToOdd(Value value,
                                      ImplicitLocOpBuilder &builder) {
  Scalars s{builder};
  Value nearest = arith::TruncFOp::create(builder, builder.getF32Type(), value);
  Value back = arith::ExtFOp::create(builder, builder.getF64Type(), nearest);
  auto magnitude = [&](Value x) { return math::AbsFOp::create(builder, x); };
  auto compare = [&](arith::CmpFPredicate how, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, how, lhs, rhs);
  };
  Value bits = s.bits(nearest);
  Value isEven = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::eq,
      s.make<arith::AndIOp>(bits, s.integer(1)), s.integer(0));
  Value isInexact = compare(arith::CmpFPredicate::ONE, back, value);
  Value towards = s.select(
      compare(arith::CmpFPredicate::OLT, magnitude(back), magnitude(value)),
      s.integer(1), s.integer(-1));
  Value odd = s.make<arith::AddIOp>(bits, towards);
  return s.f32(s.select(s.make<arith::AndIOp>(isEven, isInexact), odd, bits));
}
