// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.batch_norm_training
//   ==>  mean and variance as linalg reductions over all dimensions but one,
//        scale * (x - mean) / sqrt(variance + epsilon) + offset as
//        linalg.generic
// Floats narrower than 32 bits are computed in f32, with one final rounding.
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"
#include "dialects/stablehlo/Conversion/Structured.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

using Scalars = ArrayRef<Scalar>;
using Formula = function_ref<Scalar(Scalars)>;

namespace {
/// Emits computations on a tensor and on vectors with one value per feature.
class Normalizer {
public:
  Normalizer(OpBuilder &rewriter, Location loc, Value x, uint64_t feature,
             const APFloat &epsilon)
      : builder(loc, rewriter), loc(loc),
        type(cast<RankedTensorType>(x.getType())), feature(feature),
        epsilon(epsilon) {
    Type element = type.getElementType();
    wide =
        element.getIntOrFloatBitWidth() < 32 ? builder.getF32Type() : element;
    count = 1;
    for (int64_t i = 0; i < type.getRank(); ++i)
      count *= i == int64_t(feature) ? 1 : type.getDimSize(i);
  }

  /// Emits `formula` for each element of the tensor. Inputs are tensors or
  /// vectors.
  Value map(ValueRange inputs, Formula formula) {
    Value out = emptyTensor(builder, type);
    return mapElements(builder, loc, out, inputs, maps(inputs),
                       rounded(formula, type.getElementType()));
  }

  /// Emits `formula` for each feature. The result has element type `element`.
  Value mapFeatures(ValueRange inputs, Type element, Formula formula) {
    SmallVector<AffineMap> maps(inputs.size(),
                                builder.getMultiDimIdentityMap(1));
    return mapElements(builder, loc, emptyTensor(builder, vector(element)),
                       inputs, maps, rounded(formula, element));
  }

  /// Emits the unrounded sums of `formula` for each feature.
  Value sum(ValueRange inputs, Formula formula) {
    Value start = filledTensor(builder, zeroOf(builder, wide), vector(wide));
    SmallVector<AffineMap> all = maps(inputs);
    all.push_back(featureMap());
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::reduction);
    loops[feature] = utils::IteratorType::parallel;
    auto generic = linalg::GenericOp::create(
        builder, loc, start.getType(), inputs, start, all, loops,
        [&](OpBuilder &nested, Location loc, ValueRange in) {
          ImplicitLocOpBuilder b(loc, nested);
          Scalar sum =
              Scalar(b, in.back()) + formula(widened(b, in.drop_back()));
          linalg::YieldOp::create(b, ValueRange(sum.value));
        });
    return generic.getResult(0);
  }

  Scalar deviation(Scalar variance) {
    return sqrt(variance + variance.like(epsilon));
  }

  double elements() const { return count; }
  Type wideType() const { return wide; }
  const APFloat &getEpsilon() const { return epsilon; }

private:
  AffineMap featureMap() {
    return AffineMap::get(type.getRank(), 0, builder.getAffineDimExpr(feature));
  }

  RankedTensorType vector(Type element) {
    return RankedTensorType::get({type.getDimSize(feature)}, element);
  }

  // At rank 1, a vector has the same indexing map as the tensor.
  SmallVector<AffineMap> maps(ValueRange inputs) {
    SmallVector<AffineMap> result;
    for (Value input : inputs)
      result.push_back(cast<RankedTensorType>(input.getType()).getRank() ==
                               type.getRank()
                           ? builder.getMultiDimIdentityMap(type.getRank())
                           : featureMap());
    return result;
  }

  SmallVector<Scalar> widened(ImplicitLocOpBuilder &b, ValueRange in) {
    SmallVector<Scalar> scalars;
    for (Value value : in)
      scalars.push_back(toFloat({b, value}, wide));
    return scalars;
  }

  std::function<Value(OpBuilder &, Location, ValueRange)>
  rounded(Formula formula, Type element) {
    return [this, formula, element](OpBuilder &nested, Location loc,
                                    ValueRange in) -> Value {
      ImplicitLocOpBuilder b(loc, nested);
      return toFloat(formula(widened(b, in)), element);
    };
  }

  ImplicitLocOpBuilder builder;
  Location loc;
  RankedTensorType type;
  uint64_t feature;
  APFloat epsilon;
  Type wide;
  double count;
};
} // namespace

static Value normalize(Normalizer &n, Value x, Value scale, Value offset,
                       Value mean, Value variance) {
  return n.map({x, scale, offset, mean, variance}, [&](Scalars in) {
    return (in[0] - in[3]) / n.deviation(in[4]) * in[1] + in[2];
  });
}

namespace {
template <typename Op> struct LowerBatchNorm : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    if (!staticTensor(op, op.getOperand().getType(), *this->typeConverter))
      return failure();
    Normalizer normalizer(rewriter, op.getLoc(), in.getOperand(),
                          op.getFeatureIndex(), op.getEpsilon());
    rewriter.replaceOp(op, compute(normalizer, in));
    return success();
  }

private:
  using In = typename Op::Adaptor;
  static SmallVector<Value> compute(Normalizer &n, In in);
};
} // namespace

template <>
SmallVector<Value> LowerBatchNorm<BatchNormInferenceOp>::compute(Normalizer &n,
                                                                 In in) {
  return {normalize(n, in.getOperand(), in.getScale(), in.getOffset(),
                    in.getMean(), in.getVariance())};
}

template <>
SmallVector<Value> LowerBatchNorm<BatchNormTrainingOp>::compute(Normalizer &n,
                                                                In in) {
  Value x = in.getOperand();
  Type element = getElementTypeOrSelf(in.getScale());
  auto divide = [&](Value sum, Type type) {
    return n.mapFeatures(sum, type,
                         [&](Scalars in) { return in[0] / n.elements(); });
  };
  Value sum = n.sum(x, [](Scalars in) { return in[0]; });
  Value mean = divide(sum, n.wideType());
  Value squares = n.sum(
      {x, mean}, [](Scalars in) { return (in[0] - in[1]) * (in[0] - in[1]); });
  Value variance = divide(squares, n.wideType());
  Value out = normalize(n, x, in.getScale(), in.getOffset(), mean, variance);
  return {out, divide(sum, element), divide(squares, element)};
}

// grad_x = scale / deviation / N *
//   (N g - sum g - (x - mean) sum(g (x - mean)) / (variance + epsilon))
template <>
SmallVector<Value> LowerBatchNorm<BatchNormGradOp>::compute(Normalizer &n,
                                                            In in) {
  Value x = in.getOperand(), gradient = in.getGradOutput();
  Value mean = in.getMean(), variance = in.getVariance();
  Type element = getElementTypeOrSelf(in.getScale());
  Value sum = n.sum(gradient, [](Scalars in) { return in[0]; });
  Value centered = n.sum({gradient, x, mean},
                         [](Scalars in) { return in[0] * (in[1] - in[2]); });
  Value gradX =
      n.map({gradient, x, mean, variance, in.getScale(), sum, centered},
            [&](Scalars in) {
              Scalar part = in[6] * (in[1] - in[2]) /
                            (in[3] + in[3].like(n.getEpsilon()));
              Scalar rest = in[0] * n.elements() - in[5] - part;
              return in[4] / n.deviation(in[3]) / n.elements() * rest;
            });
  Value gradScale =
      n.mapFeatures({centered, variance}, element,
                    [&](Scalars in) { return in[0] / n.deviation(in[1]); });
  Value gradOffset =
      n.mapFeatures(sum, element, [](Scalars in) { return in[0]; });
  return {gradX, gradScale, gradOffset};
}

void mlir::amp::stablehlo::populateBatchNorms(const TypeConverter &types,
                                              RewritePatternSet &patterns) {
  patterns.add<LowerBatchNorm<BatchNormGradOp>,
               LowerBatchNorm<BatchNormInferenceOp>,
               LowerBatchNorm<BatchNormTrainingOp>>(types,
                                                    patterns.getContext());
}
