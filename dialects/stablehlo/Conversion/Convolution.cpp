// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// out[n, y, x, o] = sum over ky, kx, i of
//   pad(in)[n, y * stride + ky * dilation, x * stride + kx * dilation, i]
//   * kernel[ky, kx, i, o]
// Groups split the features (or batches) of each side into (group, rest).
#include "dialects/stablehlo/Conversion/Contract.h"
#include "dialects/stablehlo/Conversion/Patterns.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
/// Tensor with one dimension that may be split into (groups, size / groups).
struct Grouped {
  Value value;
  int64_t dim, groups;
  SmallVector<ReassociationIndices> parts;

  Grouped(RankedTensorType type, int64_t dim, int64_t groups)
      : dim(dim), groups(groups) {
    for (int64_t i = 0, next = 0; i < type.getRank(); ++i) {
      parts.push_back({next++});
      if (i == dim && groups > 1)
        parts.back().push_back(next++);
    }
  }
  RankedTensorType split(RankedTensorType type) const {
    SmallVector<int64_t> shape(type.getShape());
    if (groups > 1) {
      shape[dim] /= groups;
      shape.insert(shape.begin() + dim, groups);
    }
    return type.clone(shape);
  }
  Value split(ImplicitLocOpBuilder &builder, Value whole) const {
    if (groups == 1)
      return whole;
    return tensor::ExpandShapeOp::create(builder, split(tensorTypeOf(whole)),
                                         whole, parts);
  }
  Value join(ImplicitLocOpBuilder &builder, Value split) const {
    if (groups == 1)
      return split;
    return tensor::CollapseShapeOp::create(builder, split, parts);
  }
  /// Returns the position of dimension `i` of the unsplit tensor. For the split
  /// dimension, this is the position of the dimension within a group.
  int64_t at(int64_t i) const { return parts[i].back(); }
  int64_t group() const { return parts[dim].front(); }
};

struct Window {
  SmallVector<int64_t> low, high, interior, strides, dilations, reversed;
};
} // namespace

static Window windowOf(ConvolutionOp op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> spatial = numbers.getInputSpatialDimensions();
  int64_t rank = tensorTypeOf(op.getLhs()).getRank();
  SmallVector<int64_t> zeros(rank, 0), ones(spatial.size(), 1);
  Window window = {zeros, zeros, zeros, ones, ones, {}};
  if (auto strides = op.getWindowStrides())
    window.strides.assign(strides->begin(), strides->end());
  if (auto dilations = op.getRhsDilation())
    window.dilations.assign(dilations->begin(), dilations->end());
  for (auto [i, dim] : llvm::enumerate(spatial)) {
    if (auto padding = op.getPadding()) {
      window.low[dim] = padding->getValues<int64_t>()[2 * i];
      window.high[dim] = padding->getValues<int64_t>()[2 * i + 1];
    }
    if (auto dilation = op.getLhsDilation())
      window.interior[dim] = (*dilation)[i] - 1;
    if (auto reversal = op.getWindowReversal(); reversal && (*reversal)[i])
      window.reversed.push_back(numbers.getKernelSpatialDimensions()[i]);
  }
  return window;
}

static Value padInput(ImplicitLocOpBuilder &builder, Value input,
                      const Window &window) {
  auto isZero = [](int64_t size) { return size == 0; };
  if (llvm::all_of(window.low, isZero) && llvm::all_of(window.high, isZero) &&
      llvm::all_of(window.interior, isZero))
    return input;
  RankedTensorType type = tensorTypeOf(input);
  SmallVector<int64_t> shape;
  for (auto [size, low, high, interior] : llvm::zip_equal(
           type.getShape(), window.low, window.high, window.interior))
    shape.push_back(low + size + high +
                    std::max<int64_t>(size - 1, 0) * interior);
  Value zero = filledTensor(builder, zeroOf(builder, type.getElementType()),
                            type.clone(ArrayRef<int64_t>()));
  return PadOp::create(builder, type.clone(shape), input, zero, window.low,
                       window.high, window.interior);
}

static Value reverseKernel(ImplicitLocOpBuilder &builder, Value kernel,
                           const Window &window) {
  if (window.reversed.empty())
    return kernel;
  return ReverseOp::create(builder, kernel.getType(), kernel, window.reversed);
}

namespace {
struct ConvolutionPattern : OpConversionPattern<ConvolutionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConvolutionOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    Window window = windowOf(op);
    Value input = padInput(builder, adaptor.getLhs(), window);
    Value filter = reverseKernel(builder, adaptor.getRhs(), window);
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());

    bool byBatch = op.getBatchGroupCount() > 1;
    int64_t groups =
        std::max(op.getBatchGroupCount(), op.getFeatureGroupCount());
    Grouped image(tensorTypeOf(input),
                  byBatch ? numbers.getInputBatchDimension()
                          : numbers.getInputFeatureDimension(),
                  groups);
    Grouped kernel(tensorTypeOf(filter),
                   numbers.getKernelOutputFeatureDimension(), groups);
    Grouped output(type, numbers.getOutputFeatureDimension(), groups);

    RankedTensorType result = output.split(type);
    unsigned loops = result.getRank();
    auto loop = [&](int64_t i) { return builder.getAffineDimExpr(i); };
    SmallVector<AffineExpr> in(tensorTypeOf(input).getRank() + (groups > 1));
    SmallVector<AffineExpr> by(tensorTypeOf(filter).getRank() + (groups > 1));
    in[image.at(numbers.getInputBatchDimension())] =
        loop(output.at(numbers.getOutputBatchDimension()));
    by[kernel.at(numbers.getKernelOutputFeatureDimension())] =
        loop(output.at(numbers.getOutputFeatureDimension()));
    if (groups > 1)
      in[image.group()] = by[kernel.group()] = loop(output.group());
    for (auto [i, dim] : llvm::enumerate(numbers.getInputSpatialDimensions())) {
      AffineExpr offset = loop(loops++);
      by[kernel.at(numbers.getKernelSpatialDimensions()[i])] = offset;
      in[image.at(dim)] =
          loop(output.at(numbers.getOutputSpatialDimensions()[i])) *
              window.strides[i] +
          offset * window.dilations[i];
    }
    in[image.at(numbers.getInputFeatureDimension())] =
        by[kernel.at(numbers.getKernelInputFeatureDimension())] = loop(loops++);

    Value sums = contract(
        builder, op, loops,
        {image.split(builder, input), elementTypeOf(op.getLhs()), in},
        {kernel.split(builder, filter), elementTypeOf(op.getRhs()), by},
        result);
    rewriter.replaceOp(op, output.join(builder, sums));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateConvolution(const TypeConverter &types,
                                               RewritePatternSet &patterns) {
  patterns.add<ConvolutionPattern>(types, patterns.getContext());
}
