// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// while, if, case  ==>  scf.while, scf.if, a chain of scf.if
// composite        ==>  a call of its decomposition
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

/// Moves the body of `from` to `to` and converts its types.
static LogicalResult moveRegion(ConversionPatternRewriter &rewriter,
                                const TypeConverter &types, Region &from,
                                Region &to) {
  while (!to.empty())
    rewriter.eraseBlock(&to.front());
  rewriter.inlineRegionBefore(from, to, to.end());
  return rewriter.convertRegionTypes(&to, types);
}

namespace {
struct WhilePattern : OpConversionPattern<WhileOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(WhileOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return refuse(op, "it carries more than tensors");
    auto loop = scf::WhileOp::create(rewriter, op.getLoc(), types,
                                     adaptor.getOperand());
    if (failed(moveRegion(rewriter, *getTypeConverter(), op.getCond(),
                          loop.getBefore())) ||
        failed(moveRegion(rewriter, *getTypeConverter(), op.getBody(),
                          loop.getAfter())))
      return failure();
    rewriter.replaceOp(op, loop);
    return success();
  }
};

struct IfPattern : OpConversionPattern<IfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return refuse(op, "it gives more than tensors");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value predicate = scalarOf(builder, adaptor.getPred());
    auto branch =
        scf::IfOp::create(builder, types, predicate, /*withElseRegion=*/true);
    if (failed(moveRegion(rewriter, *getTypeConverter(), op.getTrueBranch(),
                          branch.getThenRegion())) ||
        failed(moveRegion(rewriter, *getTypeConverter(), op.getFalseBranch(),
                          branch.getElseRegion())))
      return failure();
    rewriter.replaceOp(op, branch);
    return success();
  }
};

/// if index = 0 { first } else { if index = 1 { second } else { … last } }: an
/// out-of-range index selects the last branch. scf.index_switch is not used,
/// because one-shot bufferization does not see that its results alias yielded
/// values.
struct CasePattern : OpConversionPattern<CaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return refuse(op, "it gives more than tensors");
    if (op.getBranches().size() == 1)
      return inlineOnly(op, rewriter);
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value index = scalarOf(builder, adaptor.getIndex());
    scf::IfOp outermost;
    for (auto [i, from] : llvm::enumerate(op.getBranches().drop_back())) {
      Value number = arith::ConstantOp::create(
          builder, builder.getIntegerAttr(index.getType(), i));
      Value isHere = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                           index, number);
      auto branch =
          scf::IfOp::create(builder, types, isHere, /*withElseRegion=*/true);
      if (failed(moveRegion(rewriter, *getTypeConverter(), from,
                            branch.getThenRegion())))
        return failure();
      if (!outermost)
        outermost = branch;
      else if (!types.empty())
        scf::YieldOp::create(builder, branch.getResults());
      builder.setInsertionPointToStart(branch.elseBlock());
      if (i + 2 == op.getBranches().size() &&
          failed(moveRegion(rewriter, *getTypeConverter(),
                            op.getBranches().back(), branch.getElseRegion())))
        return failure();
    }
    rewriter.replaceOp(op, outermost);
    return success();
  }

private:
  static LogicalResult inlineOnly(CaseOp op,
                                  ConversionPatternRewriter &rewriter) {
    Block &block = op.getBranches().front().front();
    Operation *end = block.getTerminator();
    SmallVector<Value> values(end->getOperands());
    rewriter.eraseOp(end);
    rewriter.inlineBlockBefore(&block, op);
    rewriter.replaceOp(op, values);
    return success();
  }
};

/// Converts the terminator of a region of an scf op.
struct ReturnPattern : OpConversionPattern<ReturnOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *parent = op->getParentOp();
    auto loop = dyn_cast<scf::WhileOp>(parent);
    if (loop && op->getParentRegion() == &loop.getBefore()) {
      ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
      Value more = scalarOf(builder, adaptor.getOperands()[0]);
      rewriter.replaceOpWithNewOp<scf::ConditionOp>(
          op, more, op->getBlock()->getArguments());
      return success();
    }
    if (!isa<scf::SCFDialect>(parent->getDialect()))
      return refuse(op, "what it ends was not lowered");
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op, adaptor.getOperands());
    return success();
  }
};

struct CompositePattern : OpConversionPattern<CompositeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CompositeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return refuse(op, "it gives more than tensors");
    rewriter.replaceOpWithNewOp<func::CallOp>(op, op.getDecompositionAttr(),
                                              types, adaptor.getInputs());
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateControlFlow(const TypeConverter &types,
                                               RewritePatternSet &patterns) {
  patterns.add<CasePattern, CompositePattern, IfPattern, ReturnPattern,
               WhilePattern>(types, patterns.getContext());
}
