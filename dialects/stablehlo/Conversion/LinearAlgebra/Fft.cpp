// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transform of n = p * m elements is p-point transforms, twiddle factors, and
// m-point transforms (Cooley and Tukey). Transforms of few points are small
// matmuls. A length with a large prime factor becomes a convolution of
// power-of-two size (Bluestein). All of them are StableHLO ops, which are
// lowered in turn.
#include "dialects/stablehlo/Conversion/Graph.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include <cmath>
#include <complex>

using namespace mlir;
using namespace mlir::amp::stablehlo;

using Number = std::complex<double>;

/// exp(2 pi i * k / n), exact at multiples of a quarter turn.
static Number rootOfUnity(int64_t k, int64_t n) {
  k = ((k % n) + n) % n;
  int64_t quarter = 4 * k / n, rest = 4 * k % n;
  double angle = std::acos(-1.0) / 2 * rest / n;
  Number root(rest == 0 ? 1 : std::cos(angle), rest == 0 ? 0 : std::sin(angle));
  const Number quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return root * quarters[quarter];
}

static DenseElementsAttr constantOf(Type element, ArrayRef<int64_t> shape,
                                    ArrayRef<Number> numbers) {
  auto type = RankedTensorType::get(shape, element);
  if (cast<ComplexType>(element).getElementType().isF64())
    return DenseElementsAttr::get(type, numbers);
  SmallVector<std::complex<float>> narrow(numbers.begin(), numbers.end());
  return DenseElementsAttr::get(type, ArrayRef(narrow));
}

/// Builds the rows x columns table of roots exp(sign 2 pi i * row * column /
/// n).
static DenseElementsAttr rootTable(Type element, int64_t rows, int64_t columns,
                                   int64_t n, int sign) {
  SmallVector<Number> roots;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      roots.push_back(rootOfUnity(sign * (row * column % n), n));
  return constantOf(element, {rows, columns}, roots);
}

/// Returns a factor of n for a small DFT matrix: the largest up to 16, else the
/// smallest prime up to 64, else 1.
static int64_t smallFactor(int64_t n) {
  for (int64_t factor = std::min<int64_t>(n, 16); factor > 1; --factor)
    if (n % factor == 0)
      return factor;
  for (int64_t factor = 17; factor <= 64; ++factor)
    if (n % factor == 0)
      return factor;
  return 1;
}

static Value transform(ImplicitLocOpBuilder &builder, Value rows, int sign);

static Value times(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  return MultiplyOp::create(builder, lhs, rhs);
}

/// rows = [batch, n], element j * m + i; out = [batch, n], element k + p * l.
static Value splitTransform(ImplicitLocOpBuilder &builder, Value rows,
                            int64_t p, int sign) {
  Type element = elementTypeOf(rows);
  int64_t batch = tensorTypeOf(rows).getDimSize(0);
  int64_t n = tensorTypeOf(rows).getDimSize(1), m = n / p;
  Value split = reshapeTo(builder, rows, {batch, p, m});
  Value matrix = ConstantOp::create(builder, rootTable(element, p, p, p, sign));
  auto dims =
      DotDimensionNumbersAttr::get(builder.getContext(), {}, {}, {0}, {1});
  Value outer = DotGeneralOp::create(
      builder, RankedTensorType::get({p, batch, m}, element), matrix, split,
      dims, ArrayAttr(), DotAlgorithmAttr());
  if (m > 1) {
    Value factors =
        constantLike(builder, outer, rootTable(element, p, m, n, sign), {0, 2});
    outer = times(builder, outer, factors);
  }
  Value inner =
      transform(builder, reshapeTo(builder, outer, {p * batch, m}), sign);
  Value joined = reshapeTo(builder, inner, {p, batch, m});
  return reshapeTo(builder, transposeBy(builder, joined, {1, 2, 0}),
                   {batch, n});
}

/// out[k] = w[k] * sum over j of (w[j] rows[j]) / w[k - j],
/// w[k] = exp(sign pi i * k * k / n): a convolution.
static Value chirpTransform(ImplicitLocOpBuilder &builder, Value rows,
                            int sign) {
  Type element = elementTypeOf(rows);
  int64_t batch = tensorTypeOf(rows).getDimSize(0);
  int64_t n = tensorTypeOf(rows).getDimSize(1);
  int64_t size = llvm::PowerOf2Ceil(2 * n - 1);
  SmallVector<Number> chirp, inverse(size);
  for (int64_t k = 0; k < n; ++k) {
    // k * k modulo 2 n, the period of the roots
    chirp.push_back(rootOfUnity(sign * (k * k % (2 * n)), 2 * n));
    inverse[k] = inverse[(size - k) % size] =
        std::conj(chirp.back()) / double(size);
  }
  Value shifted =
      times(builder, rows,
            constantLike(builder, rows, constantOf(element, n, chirp), 1));
  auto padded = RankedTensorType::get({batch, size}, element);
  Value zero = filledTensor(builder, zeroOf(builder, element),
                            RankedTensorType::get({}, element));
  Value wide =
      PadOp::create(builder, padded, shifted, zero, ArrayRef<int64_t>{0, 0},
                    ArrayRef<int64_t>{0, size - n}, ArrayRef<int64_t>{0, 0});
  Value kernel =
      ConstantOp::create(builder, constantOf(element, {1, size}, inverse));
  Value response = transform(builder, kernel, sign);
  Value factors = BroadcastInDimOp::create(builder, padded,
                                           reshapeTo(builder, response, size),
                                           ArrayRef<int64_t>{1});
  Value product = times(builder, transform(builder, wide, sign), factors);
  Value sums = sliceOf(builder, transform(builder, product, -sign), 1, 0, n);
  return times(builder, sums,
               constantLike(builder, sums, constantOf(element, n, chirp), 1));
}

/// Unscaled transform of each row, with roots exp(sign 2 pi i / n).
static Value transform(ImplicitLocOpBuilder &builder, Value rows, int sign) {
  int64_t n = tensorTypeOf(rows).getDimSize(1);
  if (n < 2)
    return rows;
  int64_t factor = smallFactor(n);
  return factor > 1 ? splitTransform(builder, rows, factor, sign)
                    : chirpTransform(builder, rows, sign);
}

/// Transforms dimension `dim`. A transform with sign 1 is scaled by 1 / n.
static Value transformDim(ImplicitLocOpBuilder &builder, Value value,
                          int64_t dim, int sign) {
  int64_t last = tensorTypeOf(value).getRank() - 1;
  Value moved = swapDims(builder, value, dim, last);
  SmallVector<int64_t> shape(tensorTypeOf(moved).getShape());
  int64_t n = shape.back();
  Value rows =
      reshapeTo(builder, moved, {tensorTypeOf(moved).getNumElements() / n, n});
  rows = transform(builder, rows, sign);
  if (sign > 0)
    rows = times(builder, rows, numberLike(builder, rows, 1.0 / n));
  return swapDims(builder, reshapeTo(builder, rows, shape), dim, last);
}

/// Extends a spectrum to n elements: the second half mirrors the first half.
static Value mirrored(ImplicitLocOpBuilder &builder, Value half, int64_t n) {
  int64_t last = tensorTypeOf(half).getRank() - 1;
  int64_t rest = n - tensorTypeOf(half).getDimSize(last);
  if (rest <= 0)
    return half;
  Value part = sliceOf(builder, half, last, 1, rest + 1);
  Value reversed =
      ReverseOp::create(builder, part.getType(), part, ArrayRef<int64_t>{last});
  RankedTensorType type = tensorTypeOf(part);
  auto real =
      type.clone(cast<ComplexType>(type.getElementType()).getElementType());
  Value negated =
      NegateOp::create(builder, real, ImagOp::create(builder, real, reversed));
  Value mirror = ComplexOp::create(
      builder, type, RealOp::create(builder, real, reversed), negated);
  SmallVector<int64_t> shape(tensorTypeOf(half).getShape());
  shape.back() = n;
  return ConcatenateOp::create(builder, type.clone(shape),
                               ValueRange{half, mirror}, last);
}

namespace {
struct FftPattern : OpConversionPattern<FftOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(FftOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value value = adaptor.getOperand();
    FftType kind = op.getFftType();
    int sign = kind == FftType::IFFT || kind == FftType::IRFFT ? 1 : -1;
    int64_t last = tensorTypeOf(value).getRank() - 1;
    int64_t first = last + 1 - op.getFftLength().size();
    if (kind == FftType::RFFT) {
      RankedTensorType type = tensorTypeOf(value);
      Value zero = numberLike(builder, value, 0);
      value = ComplexOp::create(
          builder, type.clone(ComplexType::get(type.getElementType())), value,
          zero);
      value = transformDim(builder, value, last, sign);
      value =
          sliceOf(builder, value, last, 0, op.getFftLength().back() / 2 + 1);
      --last;
    }
    for (int64_t dim = first; dim < last; ++dim)
      value = transformDim(builder, value, dim, sign);
    if (kind == FftType::IRFFT)
      value = mirrored(builder, value, op.getFftLength().back());
    if (first <= last)
      value = transformDim(builder, value, last, sign);
    if (kind == FftType::IRFFT)
      value = RealOp::create(builder, op.getType(), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateFft(const TypeConverter &types,
                                       RewritePatternSet &patterns) {
  patterns.add<FftPattern>(types, patterns.getContext());
}
