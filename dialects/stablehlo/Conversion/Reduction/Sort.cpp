// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stable merge sort of every lane, from the bottom up:
//   for width = 1, 4, 16, ... below the lane's size:
//     merge pairs of runs of `width` from the lane into scratch memory,
//     merge pairs of runs of 2 * `width` from there into the lane
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Scalar/Scalars.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
/// One lane along dimension `dim` of tensors of equal shape. `at` holds the
/// indices in all other dimensions.
struct Lane {
  SmallVector<Value> tensors;
  SmallVector<Value> at;
  int64_t dim;

  SmallVector<Value> places(Value index) const {
    SmallVector<Value> places(at);
    places.insert(places.begin() + dim, index);
    return places;
  }
  SmallVector<Value> read(ImplicitLocOpBuilder &builder, Value index) const {
    SmallVector<Value> elements;
    for (Value tensor : tensors)
      elements.push_back(
          tensor::ExtractOp::create(builder, tensor, places(index)));
    return elements;
  }
  SmallVector<Value> written(ImplicitLocOpBuilder &builder, Value index,
                             ValueRange elements) const {
    SmallVector<Value> next;
    for (auto [tensor, element] : llvm::zip_equal(tensors, elements))
      next.push_back(
          tensor::InsertOp::create(builder, element, tensor, places(index)));
    return next;
  }
};

struct Sorter {
  Region &comparator;
  int64_t size;

  /// Emits a predicate: the comparator orders `first` before `second`.
  Value precedes(ImplicitLocOpBuilder &builder, ArrayRef<Value> first,
                 ArrayRef<Value> second) const {
    SmallVector<Value> arguments;
    for (auto [left, right] : llvm::zip_equal(first, second))
      arguments.append({left, right});
    return emitBody(comparator, arguments, builder)[0];
  }
  Value capped(ImplicitLocOpBuilder &builder, Value index) const {
    return arith::MinSIOp::create(builder, index, indexOf(builder, size));
  }
  SmallVector<Value> mergePair(ImplicitLocOpBuilder &builder, Value start,
                               Value width, const Lane &from, Lane to) const;
  SmallVector<Value> mergeAll(ImplicitLocOpBuilder &builder, Value width,
                              const Lane &from, Lane to) const;
  SmallVector<Value> sort(ImplicitLocOpBuilder &builder, Lane lane,
                          ValueRange scratch) const;
};
} // namespace

/// Merges the runs [start, start + width) and [start + width, start + 2 width).
SmallVector<Value> Sorter::mergePair(ImplicitLocOpBuilder &builder, Value start,
                                     Value width, const Lane &from,
                                     Lane to) const {
  Value one = indexOf(builder, 1), last = indexOf(builder, size - 1);
  Value middle = capped(builder, arith::AddIOp::create(builder, start, width));
  Value end = capped(builder, arith::AddIOp::create(builder, middle, width));
  auto isBelow = [](ImplicitLocOpBuilder &builder, Value index,
                    Value end) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, index,
                                 end);
  };
  auto step = [&](OpBuilder &inner, Location loc, Value out,
                  ValueRange carried) {
    ImplicitLocOpBuilder located(loc, inner);
    Value left = carried[0], right = carried[1];
    Value hasLeft = isBelow(located, left, middle);
    Value hasRight = isBelow(located, right, end);
    SmallVector<Value> lefts =
        from.read(located, arith::MinSIOp::create(located, left, last));
    SmallVector<Value> rights =
        from.read(located, arith::MinSIOp::create(located, right, last));
    // the sort is stable: the left one of equal elements comes first
    Value overtakes = precedes(located, rights, lefts);
    Value takesRight = arith::AndIOp::create(located, overtakes, hasRight);
    takesRight =
        arith::SelectOp::create(located, hasLeft, takesRight, hasRight);
    SmallVector<Value> taken;
    for (auto [x, y] : llvm::zip_equal(lefts, rights))
      taken.push_back(arith::SelectOp::create(located, takesRight, y, x));
    Value nextLeft = arith::AddIOp::create(located, left, one);
    Value nextRight = arith::AddIOp::create(located, right, one);
    SmallVector<Value> next = {
        arith::SelectOp::create(located, takesRight, left, nextLeft),
        arith::SelectOp::create(located, takesRight, nextRight, right)};
    Lane target = {SmallVector<Value>(carried.drop_front(2)), to.at, to.dim};
    llvm::append_range(next, target.written(located, out, taken));
    scf::YieldOp::create(located, next);
  };
  SmallVector<Value> inits = {start, middle};
  llvm::append_range(inits, to.tensors);
  auto loop = scf::ForOp::create(builder, start, end, one, inits, step);
  return SmallVector<Value>(loop.getResults().drop_front(2));
}

SmallVector<Value> Sorter::mergeAll(ImplicitLocOpBuilder &builder, Value width,
                                    const Lane &from, Lane to) const {
  Value twice = arith::AddIOp::create(builder, width, width);
  auto step = [&](OpBuilder &inner, Location loc, Value start,
                  ValueRange carried) {
    ImplicitLocOpBuilder located(loc, inner);
    Lane target = {SmallVector<Value>(carried), to.at, to.dim};
    scf::YieldOp::create(located,
                         mergePair(located, start, width, from, target));
  };
  return scf::ForOp::create(builder, indexOf(builder, 0),
                            indexOf(builder, size), twice, to.tensors, step)
      .getResults();
}

/// Returns the sorted lanes, then the scratch buffers.
SmallVector<Value> Sorter::sort(ImplicitLocOpBuilder &builder, Lane lane,
                                ValueRange scratch) const {
  int64_t rounds = 0;
  for (int64_t width = 1; width < size; width *= 4)
    ++rounds;
  size_t count = scratch.size();
  SmallVector<Value> inits = {indexOf(builder, 1)};
  llvm::append_range(inits, lane.tensors);
  llvm::append_range(inits, scratch);
  auto round = [&](OpBuilder &inner, Location loc, Value, ValueRange carried) {
    ImplicitLocOpBuilder located(loc, inner);
    Value width = carried[0];
    Lane sorted = {SmallVector<Value>(carried.slice(1, count)), lane.at,
                   lane.dim};
    Lane spare = {SmallVector<Value>(carried.take_back(count)), {}, 0};
    spare.tensors = mergeAll(located, width, sorted, spare);
    Value twice = arith::AddIOp::create(located, width, width);
    sorted.tensors = mergeAll(located, twice, spare, sorted);
    SmallVector<Value> next = {arith::AddIOp::create(located, twice, twice)};
    llvm::append_range(next, sorted.tensors);
    llvm::append_range(next, spare.tensors);
    scf::YieldOp::create(located, next);
  };
  auto loop =
      scf::ForOp::create(builder, indexOf(builder, 0), indexOf(builder, rounds),
                         indexOf(builder, 1), inits, round);
  return SmallVector<Value>(loop.getResults().drop_front());
}

namespace {
struct SortPattern : OpConversionPattern<SortOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SortOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    RankedTensorType type = tensorTypeOf(op.getInputs()[0]);
    int64_t dim = op.getDimension();
    dim += dim < 0 ? type.getRank() : 0;
    int64_t size = type.getDimSize(dim);
    if (size < 2) {
      rewriter.replaceOp(op, adaptor.getInputs());
      return success();
    }
    Sorter sorter = {op.getComparator(), size};
    SmallVector<int64_t> lanes(type.getShape());
    lanes.erase(lanes.begin() + dim);
    SmallVector<Value> inits(adaptor.getInputs());
    // Not tensor.empty: CSE would merge two of one type, and bufferization
    // would assign the same undefined buffer to both.
    for (Value input : adaptor.getInputs()) {
      Type element = elementTypeOf(input);
      inits.push_back(filledTensor(builder, zeroOf(builder, element),
                                   RankedTensorType::get(size, element)));
    }
    size_t count = op.getInputs().size();
    auto atLane = [&](ImplicitLocOpBuilder &builder, ValueRange at,
                      ValueRange carried) {
      Lane lane = {SmallVector<Value>(carried.take_front(count)),
                   SmallVector<Value>(at), dim};
      return sorter.sort(builder, lane, carried.drop_front(count));
    };
    SmallVector<Value> sorted = loopOver(builder, lanes, inits, atLane);
    rewriter.replaceOp(op, ArrayRef<Value>(sorted).take_front(count));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateSort(const TypeConverter &types,
                                        RewritePatternSet &patterns) {
  patterns.add<SortPattern>(types, patterns.getContext());
}
