// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.bitcast_convert : (tensor<2xi32>) -> tensor<2x4xi8>
//   ==>  linalg.generic { arith.shrui %x, 8 * d1 }, low bits first
// ... : (tensor<2x4xi8>) -> tensor<2xi32>
//   ==>  linalg.generic ins(%x at d1 = 0, %x at d1 = 1, ...) { or of shifts }
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value bitcast(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Type element = getElementTypeOrSelf(op->getResult(0));
  if (auto integer = dyn_cast<IntegerType>(element))
    element = b.getIntegerType(integer.getWidth());
  if (in[0].getType() == element)
    return in[0];
  return arith::BitcastOp::create(b, element, in[0]);
}

void mlir::amp::stablehlo::addBitcastScalars(ScalarTable &table) {
  table.add<BitcastConvertOp>(bitcast, bitcast, bitcast);
}

static Value recast(OpBuilder &builder, Location loc, Type type, Value x) {
  return x.getType() == type
             ? x
             : arith::BitcastOp::create(builder, loc, type, x).getResult();
}

// Splits each element into a row of narrower elements.
static Value splitElements(ImplicitLocOpBuilder &builder, Value x,
                           RankedTensorType to) {
  int64_t rank = to.getRank();
  Type element = to.getElementType();
  AffineMap map = builder.getMultiDimIdentityMap(rank).dropResult(rank - 1);
  unsigned width = element.getIntOrFloatBitWidth();
  return mapElements(
      builder, builder.getLoc(), emptyTensor(builder, to), x, map,
      [&](OpBuilder &b, Location loc, ValueRange in) -> Value {
        Type whole = b.getIntegerType(in[0].getType().getIntOrFloatBitWidth());
        Value place = linalg::IndexOp::create(b, loc, rank - 1);
        Value shift = arith::IndexCastOp::create(b, loc, whole, place);
        Value size = arith::ConstantIntOp::create(b, loc, whole, width);
        shift = arith::MulIOp::create(b, loc, shift, size);
        Value bits = recast(b, loc, whole, in[0]);
        bits = arith::ShRUIOp::create(b, loc, bits, shift);
        bits = arith::TruncIOp::create(b, loc, b.getIntegerType(width), bits);
        return recast(b, loc, element, bits);
      });
}

// Joins each row of elements into one wider element.
static Value joinElements(ImplicitLocOpBuilder &builder, Value x,
                          RankedTensorType to) {
  int64_t rank = to.getRank();
  Type element = to.getElementType();
  auto from = cast<RankedTensorType>(x.getType());
  int64_t count = from.getShape().back();
  unsigned width = from.getElementTypeBitWidth();
  SmallVector<AffineMap> maps;
  for (int64_t i = 0; i < count; ++i)
    maps.push_back(builder.getMultiDimIdentityMap(rank).insertResult(
        builder.getAffineConstantExpr(i), rank));
  return mapElements(
      builder, builder.getLoc(), emptyTensor(builder, to),
      SmallVector<Value>(count, x), maps,
      [&](OpBuilder &b, Location loc, ValueRange in) -> Value {
        Type whole = b.getIntegerType(to.getElementTypeBitWidth());
        Value bits = arith::ConstantIntOp::create(b, loc, whole, 0);
        for (auto [i, part] : llvm::enumerate(in)) {
          Value next = recast(b, loc, b.getIntegerType(width), part);
          next = arith::ExtUIOp::create(b, loc, whole, next);
          Value place = arith::ConstantIntOp::create(b, loc, whole, width * i);
          next = arith::ShLIOp::create(b, loc, next, place);
          bits = arith::OrIOp::create(b, loc, bits, next);
        }
        return recast(b, loc, element, bits);
      });
}

namespace {
struct LowerBitcast : OpConversionPattern<BitcastConvertOp> {
  LowerBitcast(const TypeConverter &types, MLIRContext *context)
      : OpConversionPattern(types, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(BitcastConvertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t from = op.getOperand().getType().getRank();
    if (from == op.getType().getRank())
      return rewriter.notifyMatchFailure(op, "elementwise");
    if (failed(expectPlainTensors(op)))
      return failure();
    auto to = typeConverter->convertType<RankedTensorType>(op.getType());
    bool isSplit = from < to.getRank();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(op, (isSplit ? splitElements : joinElements)(
                               builder, adaptor.getOperand(), to));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateBitcasts(const TypeConverter &types,
                                            RewritePatternSet &patterns) {
  patterns.add<LowerBitcast>(types, patterns.getContext());
}
