// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// truncf(a / b) : bf16         ==>   truncf(div.full a, b)
// truncf(sqrt(x)) : bf16       ==>   truncf(sqrt.approx x)
// truncf(1 / sqrt(x)) : bf16   ==>   truncf(rsqrt.approx x)
//
// By the PTX ISA, their relative errors are at most 2 ulp, 2^-23 and 2^-22.9,
// for all numbers, including subnormal ones. They take 8, 4 and 4 instructions
// of sm_90 (counted in cubins); the correctly rounded forms take 10 to 18, and
// branch.
#include "lib/Lowering/Gpu/Ptx/Quotients.h"
#include "lib/Lowering/Gpu/Ptx/Exponentials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the scalar constant, through an extension from a narrower format.
static std::optional<APFloat> constantOf(Value value) {
  if (auto wide = value.getDefiningOp<arith::ExtFOp>())
    value = wide.getIn();
  FloatAttr number;
  if (!matchPattern(value, m_Constant(&number)))
    return std::nullopt;
  return number.getValue();
}

/// Returns x if `op` computes 1 / sqrt(x), else null.
static Value reciprocalRootOf(arith::DivFOp op) {
  std::optional<APFloat> one = constantOf(op.getLhs());
  auto root = op.getRhs().getDefiningOp<math::SqrtOp>();
  return one && one->isExactlyValue(1) && root ? root.getOperand() : Value();
}

void amp::lowering::lowerQuotients(gpu::GPUModuleOp kernels) {
  SmallVector<Operation *> found;
  kernels.walk([&](Operation *op) {
    if (isa<arith::DivFOp, math::RsqrtOp, math::SqrtOp>(op) &&
        op->getResult(0).getType().isF32())
      found.push_back(op);
  });
  // In reverse order: a quotient is replaced before the root that it uses.
  for (Operation *op : llvm::reverse(found)) {
    if (!isRounded(op->getResult(0)))
      continue;
    ImplicitLocOpBuilder b(op->getLoc(), op);
    auto replace = [&](StringRef name, ValueRange operands) {
      op->replaceAllUsesWith(LLVM::CallIntrinsicOp::create(
          b, b.getF32Type(), b.getStringAttr(name), operands));
      op->erase();
    };
    auto quotient = dyn_cast<arith::DivFOp>(op);
    if (!quotient) {
      replace(isa<math::SqrtOp>(op) ? "llvm.nvvm.sqrt.approx.f"
                                    : "llvm.nvvm.rsqrt.approx.f",
              op->getOperands());
    } else if (Value x = reciprocalRootOf(quotient)) {
      replace("llvm.nvvm.rsqrt.approx.f", x);
    } else if (std::optional<APFloat> divisor = constantOf(quotient.getRhs());
               !divisor || divisor->getExactLog2Abs() == INT_MIN) {
      replace("llvm.nvvm.div.full", op->getOperands()); // not a power of 2
    }
  }
}
