// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp(x - m)   ==>   ex2.approx.ftz.f32((x - m) * 1.442695)
#include "lib/Lowering/Gpu/Attention/Exponential.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

// the difference first: a product of the smallest number would be infinite
Value mlir::amp::lowering::emitExponential(Code &code, Value x, Value shift,
                                           Value logSum) {
  Type type = code.getF32Type();
  Value factor = arith::ConstantOp::create(
      code, code.getF32FloatAttr(llvm::numbers::log2ef));
  Value power = arith::SubFOp::create(code, x, shift);
  if (logSum)
    power = math::FmaOp::create(code, power, factor,
                                arith::NegFOp::create(code, logSum));
  else
    power = arith::MulFOp::create(code, power, factor);
  return LLVM::CallIntrinsicOp::create(
             code, type, code.getStringAttr("llvm.nvvm.ex2.approx.ftz.f32"),
             ValueRange{power})
      .getResult(0);
}
