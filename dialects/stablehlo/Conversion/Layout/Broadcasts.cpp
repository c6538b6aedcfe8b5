// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.broadcast_in_dim %x, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
//   ==>  linalg.generic ins(%x by (d0, d1) -> (d1)) { linalg.yield }
// stablehlo.transpose, dims = [1, 0]   ==>   the same by (d0, d1) -> (d1, d0)
// stablehlo.reverse, dims = [0]        ==>   the same by (d0) -> (-d0 + n - 1)
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value first(OpBuilder &, Location, ValueRange in) { return in[0]; }

namespace {
template <typename Op> struct LowerBroadcastOp : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type =
        staticTensor(op, op.getType(), *this->typeConverter);
    if (!type)
      return failure();
    ArrayRef<int64_t> dims; // empty: new dimensions are leading
    if constexpr (std::is_same_v<Op, BroadcastInDimOp>)
      dims = op.getBroadcastDimensions();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(op,
                       broadcastInto(builder, op.getLoc(), adaptor.getOperand(),
                                     emptyTensor(builder, type), dims));
    return success();
  }
};

struct LowerTranspose : OpConversionPattern<TransposeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TransposeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = linalgTensor(op, op.getType(), *typeConverter);
    if (!type)
      return failure();
    if (type.getRank() == 0) { // an empty map has no inverse
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    Location loc = op.getLoc();
    SmallVector<unsigned> dims(op.getPermutation());
    AffineMap map = AffineMap::getPermutationMap(dims, getContext());
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(rewriter, loc,
                                              adaptor.getOperand(), dims[i]));
    Value out = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    // result dimension i is operand dimension dims[i]
    rewriter.replaceOp(op, mapElements(rewriter, loc, out, adaptor.getOperand(),
                                       inversePermutation(map), first));
    return success();
  }
};

// element i of the result is element n - 1 - i
struct LowerReverse : OpConversionPattern<ReverseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReverseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticTensor(op, op.getType(), *typeConverter);
    if (!type)
      return failure();
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      AffineExpr place = rewriter.getAffineDimExpr(i);
      bool isReversed = llvm::is_contained(op.getDimensions(), i);
      exprs.push_back(isReversed ? type.getDimSize(i) - 1 - place : place);
    }
    AffineMap map = AffineMap::get(type.getRank(), 0, exprs, getContext());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(op, mapElements(builder, op.getLoc(),
                                       emptyTensor(builder, type),
                                       adaptor.getOperand(), map, first));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateBroadcasts(const TypeConverter &types,
                                              RewritePatternSet &patterns) {
  patterns.add<LowerBroadcastOp<BroadcastInDimOp>,
               LowerBroadcastOp<BroadcastOp>, LowerTranspose, LowerReverse>(
      types, patterns.getContext());
}
