// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generic {p * v}, generic {truncf}   ==>   amp.attention(%q, %k, %v, %mask)
//                                               outs(%o, %m, %l)
#include "lib/Lowering/Gpu/Attention/WriteAttention.h"
#include "lib/Lowering/Gpu/Attention/AttentionShape.h"
#include "lib/Lowering/Gpu/Attention/Match/PackedMask.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

RowStatisticsLayout
mlir::amp::lowering::rowStatisticsLayout(const Attention &attention) {
  linalg::GenericOp product = attention.product;
  AffineMap weights = product.getMatchingIndexingMap(attention.probabilities);
  auto type = cast<ShapedType>(attention.probabilities->get().getType());
  RowStatisticsLayout rows;
  SmallVector<AffineExpr> exprs;
  for (bool isBatch : {true, false})
    for (auto [expr, size] : llvm::zip(weights.getResults(), type.getShape())) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      if (loop == attention.keyLoop ||
          attention.key.map.isFunctionOfDim(loop) != isBatch)
        continue;
      exprs.push_back(expr);
      rows.shape.push_back(size);
    }
  rows.map = AffineMap::get(attention.query.map.getNumDims(), 0, exprs,
                            product.getContext());
  return rows;
}

static AttentionOp create(Attention &attention, const Result &result,
                          bool hasStatistics, Operation *before) {
  OpBuilder builder(before);
  Location loc = attention.product.getLoc();
  unsigned loops = attention.query.map.getNumDims();
  SmallVector<AffineMap> maps;
  SmallVector<Value> others, outs;
  auto add = [&](AffineMap map) {
    maps.push_back(
        AffineMap::get(loops, 0, map.getResults(), builder.getContext()));
  };
  auto addOut = [&](AffineMap map, ArrayRef<int64_t> shape, Type type) {
    add(map);
    outs.push_back(tensor::EmptyOp::create(builder, loc, shape, type));
  };
  for (const Read *read : {&attention.query, &attention.key, &attention.value})
    add(read->map);
  SmallVector<Read> reads = attention.others();
  for (const Read &read : reads) {
    Read other = packedOperandOf(read, attention);
    others.push_back(other.tensor);
    add(other.map);
  }
  auto type = cast<RankedTensorType>(result.tensor.getType());
  addOut(result.map, type.getShape(), type.getElementType());
  if (hasStatistics) {
    RowStatisticsLayout rows = rowStatisticsLayout(attention);
    for (unsigned i = 0; i < 2; ++i)
      addOut(rows.map, rows.shape, builder.getF32Type());
  }
  auto op = AttentionOp::create(
      builder, loc, TypeRange(ValueRange(outs)), attention.query.tensor,
      attention.key.tensor, attention.value.tensor, others, outs,
      builder.getAffineMapArrayAttr(maps), attention.softmax.zerosEmptyRows);
  attention.body.emit(op.getLogit(), reads, loops, loc);
  if (attention.dropout)
    emitMultiple(*attention.dropout, op.getDropout(), reads, loops, loc);
  return op;
}

FailureOr<AttentionOp> mlir::amp::lowering::writeAttention(Attention &attention,
                                                           bool hasStatistics,
                                                           const Chip &chip,
                                                           std::string &why,
                                                           Operation *before) {
  Result result = resultOf(attention.result.tensor, attention.result.map);
  // the gradient multiplies by the result, for which 8 bits are too imprecise
  if (hasStatistics &&
      getElementTypeOrSelf(result.tensor).getIntOrFloatBitWidth() < 16)
    result = attention.result;
  AttentionOp op = create(attention, result, hasStatistics, before);
  FailureOr<AttentionTile> tile = chooseAttentionTile(shapeOf(op), chip, why);
  if (failed(tile) || isStarved(shapeOf(op), *tile, chip, why) ||
      llvm::any_of(op->getOperands(), isLarge)) {
    if (why.empty())
      why = "an operand has over 2^30 elements";
    op.erase();
    return failure();
  }
  result.tensor.replaceAllUsesWith(op.getResult(0));
  return op;
}
