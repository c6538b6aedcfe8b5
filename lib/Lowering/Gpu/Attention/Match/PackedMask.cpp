// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tensor<...x1024xi1> (..., n)
//   ==>   tensor<...x128xi8> (..., n floordiv 8), bit n mod 8
//
// Each user emits its own packing op after the mask; CSE merges them.
#include "lib/Lowering/Gpu/Attention/Match/PackedMask.h"
#include "lib/Lowering/Gpu/Attention/Match/Result.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

static constexpr int64_t bits = 8;

/// Returns true if a mask has an element for each pair of a query and a key.
static bool isOfPairs(const Read &mask, const Attention &attention) {
  return llvm::any_of(mask.map.getResults(), [&](AffineExpr expr) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    return loop && !attention.key.map.isFunctionOfDim(loop.getPosition()) &&
           attention.query.map.isFunctionOfDim(loop.getPosition());
  });
}

static bool isPackable(const Read &other, const Attention &attention) {
  auto type = dyn_cast<RankedTensorType>(other.tensor.getType());
  if (!type || !type.hasStaticShape() || type.getRank() < 2 ||
      !type.getElementType().isInteger(1) || !elementwiseOf(other.tensor))
    return false;
  auto last = dyn_cast<AffineDimExpr>(other.map.getResults().back());
  return last && last.getPosition() == attention.keyLoop &&
         isOfPairs(other, attention) && type.getShape().back() % bits == 0 &&
         !isLarge(other.tensor);
}

static SmallVector<int64_t> packedShape(Value mask) {
  SmallVector<int64_t> shape(cast<RankedTensorType>(mask.getType()).getShape());
  shape.back() /= bits;
  return shape;
}

/// Emits `byte` with `flag` as bit `place`.
static Value addFlag(OpBuilder &b, Location loc, Value byte, Value flag,
                     Value place) {
  Value one = arith::ExtUIOp::create(b, loc, byte.getType(), flag);
  Value moved = arith::ShLIOp::create(b, loc, one, place);
  return arith::OrIOp::create(b, loc, moved, byte);
}

/// Emits the op that packs a materialized mask.
static Value packStored(ImplicitLocOpBuilder &b, Value mask) {
  SmallVector<int64_t> bytes = packedShape(mask), expanded = bytes;
  int64_t rank = bytes.size();
  expanded.push_back(bits);
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim)
    groups.push_back({dim});
  groups.back().push_back(rank);
  auto type = cast<RankedTensorType>(mask.getType());
  Value each =
      tensor::ExpandShapeOp::create(b, type.clone(expanded), mask, groups);
  Type byte = b.getI8Type();
  Value zero = arith::ConstantOp::create(b, b.getIntegerAttr(byte, 0));
  Value empty = tensor::EmptyOp::create(b, bytes, byte);
  Value none = linalg::FillOp::create(b, zero, empty).getResult(0);
  auto all = b.getMultiDimIdentityMap(rank + 1);
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.push_back(utils::IteratorType::reduction);
  auto packed = GenericOp::create(
      b, none.getType(), each, none,
      ArrayRef<AffineMap>{all, all.dropResult(rank)}, loops,
      [&](OpBuilder &inner, Location loc, ValueRange values) {
        Value bit = linalg::IndexOp::create(inner, loc, rank);
        Value place = arith::IndexCastOp::create(inner, loc, byte, bit);
        linalg::YieldOp::create(
            inner, loc, addFlag(inner, loc, values[1], values[0], place));
      });
  return packed.getResult(0);
}

/// Returns the op that computes `mask` from indices only along the last
/// dimension, such as counter-based random bits; else null.
static GenericOp counterOf(Value mask) {
  auto op = elementwiseOf(mask);
  unsigned last = op.getNumLoops() - 1;
  bool isCounter =
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
      llvm::none_of(op.getDpsInputOperands(), [&](OpOperand *in) {
        return op.getMatchingIndexingMap(in).isFunctionOfDim(last);
      });
  return isCounter ? op : nullptr;
}

/// Emits mask element `bit` of a byte. `inputs`: block arguments of `counter`.
static Value emitFlag(OpBuilder &b, GenericOp counter, ValueRange inputs,
                      int64_t bit) {
  Location loc = counter.getLoc();
  IRMapping values;
  values.map(counter.getRegionInputArgs(), inputs);
  auto constant = [&](int64_t number) {
    return arith::ConstantIndexOp::create(b, loc, number);
  };
  for (Operation &inner : counter.getBody()->without_terminator()) {
    Operation *copy = b.clone(inner, values);
    auto index = dyn_cast<linalg::IndexOp>(copy);
    if (!index || index.getDim() + 1 != counter.getNumLoops())
      continue;
    Value first = arith::MulIOp::create(b, loc, index, constant(bits));
    values.map(inner.getResult(0),
               arith::AddIOp::create(b, loc, first, constant(bit)).getResult());
  }
  return values.lookupOrDefault(
      counter.getBody()->getTerminator()->getOperand(0));
}

/// Emits the op that computes the 8 mask elements of a byte in one iteration.
static Value packCounter(ImplicitLocOpBuilder &b, GenericOp counter) {
  SmallVector<int64_t> bytes = packedShape(counter.getResult(0));
  Type byte = b.getI8Type();
  Value empty = tensor::EmptyOp::create(b, bytes, byte);
  auto packed = GenericOp::create(
      b, empty.getType(), counter.getDpsInputs(), empty,
      counter.getIndexingMapsArray(), counter.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange values) {
        auto number = [&](int64_t of) {
          return arith::ConstantIntOp::create(inner, loc, byte, of);
        };
        Value sum = number(0);
        for (int64_t bit = 0; bit < bits; ++bit)
          sum = addFlag(inner, loc, sum,
                        emitFlag(inner, counter, values.drop_back(), bit),
                        number(bit));
        linalg::YieldOp::create(inner, loc, sum);
      });
  return packed.getResult(0);
}

Read mlir::amp::lowering::packedOperandOf(const Read &other,
                                          const Attention &attention) {
  if (!isPackable(other, attention))
    return other;
  ImplicitLocOpBuilder b(other.tensor.getLoc(), other.tensor.getContext());
  b.setInsertionPointAfterValue(other.tensor);
  GenericOp counter = counterOf(other.tensor);
  Value packed =
      counter ? packCounter(b, counter) : packStored(b, other.tensor);
  SmallVector<AffineExpr> results(other.map.getResults());
  results.back() = results.back().floorDiv(bits);
  return {packed, AffineMap::get(other.map.getNumDims(), 0, results,
                                 other.map.getContext())};
}
