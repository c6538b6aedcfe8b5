// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// truncf(exp(x)) : bf16
//   ==>   truncf(ex2.approx.ftz(p) * (1 + (x - p ln(2)))), p = x * log2(e)
#include "lib/Lowering/Gpu/Ptx/Exponentials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr float log2e = 0x1.715476p+0f;

/// ln(2) as a sum of two numbers.
static constexpr float ln2 = 0x1.62e430p-1f, ln2Rest = -0x1.05c610p-29f;

/// Bounds to which operands are clamped; the results there are 0 and infinity.
static constexpr float least = -105, most = 90;

/// The rounding error e of p is at most 2^-17, so that exp(e) is 1 + e.
static Value emitExponential(Value x, ImplicitLocOpBuilder &b) {
  auto number = [&](float value) -> Value {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  };
  x = arith::MaximumFOp::create(b, x, number(least));
  x = arith::MinimumFOp::create(b, x, number(most));
  Value power = arith::MulFOp::create(b, x, number(log2e));
  Value rest = math::FmaOp::create(b, power, number(-ln2), x);
  rest = math::FmaOp::create(b, power, number(-ln2Rest), rest);
  Value part =
      LLVM::CallIntrinsicOp::create(
          b, b.getF32Type(), b.getStringAttr("llvm.nvvm.ex2.approx.ftz.f32"),
          ValueRange{power})
          .getResult(0);
  Value factor = arith::AddFOp::create(b, rest, number(1));
  return arith::MulFOp::create(b, part, factor);
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
    bool mayApproximate =
        bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn);
    if (!op.getType().isF32() || (!mayApproximate && !isRounded(op)))
      return;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    op.replaceAllUsesWith(emitExponential(op.getOperand(), b));
    op.erase();
  });
}
