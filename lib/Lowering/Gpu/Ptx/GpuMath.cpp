// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math.exp %x : f32   ==>   arith on %x
//
// The error is at most 4 ulp for all arguments (tanh; mostly 2), except that
// results below the smallest normal number may be zero. The headers state the
// errors of exponentials and tangents that are rounded to 16 bits.
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx/Exponentials.h"
#include "lib/Lowering/Gpu/Ptx/Quotients.h"
#include "lib/Lowering/Gpu/Ptx/Remainder.h"
#include "lib/Lowering/Gpu/Ptx/Tangents.h"
#include "lib/Lowering/Gpu/Ptx/Trigonometry.h"
#include "lib/Lowering/Gpu/Toolkit.h"
#include "lib/Lowering/Gpu/Units/Functions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {
#define GEN_PASS_DEF_GPUMATH
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Ops for which LLVM has an instruction or a short sequence.
/// convert-gpu-to-nvvm would lower them to calls of libdevice.
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

/// Clamps the amounts of 64-bit shifts to 64. If a `select` tests for an amount
/// below 64, LLVM would use only the lower 32 bits of the amount.
static void limitShifts(gpu::GPUModuleOp kernels) {
  kernels.walk([](Operation *op) {
    if (!isa<arith::ShLIOp, arith::ShRUIOp>(op) ||
        !op->getResult(0).getType().isInteger(64) ||
        matchPattern(op->getOperand(1), m_Constant()))
      return;
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value most =
        arith::ConstantOp::create(b, b.getI64IntegerAttr(64)).getResult();
    Value amount = arith::TruncIOp::create(
        b, b.getI32Type(),
        arith::MinUIOp::create(b, op->getOperand(1), most).getResult());
    StringRef name = isa<arith::ShLIOp>(op) ? "shl.b64" : "shr.u64";
    auto shift = LLVM::InlineAsmOp::create(
        b, b.getI64Type(), ValueRange{op->getOperand(0), amount},
        (name + " $0, $1, $2;").str(), "=l,l,r", /*has_side_effects=*/false,
        /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
        /*asm_dialect=*/nullptr, /*operand_attrs=*/nullptr);
    op->replaceAllUsesWith(shift);
    op->erase();
  });
}

/// Returns true for integer ops that convert-gpu-to-nvvm lowers to an
/// instruction.
static bool isNative(Operation *op) {
  return isa<math::AbsIOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, math::CtPopOp>(op);
}

bool amp::lowering::callsLibdevice(Operation *op) {
  return isa<arith::RemFOp>(op) ||
         (isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
          !isNative(op));
}

/// Applies `patterns` to math ops only, because kernels have many more other
/// ops.
static LogicalResult rewriteFunctions(gpu::GPUModuleOp kernels,
                                      RewritePatternSet patterns) {
  SmallVector<Operation *> functions;
  kernels.walk([&](Operation *op) {
    if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
      functions.push_back(op);
  });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  return applyOpPatternsGreedily(functions, std::move(patterns), config);
}

/// Computes 16-bit ops in 32 bits.
static LogicalResult widen(gpu::GPUModuleOp kernels) {
  RewritePatternSet patterns(kernels.getContext());
  populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
  math::populateExpansionPatterns(
      patterns, {"copysign", "exp2", "fpowi", "ipowi", "round", "rsqrt"});
  return rewriteFunctions(kernels, std::move(patterns));
}

static LogicalResult approximate(gpu::GPUModuleOp kernels) {
  RewritePatternSet patterns(kernels.getContext());
  populateMathPolynomialApproximationPatterns(
      patterns, [](StringRef name) { return name != "math.cbrt"; });
  math::populateExpansionPatterns(patterns, {"copysign", "rsqrt"});
  return rewriteFunctions(kernels, std::move(patterns));
}

namespace {
struct GpuMath : amp::impl::GpuMathBase<GpuMath> {
  using Base::Base;

  void runOnOperation() override {
    bool hasLibdevice = !findInToolkit(libdevice).empty();
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>()) {
      lowerRemainders(kernels);
      limitShifts(kernels);
      bool converged = succeeded(widen(kernels));
      lowerFunctions(kernels);
      lowerTrigonometry(kernels);
      lowerExponentials(kernels);
      lowerQuotients(kernels);
      lowerTangents(kernels);
      if (!hasLibdevice)
        lowerPowers(kernels);
      if (!converged || failed(approximate(kernels))) {
        kernels.emitError("math expands without end");
        return signalPassFailure();
      }
      useIntrinsics(kernels);
      if (hasLibdevice)
        continue;
      WalkResult walk = kernels.walk([](Operation *op) {
        if (!callsLibdevice(op))
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
