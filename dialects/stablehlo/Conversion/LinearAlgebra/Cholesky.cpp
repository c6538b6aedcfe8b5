// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for each column j: l[j, j] = sqrt(a[j, j] - sum |l[j, k]|^2)
//   for each row i below: l[i, j] = (a[i, j] - sum l[i, k] conj l[j, k]) / l[j,
//   j]
// The upper factor is the transpose of the lower factor of the transposed
// matrix.
#include "dialects/stablehlo/Conversion/Graph.h"
#include "dialects/stablehlo/Conversion/LinearAlgebra/LinearAlgebra.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

/// Emits the square root of the real part: the pivots of a valid input are
/// real.
static Value rootOf(ImplicitLocOpBuilder &builder, Value value) {
  if (!isa<ComplexType>(value.getType()))
    return math::SqrtOp::create(builder, value);
  Value real = complex::ReOp::create(builder, value);
  return complex::CreateOp::create(builder, value.getType(),
                                   math::SqrtOp::create(builder, real),
                                   zeroOf(builder, real.getType()));
}

namespace {
/// Lower factor of the matrix at index `batch`, computed column by column.
struct Factor {
  Value matrix;
  SmallVector<Value> batch;

  Value at(ImplicitLocOpBuilder &builder, Value tensor, Value row,
           Value column) const {
    return tensor::ExtractOp::create(builder, tensor, places(row, column));
  }
  SmallVector<Value> places(Value row, Value column) const {
    SmallVector<Value> places(batch);
    places.append({row, column});
    return places;
  }
  /// a[row, column] - sum over k < column of l[row, k] conj l[column, k]
  Value rest(ImplicitLocOpBuilder &builder, Value factor, Value row,
             Value column) const {
    auto step = [&](OpBuilder &inner, Location loc, Value k, ValueRange sum) {
      ImplicitLocOpBuilder located(loc, inner);
      Value product =
          multiplyElements(located, at(located, factor, row, k),
                           conjugate(located, at(located, factor, column, k)));
      scf::YieldOp::create(located, subtractElements(located, sum[0], product));
    };
    return scf::ForOp::create(builder, indexOf(builder, 0), column,
                              indexOf(builder, 1),
                              at(builder, matrix, row, column), step)
        .getResult(0);
  }
  Value column(ImplicitLocOpBuilder &builder, Value factor, Value column,
               Value size) const {
    Value one = indexOf(builder, 1);
    Value root = rootOf(builder, rest(builder, factor, column, column));
    Value next =
        tensor::InsertOp::create(builder, root, factor, places(column, column));
    auto step = [&](OpBuilder &inner, Location loc, Value row,
                    ValueRange carried) {
      ImplicitLocOpBuilder located(loc, inner);
      Value element =
          divideElements(located, rest(located, carried[0], row, column), root);
      Value written = tensor::InsertOp::create(located, element, carried[0],
                                               places(row, column));
      scf::YieldOp::create(located, written);
    };
    Value below = arith::AddIOp::create(builder, column, one);
    return scf::ForOp::create(builder, below, size, one, next, step)
        .getResult(0);
  }
};

struct CholeskyPattern : OpConversionPattern<CholeskyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CholeskyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type element = elementTypeOf(op.getResult());
    Value matrix = convertTo(builder, adaptor.getA(), computedType(element));
    int64_t last = tensorTypeOf(matrix).getRank() - 1;
    if (!op.getLower())
      matrix = swapDims(builder, matrix, last - 1, last);
    RankedTensorType type = tensorTypeOf(matrix);
    SmallVector<int64_t> loops(type.getShape().drop_back());
    Value size = indexOf(builder, type.getShape().back());
    Value zeros =
        filledTensor(builder, zeroOf(builder, type.getElementType()), type);
    auto atColumn = [&](ImplicitLocOpBuilder &builder, ValueRange at,
                        ValueRange carried) -> SmallVector<Value> {
      Factor factor = {matrix, SmallVector<Value>(at.drop_back())};
      return {factor.column(builder, carried[0], at.back(), size)};
    };
    Value result = loopOver(builder, loops, zeros, atColumn)[0];
    if (!op.getLower())
      result = swapDims(builder, result, last - 1, last);
    rewriter.replaceOp(op, convertTo(builder, result, element));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateCholesky(const TypeConverter &types,
                                            RewritePatternSet &patterns) {
  patterns.add<CholeskyPattern>(types, patterns.getContext());
}
