// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape operands: their values give the sizes that types leave dynamic.
// stablehlo.dynamic_iota %shape  ==>  tensor.empty(%n), linalg.generic
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Layout/Reshape.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value indexAt(OpBuilder &builder, Location loc, Value vector,
                     int64_t place) {
  Value at = arith::ConstantIndexOp::create(builder, loc, place);
  Value value = tensor::ExtractOp::create(builder, loc, vector, at);
  if (value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

static Value emptyOf(OpBuilder &builder, Location loc, RankedTensorType type,
                     Value shape) {
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(indexAt(builder, loc, shape, i));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

static bool isStatic(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

namespace {
template <typename Op> struct LowerDynamic : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type =
        linalgTensor(op, op.getType(), *this->typeConverter);
    if (!type)
      return failure();
    Value result = compute(op, in, type, rewriter);
    if (!result)
      return refuse(op, "its sizes are known too late");
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  using In = typename Op::Adaptor;
  static Value compute(Op op, In in, RankedTensorType type, OpBuilder &builder);
};
} // namespace

template <>
Value LowerDynamic<DynamicIotaOp>::compute(DynamicIotaOp op, In in,
                                           RankedTensorType type,
                                           OpBuilder &builder) {
  Value out = emptyOf(builder, op.getLoc(), type, in.getOutputShape());
  return iotaInto(builder, op.getLoc(), out, op.getIotaDimension());
}

template <>
Value LowerDynamic<DynamicReshapeOp>::compute(DynamicReshapeOp op, In in,
                                              RankedTensorType type,
                                              OpBuilder &builder) {
  if (type.hasStaticShape() && isStatic(in.getOperand()))
    return reshapeTensor(builder, op.getLoc(), in.getOperand(),
                         type.getShape());
  return tensor::ReshapeOp::create(builder, op.getLoc(), type, in.getOperand(),
                                   in.getOutputShape());
}

// a size that is dynamic in the operand may or may not be 1, so it is rejected
template <>
Value LowerDynamic<DynamicBroadcastInDimOp>::compute(DynamicBroadcastInDimOp op,
                                                     In in,
                                                     RankedTensorType type,
                                                     OpBuilder &builder) {
  if (!isStatic(in.getOperand()))
    return nullptr;
  Value out = emptyOf(builder, op.getLoc(), type, in.getOutputDimensions());
  return broadcastInto(builder, op.getLoc(), in.getOperand(), out,
                       op.getBroadcastDimensions());
}

template <>
Value LowerDynamic<RealDynamicSliceOp>::compute(RealDynamicSliceOp op, In in,
                                                RankedTensorType type,
                                                OpBuilder &builder) {
  if (!type.hasStaticShape())
    return nullptr;
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> starts, strides;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    starts.push_back(indexAt(builder, loc, in.getStartIndices(), i));
    strides.push_back(indexAt(builder, loc, in.getStrides(), i));
  }
  return tensor::ExtractSliceOp::create(
      builder, loc, type, in.getOperand(), starts,
      getAsIndexOpFoldResult(builder.getContext(), type.getShape()), strides);
}

// lowers to a pad whose amounts are attributes
template <>
Value LowerDynamic<DynamicPadOp>::compute(DynamicPadOp op, In in,
                                          RankedTensorType type,
                                          OpBuilder &builder) {
  SmallVector<SmallVector<int64_t>, 3> amounts;
  for (Value operand : {op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                        op.getInteriorPadding()}) {
    DenseIntElementsAttr values;
    if (!matchPattern(operand, m_Constant(&values)))
      return nullptr;
    amounts.emplace_back();
    for (const APInt &value : values)
      amounts.back().push_back(value.getSExtValue());
  }
  return PadOp::create(builder, op.getLoc(), op.getType(), op.getOperand(),
                       op.getPaddingValue(), amounts[0], amounts[1],
                       amounts[2]);
}

template <>
Value LowerDynamic<GetDimensionSizeOp>::compute(GetDimensionSizeOp op, In in,
                                                RankedTensorType type,
                                                OpBuilder &builder) {
  Location loc = op.getLoc();
  Value size =
      tensor::DimOp::create(builder, loc, in.getOperand(), op.getDimension());
  size = arith::IndexCastOp::create(builder, loc, type.getElementType(), size);
  return tensor::FromElementsOp::create(builder, loc, type, size);
}

void mlir::amp::stablehlo::populateDynamicShapes(const TypeConverter &types,
                                                 RewritePatternSet &patterns) {
  patterns
      .add<LowerDynamic<DynamicBroadcastInDimOp>, LowerDynamic<DynamicIotaOp>,
           LowerDynamic<DynamicPadOp>, LowerDynamic<DynamicReshapeOp>,
           LowerDynamic<GetDimensionSizeOp>, LowerDynamic<RealDynamicSliceOp>>(
          types, patterns.getContext());
}
