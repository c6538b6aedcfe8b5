// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for each index vector: at = start of its window; if the window can be in
// bounds:
//   for each element of the window that is in bounds:
//     result[at + element] = body(result[at + element], update)
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Reduction/Reducer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
/// Dimensions of the updates. Each one is either a window dimension, which
/// corresponds to a dimension of the results, or a dimension of the index
/// vectors.
struct Dims {
  SmallVector<int64_t> vectors;      // of the updates, outer loops
  SmallVector<int64_t> window;       // of the updates, inner loops
  SmallVector<int64_t> windowResult; // of the results, one for each of window
};
} // namespace

static Dims dimsOf(ScatterOp op) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  Dims dims;
  dims.window = llvm::to_vector(numbers.getUpdateWindowDims());
  int64_t updates = tensorTypeOf(op.getUpdates()[0]).getRank();
  for (int64_t dim = 0; dim < updates; ++dim)
    if (!llvm::is_contained(dims.window, dim))
      dims.vectors.push_back(dim);
  int64_t results = tensorTypeOf(op.getInputs()[0]).getRank();
  for (int64_t dim = 0; dim < results; ++dim)
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), dim) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), dim))
      dims.windowResult.push_back(dim);
  return dims;
}

namespace {
/// State of one scatter lowering.
struct Scatter {
  ScatterOp op;
  ValueRange updates;
  Value indices;
  Dims dims;
  Reducer reducer;
  ArrayRef<int64_t> shape, updateShape;

  /// Emits the start, in the results, of the window of index vector `at`, as
  /// i64.
  SmallVector<Value> starts(ImplicitLocOpBuilder &builder, ValueRange at);
  /// Emits a predicate: the dimensions outside the window are in bounds.
  Value mayBeInside(ImplicitLocOpBuilder &builder, ValueRange starts);
  SmallVector<Value> window(ImplicitLocOpBuilder &builder, ValueRange at,
                            ValueRange starts, ValueRange results);
  SmallVector<Value> combine(ImplicitLocOpBuilder &builder, ValueRange places,
                             ValueRange from, ValueRange results);
};
} // namespace

SmallVector<Value> Scatter::starts(ImplicitLocOpBuilder &builder,
                                   ValueRange at) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  Type source = elementTypeOf(op.getScatterIndices());
  int64_t vectorDim = numbers.getIndexVectorDim();
  SmallVector<Value> vector(at);
  if (vectorDim < tensorTypeOf(indices).getRank())
    vector.insert(vector.begin() + vectorDim, Value());
  Value zero = integerOf(builder, builder.getI64Type(), 0);
  SmallVector<Value> starts(shape.size(), zero);
  for (auto [entry, dim] :
       llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
    if (vectorDim < tensorTypeOf(indices).getRank())
      vector[vectorDim] = indexOf(builder, entry);
    Value start = tensor::ExtractOp::create(builder, indices, vector);
    starts[dim] = wideIndex(builder, start, source);
  }
  for (auto [dim, from] :
       llvm::zip_equal(numbers.getInputBatchingDims(),
                       numbers.getScatterIndicesBatchingDims()))
    starts[dim] =
        arith::IndexCastOp::create(builder, builder.getI64Type(), vector[from]);
  return starts;
}

Value Scatter::mayBeInside(ImplicitLocOpBuilder &builder, ValueRange starts) {
  Value inside = integerOf(builder, builder.getI1Type(), 1);
  for (int64_t dim :
       op.getScatterDimensionNumbers().getScatterDimsToOperandDims()) {
    if (llvm::is_contained(dims.windowResult, dim))
      continue;
    Value size = integerOf(builder, builder.getI64Type(), shape[dim]);
    Value fits = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                       starts[dim], size);
    inside = arith::AndIOp::create(builder, inside, fits);
  }
  return inside;
}

SmallVector<Value> Scatter::combine(ImplicitLocOpBuilder &builder,
                                    ValueRange places, ValueRange from,
                                    ValueRange results) {
  SmallVector<Value> old, added, next;
  for (auto [result, update] : llvm::zip_equal(results, updates)) {
    old.push_back(tensor::ExtractOp::create(builder, result, places));
    added.push_back(tensor::ExtractOp::create(builder, update, from));
  }
  for (auto [value, result] :
       llvm::zip_equal(reducer.combine(builder, old, added), results))
    next.push_back(tensor::InsertOp::create(builder, value, result, places));
  return next;
}

SmallVector<Value> Scatter::window(ImplicitLocOpBuilder &builder, ValueRange at,
                                   ValueRange starts, ValueRange results) {
  ArrayRef<int64_t> scattered =
      op.getScatterDimensionNumbers().getScatterDimsToOperandDims();
  auto asIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, builder.getIndexType(), value);
  };
  Type wide = builder.getI64Type();
  Value zero = integerOf(builder, wide, 0);
  SmallVector<Value> low, high, steps(dims.window.size(), indexOf(builder, 1));
  for (auto [dim, target] : llvm::zip_equal(dims.window, dims.windowResult)) {
    Value size = integerOf(builder, wide, updateShape[dim]);
    if (!llvm::is_contained(scattered, target)) {
      low.push_back(indexOf(builder, 0));
      high.push_back(indexOf(builder, updateShape[dim]));
      continue;
    }
    // Clamps the window to the bounds. Far out-of-bounds starts must not
    // overflow.
    Value limit = integerOf(builder, wide, shape[target]);
    Value far = integerOf(builder, wide, -updateShape[dim]);
    Value start = arith::MaxSIOp::create(builder, starts[target], far);
    start = arith::MinSIOp::create(builder, start, limit);
    Value skip = arith::SubIOp::create(builder, zero, start);
    Value room = arith::SubIOp::create(builder, limit, start);
    low.push_back(asIndex(arith::MaxSIOp::create(builder, skip, zero)));
    high.push_back(asIndex(arith::MinSIOp::create(builder, room, size)));
  }
  SmallVector<Value> bases;
  for (Value start : starts)
    bases.push_back(asIndex(start));
  auto element = [&](OpBuilder &inner, Location loc, ValueRange offsets,
                     ValueRange carried) -> scf::ValueVector {
    ImplicitLocOpBuilder located(loc, inner);
    SmallVector<Value> places(bases), from(updateShape.size());
    for (auto [i, dim] : llvm::enumerate(dims.windowResult))
      places[dim] = arith::AddIOp::create(located, places[dim], offsets[i]);
    for (auto [i, dim] : llvm::enumerate(dims.window))
      from[dim] = offsets[i];
    for (auto [i, dim] : llvm::enumerate(dims.vectors))
      from[dim] = at[i];
    return combine(located, places, from, carried);
  };
  return scf::buildLoopNest(builder, builder.getLoc(), low, high, steps,
                            results, element)
      .results;
}

namespace {
struct ScatterPattern : OpConversionPattern<ScatterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    for (auto [input, result] :
         llvm::zip_equal(op.getInputs(), op->getResults()))
      if (elementTypeOf(input) != elementTypeOf(result))
        return refuse(op,
                      "its body computes in another type than its inputs have");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Scatter scatter = {op,
                       adaptor.getUpdates(),
                       adaptor.getScatterIndices(),
                       dimsOf(op),
                       Reducer(op.getUpdateComputation(),
                               op.getUpdates().getTypes(),
                               op.getInputs().getTypes()),
                       tensorTypeOf(op.getInputs()[0]).getShape(),
                       tensorTypeOf(op.getUpdates()[0]).getShape()};
    SmallVector<int64_t> vectors;
    for (int64_t dim : scatter.dims.vectors)
      vectors.push_back(scatter.updateShape[dim]);
    auto atVector = [&](ImplicitLocOpBuilder &builder, ValueRange at,
                        ValueRange carried) -> SmallVector<Value> {
      SmallVector<Value> starts = scatter.starts(builder, at);
      auto add = [&](OpBuilder &inner, Location loc) {
        ImplicitLocOpBuilder located(loc, inner);
        scf::YieldOp::create(located,
                             scatter.window(located, at, starts, carried));
      };
      auto skip = [&](OpBuilder &inner, Location loc) {
        scf::YieldOp::create(inner, loc, carried);
      };
      Value inside = scatter.mayBeInside(builder, starts);
      return scf::IfOp::create(builder, inside, add, skip).getResults();
    };
    rewriter.replaceOp(
        op, loopOver(builder, vectors, adaptor.getInputs(), atVector));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateScatter(const TypeConverter &types,
                                           RewritePatternSet &patterns) {
  patterns.add<ScatterPattern>(types, patterns.getContext());
}
