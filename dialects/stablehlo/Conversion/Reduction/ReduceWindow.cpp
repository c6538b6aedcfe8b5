// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// out[y, x] = fold over ky, kx of
//   pad(in)[y * stride + ky * dilation, x * stride + kx * dilation]
// The padding is the initial value; an empty tensor gives the window sizes.
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Reduction/Reducer.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

/// Returns `sizes`, or `otherwise` for each of `rank` dimensions.
static SmallVector<int64_t> perDim(std::optional<ArrayRef<int64_t>> sizes,
                                   int64_t rank, int64_t otherwise) {
  if (sizes)
    return SmallVector<int64_t>(*sizes);
  return SmallVector<int64_t>(rank, otherwise);
}

static Value padInput(ImplicitLocOpBuilder &builder, ReduceWindowOp op,
                      Value input, Value init) {
  RankedTensorType type = tensorTypeOf(input);
  int64_t rank = type.getRank();
  SmallVector<int64_t> low(rank, 0), high(rank, 0), shape(type.getShape());
  SmallVector<int64_t> interior = perDim(op.getBaseDilations(), rank, 1);
  bool padded = false;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (auto padding = op.getPadding()) {
      low[dim] = padding->getValues<int64_t>()[2 * dim];
      high[dim] = padding->getValues<int64_t>()[2 * dim + 1];
    }
    --interior[dim];
    padded |= low[dim] || high[dim] || interior[dim];
    shape[dim] += low[dim] + high[dim] +
                  std::max<int64_t>(shape[dim] - 1, 0) * interior[dim];
  }
  if (!padded)
    return input;
  return PadOp::create(builder, type.clone(shape), input, init, low, high,
                       interior);
}

namespace {
struct ReduceWindowPattern : OpConversionPattern<ReduceWindowOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceWindowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    size_t count = op.getInputs().size();
    for (auto [input, init] :
         llvm::zip_equal(adaptor.getInputs(), adaptor.getInitValues()))
      if (elementTypeOf(input) != elementTypeOf(init))
        return refuse(op,
                      "its initial values have another type than its inputs");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    ArrayRef<int64_t> sizes = op.getWindowDimensions();
    int64_t rank = sizes.size();
    SmallVector<int64_t> strides = perDim(op.getWindowStrides(), rank, 1);
    SmallVector<int64_t> dilations = perDim(op.getWindowDilations(), rank, 1);
    SmallVector<AffineExpr> in, window;
    for (int64_t dim = 0; dim < rank; ++dim) {
      window.push_back(builder.getAffineDimExpr(rank + dim));
      in.push_back(builder.getAffineDimExpr(dim) * strides[dim] +
                   window.back() * dilations[dim]);
    }
    auto mapOf = [&](ArrayRef<AffineExpr> results) {
      return AffineMap::get(2 * rank, 0, results, builder.getContext());
    };
    SmallVector<AffineMap> maps(count, mapOf(in));
    maps.push_back(mapOf(window));
    SmallVector<AffineExpr> out;
    for (unsigned dim = 0; dim < rank; ++dim)
      out.push_back(builder.getAffineDimExpr(dim));
    maps.append(count, mapOf(out));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators.append(rank, utils::IteratorType::reduction);

    Reducer reducer(op.getBody(), op.getInputs().getTypes(),
                    op.getInitValues().getTypes());
    SmallVector<Value> inputs;
    for (auto [input, init] :
         llvm::zip_equal(adaptor.getInputs(), adaptor.getInitValues()))
      inputs.push_back(padInput(builder, op, input, init));
    SmallVector<Value> inits = reducer.fillInits(
        builder, adaptor.getInitValues(), op.getResultTypes(), *typeConverter);
    inputs.push_back(
        tensor::EmptyOp::create(builder, sizes, elementTypeOf(inputs.front())));
    rewriter.replaceOp(
        op, linalg::GenericOp::create(builder, ValueRange(inits).getTypes(),
                                      inputs, inits, maps, iterators,
                                      reducer.bodyOf(&Reducer::combine)));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateReduceWindow(const TypeConverter &types,
                                                RewritePatternSet &patterns) {
  patterns.add<ReduceWindowPattern>(types, patterns.getContext());
}
