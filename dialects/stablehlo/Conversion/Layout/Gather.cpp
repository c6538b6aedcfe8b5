// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather(%x, %at)  ==>  linalg.generic ins(%at...) { clamp; tensor.extract %x }
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

/// Returns the map from the result to `start_indices` for entry `entry` of an
/// index vector. The batch dimensions of the result select the index vector.
static AffineMap startMap(ImplicitLocOpBuilder &builder, GatherOp op,
                          int64_t entry) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  int64_t rank = tensorTypeOf(op.getResult()).getRank();
  int64_t starts = tensorTypeOf(op.getStartIndices()).getRank();
  SmallVector<AffineExpr> indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(numbers.getOffsetDims(), dim))
      indices.push_back(builder.getAffineDimExpr(dim));
  if (numbers.getIndexVectorDim() < starts)
    indices.insert(indices.begin() + numbers.getIndexVectorDim(),
                   builder.getAffineConstantExpr(entry));
  return AffineMap::get(rank, 0, indices, builder.getContext());
}

/// Emits the load of the operand element for the current result element.
static Value pick(ImplicitLocOpBuilder &builder, GatherOp op, Value operand,
                  ValueRange starts) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> shape = tensorTypeOf(operand).getShape();
  Type source = elementTypeOf(op.getStartIndices());
  SmallVector<Value> places(shape.size());
  for (auto [start, dim] : llvm::zip_equal(starts, numbers.getStartIndexMap()))
    places[dim] = clampedIndex(builder, start, source,
                               shape[dim] - op.getSliceSizes()[dim]);
  SmallVector<AffineExpr> vector =
      llvm::to_vector(startMap(builder, op, 0).getResults());
  for (auto [dim, from] :
       llvm::zip_equal(numbers.getOperandBatchingDims(),
                       numbers.getStartIndicesBatchingDims())) {
    auto loop = cast<AffineDimExpr>(vector[from]);
    places[dim] = linalg::IndexOp::create(builder, loop.getPosition());
  }
  const int64_t *offset = numbers.getOffsetDims().begin();
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
    if (llvm::is_contained(numbers.getCollapsedSliceDims(), dim) ||
        llvm::is_contained(numbers.getOperandBatchingDims(), dim))
      continue;
    Value index = linalg::IndexOp::create(builder, *offset++);
    places[dim] = places[dim]
                      ? arith::AddIOp::create(builder, places[dim], index)
                      : index;
  }
  for (Value &place : places)
    place = place ? place : indexOf(builder, 0);
  return tensor::ExtractOp::create(builder, operand, places);
}

namespace {
struct GatherPattern : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    size_t entries = op.getDimensionNumbers().getStartIndexMap().size();
    SmallVector<AffineMap> maps;
    for (size_t entry = 0; entry < entries; ++entry)
      maps.push_back(startMap(builder, op, entry));
    maps.push_back(builder.getMultiDimIdentityMap(type.getRank()));
    SmallVector<Value> starts(entries, adaptor.getStartIndices());
    SmallVector<utils::IteratorType> parallel(type.getRank(),
                                              utils::IteratorType::parallel);
    auto body = [&](OpBuilder &inner, Location loc, ValueRange elements) {
      ImplicitLocOpBuilder located(loc, inner);
      linalg::YieldOp::create(located, pick(located, op, adaptor.getOperand(),
                                            elements.drop_back()));
    };
    rewriter.replaceOp(op, linalg::GenericOp::create(builder, TypeRange(type),
                                                     starts,
                                                     emptyTensor(builder, type),
                                                     maps, parallel, body));
    return success();
  }
};

struct DynamicGatherPattern : OpConversionPattern<DynamicGatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicGatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DenseIntElementsAttr sizes;
    if (!matchPattern(op.getSliceSizes(), m_Constant(&sizes)))
      return refuse(op, "its slice sizes vary");
    SmallVector<int64_t> fixed;
    for (const APInt &size : sizes.getValues<APInt>())
      fixed.push_back(size.getSExtValue());
    rewriter.replaceOpWithNewOp<GatherOp>(
        op, op.getType(), op.getOperand(), op.getStartIndices(),
        op.getDimensionNumbers(), fixed, op.getIndicesAreSorted());
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateGather(const TypeConverter &types,
                                          RewritePatternSet &patterns) {
  patterns.add<GatherPattern, DynamicGatherPattern>(types,
                                                    patterns.getContext());
}
