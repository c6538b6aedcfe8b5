// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp(f x - m)   ==>   ex2.approx.ftz.f32(fma(f, x, -m) * 1.442695)
#include "lib/Lowering/Gpu/Attention/Exponential.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static Value numberOf(Code &code, float value) {
  return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
}

Value mlir::amp::lowering::scaled(Code &code, Value x, float factor) {
  return factor == 1 ? x
                     : arith::MulFOp::create(code, x, numberOf(code, factor));
}

// subtract first: the lowest finite number times log2(e) would be infinite
Value mlir::amp::lowering::emitExponential(Code &code, Value x, Value shift,
                                           Value logSum, float factor) {
  Type type = code.getF32Type();
  auto less = [&](Value value, Value by, float times) -> Value {
    Value negative = arith::NegFOp::create(code, by);
    return math::FmaOp::create(code, value, numberOf(code, times), negative);
  };
  Value power = factor == 1 ? arith::SubFOp::create(code, x, shift)
                            : less(x, shift, factor);
  float log2e = llvm::numbers::log2ef;
  power = logSum ? less(power, logSum, log2e) : scaled(code, power, log2e);
  return LLVM::CallIntrinsicOp::create(
             code, type, code.getStringAttr("llvm.nvvm.ex2.approx.ftz.f32"),
             ValueRange{power})
      .getResult(0);
}
