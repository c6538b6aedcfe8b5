// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x = b; for each row i of a, from the row with a single element on:
//   for each solved row k: x[i, :] -= a[i, k] * x[k, :]
//   x[i, :] /= a[i, i]
// x op(a) = b is op(a)^T x^T = b^T.
#include "dialects/stablehlo/Conversion/Graph.h"
#include "dialects/stablehlo/Conversion/LinearAlgebra/LinearAlgebra.h"
#include "dialects/stablehlo/Conversion/Patterns.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
/// Solver of op(a) x = b for one matrix of a batch.
struct Solver {
  Value matrix;
  bool transposed, conjugated, lower, unit;
  SmallVector<Value> batch;

  SmallVector<Value> places(Value row, Value column) const {
    SmallVector<Value> places(batch);
    places.append({row, column});
    return places;
  }
  Value element(ImplicitLocOpBuilder &builder, Value row, Value column) const {
    if (transposed)
      std::swap(row, column);
    Value value =
        tensor::ExtractOp::create(builder, matrix, places(row, column));
    return conjugated ? conjugate(builder, value) : value;
  }
  /// Returns the row of substitution step `step`.
  Value row(ImplicitLocOpBuilder &builder, Value step, int64_t size) const {
    if (lower)
      return step;
    return arith::SubIOp::create(builder, indexOf(builder, size - 1), step);
  }
  using Update =
      function_ref<Value(ImplicitLocOpBuilder &, Value tensor, Value column)>;
  /// tensor[row, :] = update
  Value overRow(ImplicitLocOpBuilder &builder, Value tensor, Value row,
                Update update) const {
    int64_t columns = tensorTypeOf(tensor).getShape().back();
    auto body = [&](ImplicitLocOpBuilder &builder, ValueRange column,
                    ValueRange carried) -> SmallVector<Value> {
      Value value = update(builder, carried[0], column[0]);
      return {tensor::InsertOp::create(builder, value, carried[0],
                                       places(row, column[0]))};
    };
    return loopOver(builder, columns, tensor, body)[0];
  }
  Value solveRow(ImplicitLocOpBuilder &builder, Value tensor, Value step,
                 int64_t size) const {
    Value target = row(builder, step, size);
    auto eliminate = [&](OpBuilder &inner, Location loc, Value doneStep,
                         ValueRange carried) {
      ImplicitLocOpBuilder located(loc, inner);
      Value done = row(located, doneStep, size);
      Value factor = element(located, target, done);
      auto update = [&](ImplicitLocOpBuilder &builder, Value tensor,
                        Value column) {
        Value known =
            tensor::ExtractOp::create(builder, tensor, places(done, column));
        Value old =
            tensor::ExtractOp::create(builder, tensor, places(target, column));
        return subtractElements(builder, old,
                                multiplyElements(builder, factor, known));
      };
      scf::YieldOp::create(located,
                           overRow(located, carried[0], target, update));
    };
    Value rest = scf::ForOp::create(builder, indexOf(builder, 0), step,
                                    indexOf(builder, 1), tensor, eliminate)
                     .getResult(0);
    if (unit)
      return rest;
    Value pivot = element(builder, target, target);
    auto divide = [&](ImplicitLocOpBuilder &builder, Value tensor,
                      Value column) {
      Value old =
          tensor::ExtractOp::create(builder, tensor, places(target, column));
      return divideElements(builder, old, pivot);
    };
    return overRow(builder, rest, target, divide);
  }
};

struct TriangularSolvePattern : OpConversionPattern<TriangularSolveOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TriangularSolveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type element = elementTypeOf(op.getResult());
    Type computed = computedType(element);
    Value matrix = convertTo(builder, adaptor.getA(), computed);
    Value right = convertTo(builder, adaptor.getB(), computed);
    int64_t last = tensorTypeOf(right).getRank() - 1;
    bool isLeft = op.getLeftSide();
    if (!isLeft)
      right = swapDims(builder, right, last - 1, last);
    bool transposed = (op.getTransposeA() != Transpose::NO_TRANSPOSE) == isLeft;
    Solver solver = {matrix,
                     transposed,
                     op.getTransposeA() == Transpose::ADJOINT,
                     op.getLower() != transposed,
                     op.getUnitDiagonal(),
                     {}};
    SmallVector<int64_t> loops(tensorTypeOf(right).getShape().drop_back());
    auto atRow = [&](ImplicitLocOpBuilder &builder, ValueRange at,
                     ValueRange carried) -> SmallVector<Value> {
      solver.batch = llvm::to_vector(at.drop_back());
      return {solver.solveRow(builder, carried[0], at.back(), loops.back())};
    };
    Value result = loopOver(builder, loops, right, atRow)[0];
    if (!isLeft)
      result = swapDims(builder, result, last - 1, last);
    rewriter.replaceOp(op, convertTo(builder, result, element));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateTriangularSolve(
    const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<TriangularSolvePattern>(types, patterns.getContext());
}
