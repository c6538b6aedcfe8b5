// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = tosa.tanh %x          ==>   %r = linalg.generic ins(%x) { math.tanh }
// %r = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
//                            ==>   %r = linalg.generic ins(%x) { arith.truncf }
// %r = linalg.matmul ...     ==>   %r = linalg.generic ... { mulf, addf }
// %r = mhlo.copy %x          ==>   %x
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_UPSTREAMTOLINALG
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Adds MLIR's lowering of TOSA, for the types of the module: no profile is
/// validated.
static void addTosaPasses(OpPassManager &passes) {
  passes.addNestedPass<func::FuncOp>(createTosaToSCFPass());
  tosa::addTosaToLinalgPasses(passes, TosaToLinalgOptions(),
                              TosaToLinalgNamedOptions(), std::nullopt);
  OpPassManager &functions = passes.nest<func::FuncOp>();
  functions.addPass(createTosaToArithPass());
  functions.addPass(createTosaToTensorPass());
}

static void addLinalgPasses(OpPassManager &passes) {
  OpPassManager &functions = passes.nest<func::FuncOp>();
  functions.addPass(createConvertElementwiseToLinalgPass());
  functions.addPass(createLinalgGeneralizeNamedOpsPass());
}

static bool isElementwiseOnTensors(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
}

/// Lowers an op of MHLO, by its name, to math. A copy is replaced by its
/// operand, because results have buffers of their own.
static LogicalResult lowerMhlo(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name == "copy") {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
    return success();
  }
  static constexpr StringLiteral inMath[] = {
      "acos", "acosh", "asin", "asinh", "atanh", "cosh", "erf", "sinh", "tan"};
  if (!llvm::is_contained(inMath, name))
    return op->emitError() << "'" << op->getName()
                           << "' has no lowering to linalg";
  OpBuilder builder(op);
  OperationState state(op->getLoc(), ("math." + name).str(), op->getOperands(),
                       op->getResultTypes());
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
  return success();
}

/// Lowers the ops of MHLO; rejects those of torch-mlir's TMTensor.
static LogicalResult lowerForeign(ModuleOp module) {
  SmallVector<Operation *> foreign;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect != "mhlo" && dialect != "tm_tensor")
      return WalkResult::advance();
    foreign.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *op : foreign) {
    if (op->getName().getDialectNamespace() == "tm_tensor")
      return op->emitError()
             << "'" << op->getName() << "' has no lowering to linalg";
    if (failed(lowerMhlo(op)))
      return failure();
  }
  return success();
}

namespace {
struct DecomposeSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "no decomposition");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

struct UpstreamToLinalg : amp::impl::UpstreamToLinalgBase<UpstreamToLinalg> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    OpPassManager passes(ModuleOp::getOperationName());
    addTosaPasses(passes);
    addLinalgPasses(passes);
    passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    if (failed(lowerForeign(getOperation())))
      return signalPassFailure();
    bool hasTosa = false, hasUpstream = false;
    getOperation().walk([&](Operation *op) {
      hasTosa |= isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
      hasUpstream |= isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()) ||
                     isa<tensor::ConcatOp>(op) || isElementwiseOnTensors(op);
    });
    if (!hasTosa && !hasUpstream)
      return;
    OpPassManager passes(ModuleOp::getOperationName());
    if (hasTosa)
      addTosaPasses(passes);
    addLinalgPasses(passes);
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeSoftmax>(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};
} // namespace
