// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// truncf(exp(x)) : bf16   ==>   truncf(ex2.approx.ftz(x * log2(e) - j) * 2^j),
// j the nearest integer nearest integer
#include "lib/Lowering/Gpu/Ptx/Exponentials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// log2(e) as a sum of two numbers.
static constexpr float log2e = 0x1.715476p+0f, log2eRest = 0x1.4ae0c0p-26f;

/// Added to a number, this leaves its integer part in the last bits.
static constexpr float shifter = 0x1.8p+23f;

/// Between these, results are normal numbers; ex2.approx.ftz gives the others
/// (0, infinity and NaN) without the integer.
static constexpr float least = -0x1.5d589ep+6f, most = 0x1.62e430p+6f;

/// Bits of a number's fraction, behind which its exponent begins.
static constexpr int64_t fractionBits = 23;

static Value emitExponential(Value x, ImplicitLocOpBuilder &b) {
  auto number = [&](float value) -> Value {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  };
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 32);
  };
  auto bitsOf = [&](Value value) -> Value {
    return arith::BitcastOp::create(b, b.getI32Type(), value);
  };
  auto is = [&](arith::CmpFPredicate predicate, float limit) -> Value {
    return arith::CmpFOp::create(b, predicate, x, number(limit));
  };
  Value shifted = math::FmaOp::create(b, x, number(log2e), number(shifter));
  Value whole = arith::SubFOp::create(b, shifted, number(shifter));
  Value minus = arith::NegFOp::create(b, whole);
  Value rest = math::FmaOp::create(b, x, number(log2e), minus);
  rest = math::FmaOp::create(b, x, number(log2eRest), rest);
  Value isNormal =
      arith::AndIOp::create(b, is(arith::CmpFPredicate::OGE, least),
                            is(arith::CmpFPredicate::OLE, most));
  Value all = arith::MulFOp::create(b, x, number(log2e));
  Value power = arith::SelectOp::create(b, isNormal, rest, all);
  Value part =
      LLVM::CallIntrinsicOp::create(
          b, b.getF32Type(), b.getStringAttr("llvm.nvvm.ex2.approx.ftz.f32"),
          ValueRange{power})
          .getResult(0);
  Value exponent =
      arith::ShLIOp::create(b, bitsOf(shifted), integer(fractionBits));
  exponent = arith::SelectOp::create(b, isNormal, exponent, integer(0));
  Value bits = arith::AddIOp::create(b, bitsOf(part), exponent);
  return arith::BitcastOp::create(b, b.getF32Type(), bits);
}

bool amp::lowering::isRounded(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) {
           if (isa<arith::TruncFOp>(user))
             return user->getResult(0).getType().getIntOrFloatBitWidth() == 16;
           return isa<arith::AddFOp, arith::MulFOp, arith::SelectOp,
                      arith::SubFOp>(user) &&
                  isRounded(user->getResult(0));
         });
}

void amp::lowering::lowerExponentials(gpu::GPUModuleOp kernels) {
  kernels.walk([](math::ExpOp op) {
    if (!op.getType().isF32() || !isRounded(op))
      return;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    op.replaceAllUsesWith(emitExponential(op.getOperand(), b));
    op.erase();
  });
}
