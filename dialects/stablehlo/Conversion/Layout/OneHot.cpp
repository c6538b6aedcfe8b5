// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scatter(fill, %at, %updates) { add }, one index vector for each batch
//   ==>  linalg.generic ins(%at, fill, %updates) {
//          select(%at == index, add(fill, update), fill) }
//
// Batches and windows are dimensions of the result. Each result element gets at
// most one update, at a known position, so no initial fill is stored.
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Reduction/Reducer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

/// Returns true for a splat, which needs no load.
static bool isFill(Value value) {
  while (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  SplatElementsAttr number;
  return matchPattern(value, m_Constant(&number));
}

/// Returns the update window as dimensions of the result. Returns nullopt
/// unless windows have the full size of the result and the index vector gives
/// the position in all other non-batch dimensions.
static std::optional<SmallVector<AffineExpr>> windowOf(ScatterOp op) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  auto result = tensorTypeOf(op.getInputs()[0]),
       updates = tensorTypeOf(op.getUpdates()[0]);
  ArrayRef<int64_t> dims = numbers.getUpdateWindowDims();
  SmallVector<AffineExpr> window;
  for (int64_t dim = 0; dim < result.getRank(); ++dim) {
    if (llvm::is_contained(numbers.getInputBatchingDims(), dim))
      continue;
    bool isInserted = llvm::is_contained(numbers.getInsertedWindowDims(), dim);
    if (isInserted !=
        llvm::is_contained(numbers.getScatterDimsToOperandDims(), dim))
      return std::nullopt;
    if (isInserted)
      continue;
    if (updates.getDimSize(dims[window.size()]) != result.getDimSize(dim))
      return std::nullopt;
    window.push_back(getAffineDimExpr(dim, op.getContext()));
  }
  return window;
}

/// Returns the position of the index vector for a result element, or nullopt if
/// a batch has several.
static std::optional<SmallVector<AffineExpr>> vectorOf(ScatterOp op) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  auto indices = tensorTypeOf(op.getScatterIndices());
  SmallVector<AffineExpr> vector;
  for (int64_t dim = 0; dim < indices.getRank(); ++dim) {
    if (dim == numbers.getIndexVectorDim())
      continue;
    const int64_t *batch =
        llvm::find(numbers.getScatterIndicesBatchingDims(), dim);
    if (batch != numbers.getScatterIndicesBatchingDims().end())
      vector.push_back(getAffineDimExpr(
          numbers.getInputBatchingDims()
              [batch - numbers.getScatterIndicesBatchingDims().begin()],
          op.getContext()));
    else if (indices.getDimSize(dim) == 1)
      vector.push_back(getAffineConstantExpr(0, op.getContext()));
    else
      return std::nullopt;
  }
  return vector;
}

/// Returns the maps from the result to the entries of its index vector.
static SmallVector<AffineMap> startMaps(ScatterOp op,
                                        ArrayRef<AffineExpr> vector) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  int64_t rank = tensorTypeOf(op.getInputs()[0]).getRank();
  SmallVector<AffineMap> maps;
  for (size_t entry = 0; entry < numbers.getScatterDimsToOperandDims().size();
       ++entry) {
    SmallVector<AffineExpr> place(vector);
    if (numbers.getIndexVectorDim() <
        tensorTypeOf(op.getScatterIndices()).getRank())
      place.insert(place.begin() + numbers.getIndexVectorDim(),
                   getAffineConstantExpr(entry, op.getContext()));
    maps.push_back(AffineMap::get(rank, 0, place, op.getContext()));
  }
  return maps;
}

static AffineMap updateMap(ScatterOp op, ArrayRef<AffineExpr> window,
                           ArrayRef<AffineExpr> vector) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  SmallVector<AffineExpr> place;
  for (int64_t dim = 0, rank = tensorTypeOf(op.getUpdates()[0]).getRank();
       dim < rank; ++dim) {
    bool isWindow = llvm::is_contained(numbers.getUpdateWindowDims(), dim);
    ArrayRef<AffineExpr> &from = isWindow ? window : vector;
    place.push_back(from.consume_front());
  }
  return AffineMap::get(tensorTypeOf(op.getInputs()[0]).getRank(), 0, place,
                        op.getContext());
}

/// Emits a predicate: the index vector gives the position of the current
/// iteration.
static Value isHere(ImplicitLocOpBuilder &builder, ScatterOp op,
                    ValueRange vector) {
  Type source = elementTypeOf(op.getScatterIndices());
  Value all = integerOf(builder, builder.getI1Type(), 1);
  for (auto [entry, dim] : llvm::zip_equal(
           vector,
           op.getScatterDimensionNumbers().getScatterDimsToOperandDims())) {
    Value here = arith::IndexCastOp::create(
        builder, builder.getI64Type(), linalg::IndexOp::create(builder, dim));
    Value is = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, here,
                                     wideIndex(builder, entry, source));
    all = arith::AndIOp::create(builder, all, is);
  }
  return all;
}

namespace {
struct OneHotPattern : OpConversionPattern<ScatterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)) ||
        op.getInputs().getTypes() != op->getResultTypes())
      return failure();
    if (!llvm::all_of(op.getInputs(), isFill))
      return rewriter.notifyMatchFailure(op, "what it updates is in memory");
    auto window = windowOf(op), vector = vectorOf(op);
    if (!window || !vector)
      return rewriter.notifyMatchFailure(op, "updates may meet");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<AffineMap> maps = startMaps(op, *vector);
    SmallVector<Value> operands(maps.size(), adaptor.getScatterIndices()), outs;
    size_t results = op->getNumResults(), starts = maps.size();
    int64_t rank = tensorTypeOf(op.getInputs()[0]).getRank();
    AffineMap identity = builder.getMultiDimIdentityMap(rank);
    maps.append(results, identity);
    maps.append(results, updateMap(op, *window, *vector));
    maps.append(results, identity);
    llvm::append_range(operands, adaptor.getInputs());
    llvm::append_range(operands, adaptor.getUpdates());
    for (Value input : adaptor.getInputs())
      outs.push_back(emptyTensor(builder, tensorTypeOf(input)));
    Reducer reducer(op.getUpdateComputation(), op.getUpdates().getTypes(),
                    op.getInputs().getTypes());
    auto body = [&](OpBuilder &inner, Location loc, ValueRange elements) {
      ImplicitLocOpBuilder located(loc, inner);
      Value here = isHere(located, op, elements.take_front(starts));
      ValueRange old = elements.slice(starts, results);
      SmallVector<Value> next = reducer.combine(
          located, old, elements.slice(starts + results, results));
      for (auto [value, kept] : llvm::zip_equal(next, old))
        value = arith::SelectOp::create(located, here, value, kept);
      linalg::YieldOp::create(located, next);
    };
    rewriter.replaceOp(
        op, linalg::GenericOp::create(builder, ValueRange(outs).getTypes(),
                                      operands, outs, maps,
                                      SmallVector<utils::IteratorType>(
                                          rank, utils::IteratorType::parallel),
                                      body));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateOneHot(const TypeConverter &types,
                                          RewritePatternSet &patterns) {
  patterns.add<OneHotPattern>(types, patterns.getContext(), /*benefit=*/2);
}
