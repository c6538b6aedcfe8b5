// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.pad %x, %value, low = [1], high = [2], interior = [1]
//   ==>  tensor.insert_slice of the kept part of %x, strided, into %value
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
/// Kept elements [first, first + count) of the operand, inserted from `start`
/// on with `stride`.
struct Kept {
  SmallVector<int64_t> first, count, start, stride;
};
} // namespace

static Kept keptBy(PadOp op, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  Kept kept;
  for (auto [size, room, low, interior] :
       llvm::zip(from, to, op.getEdgePaddingLow(), op.getInteriorPadding())) {
    int64_t stride = interior + 1;
    int64_t first = low < 0 ? (-low + stride - 1) / stride : 0;
    int64_t start = low + first * stride;
    int64_t fits = start < room ? (room - start + stride - 1) / stride : 0;
    kept.first.push_back(std::min(first, size));
    kept.count.push_back(std::clamp<int64_t>(size - first, 0, fits));
    kept.start.push_back(start);
    kept.stride.push_back(stride);
  }
  return kept;
}

namespace {
struct LowerPad : OpConversionPattern<PadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    auto to = typeConverter->convertType<RankedTensorType>(op.getType());
    RankedTensorType from = tensorTypeOf(adaptor.getOperand());
    Location loc = op.getLoc();
    Kept kept = keptBy(op, from.getShape(), to.getShape());
    auto sizes = [&](ArrayRef<int64_t> values) {
      return getAsIndexOpFoldResult(getContext(), values);
    };
    SmallVector<int64_t> ones(from.getRank(), 1);
    Value x = adaptor.getOperand();
    bool isNothing = llvm::is_contained(kept.count, 0);
    if (!isNothing && ArrayRef<int64_t>(kept.count) != from.getShape())
      x = tensor::ExtractSliceOp::create(rewriter, loc, x, sizes(kept.first),
                                         sizes(kept.count), sizes(ones));
    if (ArrayRef<int64_t>(kept.count) == to.getShape() && !isNothing)
      return rewriter.replaceOp(op, x), success();
    ImplicitLocOpBuilder builder(loc, rewriter);
    Value filled =
        filledTensor(builder, scalarOf(builder, adaptor.getPaddingValue()), to);
    if (isNothing)
      return rewriter.replaceOp(op, filled), success();
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, x, filled, sizes(kept.start), sizes(kept.count),
        sizes(kept.stride));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populatePads(const TypeConverter &types,
                                        RewritePatternSet &patterns) {
  patterns.add<LowerPad>(types, patterns.getContext());
}
