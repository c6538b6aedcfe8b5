// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// truncf(tanh(x)) : bf16   ==>   truncf(1 - 2 / (1 + 2^(2 x log2(e)))), or a
// polynomial where the difference would cancel
#include "lib/Lowering/Gpu/Ptx/Tangents.h"
#include "lib/Lowering/Gpu/Ptx/Exponentials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// 2 log2(e).
static constexpr float twoLog2e = 0x1.715476p+1f;

/// Below this, tanh(x) = x + x^3 p(x^2), with a relative error of 2^-20.4.
static constexpr float polynomialEnd = 0.5f;
static constexpr float polynomial[] = {-0x1.6ea75ap-5f, 0x1.0e734cp-3f,
                                       -0x1.5547d0p-2f};

static Value emitTangent(Value x, ImplicitLocOpBuilder &b) {
  auto number = [&](float value) -> Value {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  };
  auto approximate = [&](StringRef name, Value operand) {
    return LLVM::CallIntrinsicOp::create(b, b.getF32Type(),
                                         b.getStringAttr(name), operand)
        .getResult(0);
  };
  Value size = math::AbsFOp::create(b, x);
  Value power = arith::MulFOp::create(b, x, number(twoLog2e));
  power = approximate("llvm.nvvm.ex2.approx.ftz.f32", power);
  Value sum = arith::AddFOp::create(b, power, number(1));
  Value inverse = approximate("llvm.nvvm.rcp.approx.ftz.f", sum);
  Value large = math::FmaOp::create(b, inverse, number(-2), number(1));

  Value square = arith::MulFOp::create(b, x, x);
  Value series = number(polynomial[0]);
  for (float coefficient : llvm::drop_begin(polynomial))
    series = math::FmaOp::create(b, series, square, number(coefficient));
  Value cube = arith::MulFOp::create(b, x, square);
  Value small = math::FmaOp::create(b, cube, series, x);
  Value isSmall = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, size,
                                        number(polynomialEnd));
  return arith::SelectOp::create(b, isSmall, small, large);
}

void amp::lowering::lowerTangents(gpu::GPUModuleOp kernels) {
  kernels.walk([](math::TanhOp op) {
    if (!op.getType().isF32() || !isRounded(op))
      return;
    ImplicitLocOpBuilder b(op.getLoc(), op);
    op.replaceAllUsesWith(emitTangent(op.getOperand(), b));
    op.erase();
  });
}
