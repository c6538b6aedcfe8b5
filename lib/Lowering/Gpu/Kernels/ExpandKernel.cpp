// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memref.subview, affine.apply, complex.exp  ==>  memref, arith and math that
//                                                 convert-gpu-to-nvvm converts
// arith.maximumf                             ==>  llvm.intr.maximum
//
// Patterns are applied to these ops only: a kernel has few of them, or none.
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDKERNEL
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool needsExpansion(Operation *op) {
  return isa<affine::AffineDialect>(op->getDialect()) ||
         isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
             memref::ExtractStridedMetadataOp, memref::ReinterpretCastOp,
             memref::CastOp, memref::DimOp, arith::CeilDivSIOp,
             arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

/// Replaces an extremum by an LLVM intrinsic: convert-gpu-to-nvvm would expand
/// it to a comparison and a select.
template <typename From, typename To> static void useIntrinsic(Operation *op) {
  auto from = dyn_cast<From>(op);
  if (!from)
    return;
  OpBuilder builder(op);
  from.replaceAllUsesWith(
      To::create(builder, op->getLoc(), op->getResultTypes(), op->getOperands())
          ->getResult(0));
  from.erase();
}

static void useIntrinsics(gpu::GPUFuncOp kernel) {
  kernel.walk([](Operation *op) {
    if (isa<arith::MaximumFOp>(op))
      return useIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>(op);
    useIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>(op);
  });
}

namespace {
struct ExpandKernel : amp::impl::ExpandKernelBase<ExpandKernel> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, LLVM::LLVMDialect,
                    memref::MemRefDialect>();
    expansionOfComplex().getDependentDialects(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    memref::populateExpandStridedMetadataPatterns(set);
    populateAffineToStdConversionPatterns(set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    useIntrinsics(kernel);
    bool hasComplex = false;
    kernel.walk([&](Operation *op) {
      hasComplex |= isa<complex::ComplexDialect>(op->getDialect());
    });
    OpPassManager passes = expansionOfComplex();
    if (hasComplex && failed(runPipeline(passes, kernel)))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    kernel.walk([&](Operation *op) {
      if (needsExpansion(op))
        ops.push_back(op);
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(ops, patterns, config))) {
      kernel.emitError(
          "expects views that expand in a bounded number of steps");
      signalPassFailure();
    }
  }

private:
  static OpPassManager expansionOfComplex() {
    OpPassManager passes(gpu::GPUFuncOp::getOperationName());
    passes.addPass(createConvertComplexToStandardPass());
    passes.addPass(arith::createArithExpandOpsPass());
    return passes;
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
