// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.slice %x [1:5:2]          ==>  tensor.extract_slice %x[1] [2] [2]
// stablehlo.dynamic_slice %x, %i      ==>  the same at %i, clamped to the
// bounds
// stablehlo.dynamic_update_slice, stablehlo.concatenate  ==>
// tensor.insert_slice; tensor.concat for more than 16 inputs
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

using Sizes = SmallVector<OpFoldResult>;

static Sizes constants(OpBuilder &builder, ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(builder.getContext(), values);
}

static Sizes ones(OpBuilder &builder, size_t rank) {
  return Sizes(rank, builder.getIndexAttr(1));
}

// Clamps `start`, a 0-d tensor, so that `size` elements of `whole` follow.
static Value boundedStart(OpBuilder &builder, Location loc, Value start,
                          bool isUnsigned, int64_t whole, int64_t size) {
  Type i64 = builder.getI64Type();
  Value index = tensor::ExtractOp::create(builder, loc, start, {});
  if (index.getType() != i64)
    index = isUnsigned
                ? arith::ExtUIOp::create(builder, loc, i64, index).getResult()
                : arith::ExtSIOp::create(builder, loc, i64, index);
  Value last = arith::ConstantIntOp::create(builder, loc, i64, whole - size);
  if (isUnsigned) {
    index = arith::MinUIOp::create(builder, loc, index, last);
  } else {
    Value zero = arith::ConstantIntOp::create(builder, loc, i64, 0);
    index = arith::MaxSIOp::create(builder, loc, index, zero);
    index = arith::MinSIOp::create(builder, loc, index, last);
  }
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    index);
}

static Sizes boundedStarts(OpBuilder &builder, Location loc,
                           OperandRange original, ValueRange starts,
                           ArrayRef<int64_t> whole, ArrayRef<int64_t> sizes) {
  Sizes result;
  for (auto [given, start, all, size] :
       llvm::zip(original, starts, whole, sizes)) {
    bool isUnsigned = getElementTypeOrSelf(given).isUnsignedInteger();
    if (all == size)
      result.push_back(builder.getIndexAttr(0));
    else
      result.push_back(
          boundedStart(builder, loc, start, isUnsigned, all, size));
  }
  return result;
}

/// Maximum number of inputs of a concatenation that becomes insertions.
/// One-shot bufferization takes cubic time in a chain of tensor.insert_slice
/// ops.
static constexpr size_t maxInsertions = 16;

namespace {
struct LowerSlice : OpConversionPattern<SliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticTensor(op, op.getType(), *typeConverter);
    if (!type)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    if (type.getNumElements() == 0)
      return rewriter.replaceOp(op, emptyTensor(builder, type)), success();
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getOperand(),
        constants(rewriter, op.getStartIndices()),
        constants(rewriter, type.getShape()),
        constants(rewriter, op.getStrides()));
    return success();
  }
};

struct LowerDynamicSlice : OpConversionPattern<DynamicSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    auto type = typeConverter->convertType<RankedTensorType>(op.getType());
    RankedTensorType from = tensorTypeOf(adaptor.getOperand());
    Sizes starts = boundedStarts(rewriter, op.getLoc(), op.getStartIndices(),
                                 adaptor.getStartIndices(), from.getShape(),
                                 type.getShape());
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getOperand(), starts,
        constants(rewriter, type.getShape()), ones(rewriter, type.getRank()));
    return success();
  }
};

struct LowerDynamicUpdateSlice : OpConversionPattern<DynamicUpdateSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicUpdateSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    RankedTensorType update = tensorTypeOf(adaptor.getUpdate());
    RankedTensorType whole = tensorTypeOf(adaptor.getOperand());
    Sizes starts = boundedStarts(rewriter, op.getLoc(), op.getStartIndices(),
                                 adaptor.getStartIndices(), whole.getShape(),
                                 update.getShape());
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, adaptor.getUpdate(), adaptor.getOperand(), starts,
        constants(rewriter, update.getShape()),
        ones(rewriter, update.getRank()));
    return success();
  }
};

struct LowerConcatenate : OpConversionPattern<ConcatenateOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConcatenateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    auto type = typeConverter->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> inputs(adaptor.getInputs());
    llvm::erase_if(inputs, [](Value input) {
      return tensorTypeOf(input).getNumElements() == 0;
    });
    if (inputs.size() > maxInsertions) {
      rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, type, op.getDimension(),
                                                    inputs);
      return success();
    }
    Value result = emptyTensor(builder, type);
    SmallVector<int64_t> start(type.getRank(), 0);
    for (Value input : inputs) {
      ArrayRef<int64_t> shape = tensorTypeOf(input).getShape();
      result = tensor::InsertSliceOp::create(
          builder, input, result, constants(rewriter, start),
          constants(rewriter, shape), ones(rewriter, type.getRank()));
      start[op.getDimension()] += shape[op.getDimension()];
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateSlices(const TypeConverter &types,
                                          RewritePatternSet &patterns) {
  patterns.add<LowerSlice, LowerDynamicSlice, LowerDynamicUpdateSlice,
               LowerConcatenate>(types, patterns.getContext());
}
