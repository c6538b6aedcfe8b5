// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.addf %a, %b : bf16
//   ==>   narrow(arith.addf (widen %a), (widen %b) : f32)
#include "lib/Lowering/Common/Passes.h"
#include "lib/Lowering/Common/SmallFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ROUNDFLOATS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static Value bitsOf(Value value, ImplicitLocOpBuilder &b) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  return arith::BitcastOp::create(b, b.getIntegerType(width), value);
}

/// Returns the sign-bit mask, an integer of that width.
static Value signMask(unsigned width, ImplicitLocOpBuilder &b) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(width), APInt::getSignMask(width)));
}

/// Converts an i64 to an f64 that rounds to 24 bits or fewer as the integer
/// would. The lowest bit of numbers over 53 bits is sticky.
static Value convertWideInteger(Value value, bool isSigned,
                                ImplicitLocOpBuilder &b) {
  auto constant = [&](int64_t c) {
    return arith::ConstantIntOp::create(b, c, 64).getResult();
  };
  Value low = arith::AndIOp::create(b, value, constant(0x7ff));
  Value isCut =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, low, constant(0));
  Value jammed = arith::SelectOp::create(
      b, isCut,
      arith::OrIOp::create(
          b, arith::AndIOp::create(b, value, constant(~int64_t(0x7ff))),
          constant(0x800)),
      value);
  Value size = value;
  if (isSigned) {
    Value sign = arith::ShRSIOp::create(b, value, constant(63));
    size =
        arith::SubIOp::create(b, arith::XOrIOp::create(b, value, sign), sign);
  }
  Value isLarge = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, size,
                                        constant(int64_t(1) << 53));
  Value exact = arith::SelectOp::create(b, isLarge, jammed, value);
  if (isSigned)
    return arith::SIToFPOp::create(b, b.getF64Type(), exact);
  return arith::UIToFPOp::create(b, b.getF64Type(), exact);
}

/// Converts between f32 and a small float, by an instruction if `native`.
static Value widen(Value value, bool native, ImplicitLocOpBuilder &b) {
  if (native && value.getType().isBF16())
    return arith::ExtFOp::create(b, b.getF32Type(), value);
  return widenFloat(value, b);
}

static Value narrow(Value value, FloatType type, bool native,
                    ImplicitLocOpBuilder &b) {
  if (native && type.isBF16())
    return arith::TruncFOp::create(b, type, value);
  return narrowFloat(value, type, b);
}

static Value convertInteger(Operation *op, FloatType type,
                            ImplicitLocOpBuilder &b) {
  Value input = op->getOperand(0);
  bool isSigned = isa<arith::SIToFPOp>(op);
  Value wide;
  if (input.getType().getIntOrFloatBitWidth() == 64)
    wide = convertWideInteger(input, isSigned, b);
  else if (isSigned)
    wide = arith::SIToFPOp::create(b, b.getF64Type(), input);
  else
    wide = arith::UIToFPOp::create(b, b.getF64Type(), input);
  return narrowFloat(roundToOdd(wide, b), type, b);
}

static Value convertFloat(Value input, FloatType type,
                          ImplicitLocOpBuilder &b) {
  if (isSmallFloat(input.getType()))
    input = widenFloat(input, b);
  if (input.getType() == type)
    return input;
  if (!isSmallFloat(type))
    return arith::ExtFOp::create(b, type, input);
  if (input.getType().isF64())
    input = roundToOdd(input, b);
  return narrowFloat(input, type, b);
}

/// Computes the op in f32, between conversions.
static Value computeWide(Operation *op, bool native, ImplicitLocOpBuilder &b) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.addOperands(
        isSmallFloat(operand.getType()) ? widen(operand, native, b) : operand);
  Type type = op->getResult(0).getType();
  state.addTypes(isSmallFloat(type) ? b.getF32Type() : type);
  state.addAttributes(op->getAttrs());
  Value result = b.create(state)->getResult(0);
  if (!isSmallFloat(type))
    return result;
  return narrow(result, cast<FloatType>(type), native, b);
}

/// Emits the computation of `op`, without arithmetic on small floats.
static Value lower(Operation *op, bool native, ImplicitLocOpBuilder &b) {
  Type type = op->getResult(0).getType();
  Value input = op->getOperand(0);
  unsigned width = input.getType().getIntOrFloatBitWidth();
  if (isa<arith::NegFOp>(op))
    return arith::BitcastOp::create(
        b, type,
        arith::XOrIOp::create(b, bitsOf(input, b), signMask(width, b)));
  if (isa<math::AbsFOp>(op)) {
    Value sign = signMask(width, b);
    Value ones = arith::ConstantIntOp::create(b, -1, width);
    Value mask = arith::XOrIOp::create(b, sign, ones);
    return arith::BitcastOp::create(
        b, type, arith::AndIOp::create(b, bitsOf(input, b), mask));
  }
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return convertFloat(input, cast<FloatType>(type), b);
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return convertInteger(op, cast<FloatType>(type), b);
  return computeWide(op, native, b);
}

/// Returns true for conversions that the CPU supports, moves of bits, and
/// constants.
static bool isNative(Operation *op, bool bf16) {
  if (isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
    return true;
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
    return false;
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  if (bf16 && ((from.isBF16() && to.isF32()) || (from.isF32() && to.isBF16())))
    return true;
  return (from.isF16() && (to.isF32() || to.isF64())) ||
         (from.isF32() && to.isF16());
}

static bool handlesSmallFloats(Operation *op) {
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         op->getNumResults() == 1 && op->getNumOperands() &&
         (llvm::any_of(op->getOperandTypes(), isSmallFloat) ||
          llvm::any_of(op->getResultTypes(), isSmallFloat));
}

namespace {
struct RoundFloats : amp::impl::RoundFloatsBase<RoundFloats> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (op->getDialect() && handlesSmallFloats(op) &&
          !isNative(op, nativeBf16))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      ImplicitLocOpBuilder builder(op->getLoc(), op);
      op->getResult(0).replaceAllUsesWith(lower(op, nativeBf16, builder));
      op->erase();
    }
  }
};
} // namespace
