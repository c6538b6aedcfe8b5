// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math.exp %x : f32   ==>   arith on %x, 2 units in the last place at most
#include "lib/Lowering/Gpu/Chips.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Remainder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {
#define GEN_PASS_DEF_GPUMATH
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral libdevice = "nvvm/libdevice/libdevice.10.bc";

/// What LLVM has an instruction, or a short sequence, for; convert-gpu-to-nvvm
/// would call libdevice for them.
static constexpr std::pair<StringLiteral, StringLiteral> intrinsics[] = {
    {"math.absf", "llvm.fabs"},         {"math.ceil", "llvm.ceil"},
    {"math.copysign", "llvm.copysign"}, {"math.floor", "llvm.floor"},
    {"math.fma", "llvm.fma"},           {"math.roundeven", "llvm.roundeven"},
    {"math.sqrt", "llvm.sqrt"},         {"math.trunc", "llvm.trunc"},
};

static void useIntrinsics(gpu::GPUModuleOp kernels) {
  llvm::StringMap<StringLiteral> names;
  for (auto [from, to] : intrinsics)
    names.try_emplace(from, to);
  kernels.walk([&](Operation *op) {
    auto found = names.find(op->getName().getStringRef());
    if (found == names.end())
      return;
    OpBuilder builder(op);
    auto call = LLVM::CallIntrinsicOp::create(
        builder, op->getLoc(), op->getResult(0).getType(),
        builder.getStringAttr(found->second), op->getOperands());
    op->replaceAllUsesWith(call);
    op->erase();
  });
}

/// Integer ops that convert-gpu-to-nvvm has an instruction for.
static bool isNative(Operation *op) {
  return isa<math::AbsIOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, math::CtPopOp>(op);
}

static LogicalResult approximate(gpu::GPUModuleOp kernels, bool hasLibdevice) {
  RewritePatternSet patterns(kernels.getContext());
  populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
  populateMathPolynomialApproximationPatterns(
      patterns, [](StringRef name) { return name != "math.cbrt"; });
  math::populateExpansionPatterns(
      patterns, {"acosh", "asinh", "atanh", "copysign", "cosh", "exp2", "fpowi",
                 "ipowi", "round", "rsqrt", "sinh", "tan"});
  if (!hasLibdevice)
    math::populateExpansionPatterns(patterns, {"powf"});
  return applyPatternsGreedily(kernels, std::move(patterns));
}

namespace {
struct GpuMath : amp::impl::GpuMathBase<GpuMath> {
  using Base::Base;

  void runOnOperation() override {
    bool hasLibdevice = !findInToolkit(libdevice).empty();
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>()) {
      lowerRemainders(kernels);
      if (failed(approximate(kernels, hasLibdevice))) {
        kernels.emitError("math expands without end");
        return signalPassFailure();
      }
      useIntrinsics(kernels);
      if (hasLibdevice)
        continue;
      WalkResult walk = kernels.walk([](Operation *op) {
        if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
            isNative(op))
          return WalkResult::advance();
        op->emitOpError("on ")
            << op->getResult(0).getType()
            << " needs libdevice of CUDA's toolkit, which is in neither "
               "CUDA_HOME, CUDA_ROOT nor CUDA_PATH";
        return WalkResult::interrupt();
      });
      if (walk.wasInterrupted())
        return signalPassFailure();
    }
  }
};
} // namespace
