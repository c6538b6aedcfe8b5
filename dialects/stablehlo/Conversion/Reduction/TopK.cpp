// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// top_k(%x, k)  ==>  %v, %i = stable sort of (%x, iota), largest first
//                    slice %v, slice %i
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

/// Builds the comparator of a descending sort. Floats use the total order, so
/// that NaNs are ordered: +NaN before all numbers, -NaN after.
static void addFalling(ConversionPatternRewriter &rewriter, Location loc,
                       Region &region, Type value, Type index) {
  OpBuilder::InsertionGuard guard(rewriter);
  Type scalar = RankedTensorType::get({}, value);
  Type place = RankedTensorType::get({}, index);
  rewriter.createBlock(&region, region.end(), {scalar, scalar, place, place},
                       {loc, loc, loc, loc});
  ComparisonType order = isa<FloatType>(value) ? ComparisonType::TOTALORDER
                         : value.isUnsignedInteger() || value.isInteger(1)
                             ? ComparisonType::UNSIGNED
                             : ComparisonType::SIGNED;
  Type truth = RankedTensorType::get({}, rewriter.getI1Type());
  Value larger =
      CompareOp::create(rewriter, loc, truth, region.getArgument(0),
                        region.getArgument(1), ComparisonDirection::GT,
                        ComparisonTypeAttr::get(rewriter.getContext(), order));
  ReturnOp::create(rewriter, loc, larger);
}

namespace {
struct TopKPattern : OpConversionPattern<chlo::TopKOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(chlo::TopKOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    auto indices = cast<RankedTensorType>(op.getIndices().getType());
    RankedTensorType places = type.clone(indices.getElementType());
    int64_t last = type.getRank() - 1;
    Value place = IotaOp::create(rewriter, loc, places, last);
    SmallVector<Type> types = {type, places};
    SmallVector<Value> inputs = {op.getOperand(), place};
    auto sort = SortOp::create(rewriter, loc, types, inputs, last,
                               /*is_stable=*/true);
    addFalling(rewriter, loc, sort.getComparator(), type.getElementType(),
               indices.getElementType());
    SmallVector<int64_t> starts(type.getRank(), 0), steps(type.getRank(), 1);
    SmallVector<int64_t> ends(indices.getShape());
    SmallVector<Value> results;
    for (auto [sorted, wanted] :
         llvm::zip_equal(sort.getResults(), op.getResultTypes()))
      results.push_back(
          SliceOp::create(rewriter, loc, wanted, sorted, starts, ends, steps));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateTopK(const TypeConverter &types,
                                        RewritePatternSet &patterns) {
  patterns.add<TopKPattern>(types, patterns.getContext());
}
