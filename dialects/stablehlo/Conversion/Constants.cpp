// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.constant dense<1> : tensor<4xui8>
//   ==>  arith.constant dense<1> : tensor<4xi8>
// stablehlo.iota dim = 0      ==>  linalg.generic { linalg.index }
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

// Returns the same bytes with a signless element type.
static ElementsAttr retyped(ElementsAttr value, RankedTensorType type) {
  if (value.getType() == type)
    return value;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(value))
    return dense.mapValues(type.getElementType(),
                           [](const APInt &bits) { return bits; });
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return nullptr;
}

namespace {
template <typename Op> struct LowerConstant : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type =
        linalgTensor(op, op.getType(), *this->typeConverter);
    if (!type)
      return failure();
    ElementsAttr value = retyped(op.getValue(), type);
    if (!value)
      return refuse(op, "its value is written in another way");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type, value);
    return success();
  }
};

struct LowerConstantLike : OpConversionPattern<chlo::ConstantLikeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(chlo::ConstantLikeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = linalgTensor(op, op.getType(), *typeConverter);
    if (!type)
      return failure();
    if (isa<ComplexType>(type.getElementType()))
      return refuse(op, "its value is complex");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value scalar = scalarConstant(builder, op.getLoc(), type.getElementType(),
                                  op.getValue());
    rewriter.replaceOp(
        op, filledTensor(builder, scalar, type, adaptor.getOperand()));
    return success();
  }
};

struct LowerIota : OpConversionPattern<IotaOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IotaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = linalgTensor(op, op.getType(), *typeConverter);
    if (!type)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(op, iotaInto(builder, op.getLoc(),
                                    emptyTensor(builder, type),
                                    op.getIotaDimension()));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateConstants(const TypeConverter &types,
                                             RewritePatternSet &patterns) {
  patterns.add<LowerConstant<ConstantOp>, LowerConstant<chlo::ConstantOp>,
               LowerConstantLike, LowerIota>(types, patterns.getContext());
}
