// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memref.subview, affine.apply, complex.exp  ==>  memref, arith and math that
//                                                 convert-gpu-to-nvvm converts
// arith.maximumf                             ==>  llvm.intr.maximum
//
// Most kernels hold nothing to expand, and pass without a pattern being tried.
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDKERNEL
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool needsExpansion(Operation *op) {
  return isa<affine::AffineDialect, complex::ComplexDialect>(
             op->getDialect()) ||
         isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
             memref::ExtractStridedMetadataOp, memref::ReinterpretCastOp,
             memref::CastOp, memref::DimOp, arith::CeilDivSIOp,
             arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

/// Replaces maxima and minima, which convert-gpu-to-nvvm would compare and
/// select for.
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

namespace {
struct ExpandKernel : amp::impl::ExpandKernelBase<ExpandKernel> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect>();
    expansion().getDependentDialects(registry);
  }

  void runOnOperation() override {
    WalkResult walk = getOperation().walk([](Operation *op) {
      return needsExpansion(op) ? WalkResult::interrupt()
                                : WalkResult::advance();
    });
    OpPassManager passes = expansion();
    if (walk.wasInterrupted() && failed(runPipeline(passes, getOperation())))
      return signalPassFailure();
    getOperation().walk([](Operation *op) {
      if (isa<arith::MaximumFOp>(op))
        return useIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>(op);
      useIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>(op);
    });
  }

private:
  static OpPassManager expansion() {
    OpPassManager passes(gpu::GPUFuncOp::getOperationName());
    passes.addPass(memref::createExpandStridedMetadataPass());
    passes.addPass(createLowerAffinePass());
    passes.addPass(createConvertComplexToStandardPass());
    passes.addPass(arith::createArithExpandOpsPass());
    return passes;
  }
};
} // namespace
