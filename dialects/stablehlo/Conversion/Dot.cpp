// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dot_general  ==>  a contraction over (batch..., lhs..., rhs...,
// contracted...)
#include "dialects/stablehlo/Conversion/Contract.h"
#include "dialects/stablehlo/Conversion/Patterns.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
struct DotDims {
  ArrayRef<int64_t> lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};
} // namespace

static Value dot(ImplicitLocOpBuilder &builder, Operation *op, Factor lhs,
                 Factor rhs, const DotDims &dims, RankedTensorType result) {
  lhs.indices.resize(tensorTypeOf(lhs.value).getRank());
  rhs.indices.resize(tensorTypeOf(rhs.value).getRank());
  unsigned loops = 0;
  auto nextLoop = [&] { return builder.getAffineDimExpr(loops++); };
  auto share = [&](ArrayRef<int64_t> lhsDims, ArrayRef<int64_t> rhsDims) {
    for (auto [left, right] : llvm::zip_equal(lhsDims, rhsDims))
      lhs.indices[left] = rhs.indices[right] = nextLoop();
  };
  auto keep = [&](Factor &factor, ArrayRef<int64_t> contracted) {
    for (auto [dim, index] : llvm::enumerate(factor.indices))
      if (!index && !llvm::is_contained(contracted, dim))
        index = nextLoop();
  };
  share(dims.lhsBatch, dims.rhsBatch);
  keep(lhs, dims.lhsContracted);
  keep(rhs, dims.rhsContracted);
  share(dims.lhsContracted, dims.rhsContracted);
  return contract(builder, op, loops, lhs, rhs, result);
}

namespace {
struct DotGeneralPattern : OpConversionPattern<DotGeneralOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DotGeneralOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    DotDims dims = {numbers.getLhsBatchingDimensions(),
                    numbers.getRhsBatchingDimensions(),
                    numbers.getLhsContractingDimensions(),
                    numbers.getRhsContractingDimensions()};
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    rewriter.replaceOp(
        op,
        dot(builder, op, {adaptor.getLhs(), elementTypeOf(op.getLhs()), {}},
            {adaptor.getRhs(), elementTypeOf(op.getRhs()), {}}, dims, type));
    return success();
  }
};

struct DotPattern : OpConversionPattern<DotOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    int64_t last = tensorTypeOf(adaptor.getLhs()).getRank() - 1;
    int64_t first = 0;
    DotDims dims = {{}, {}, last, first};
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    rewriter.replaceOp(
        op,
        dot(builder, op, {adaptor.getLhs(), elementTypeOf(op.getLhs()), {}},
            {adaptor.getRhs(), elementTypeOf(op.getRhs()), {}}, dims, type));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateDot(const TypeConverter &types,
                                       RewritePatternSet &patterns) {
  patterns.add<DotGeneralPattern, DotPattern>(types, patterns.getContext());
}
