// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = generic ins(%a : 1000003) outs(%init)      // one loop
//   ==>   %s = generic ins(%a[999936 to 1000003]) outs(%init)
//         %r = generic ins(%a[0 to 999936] as 128x7812) outs(%s)   // two
#include "lib/Lowering/Common/NestReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Returns the position of the result of `map` that is the loop alone; -1 if no
/// result uses the loop, none in other cases.
static std::optional<int64_t> placeOf(unsigned loop, AffineMap map) {
  int64_t place = -1;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    if (!isa<AffineDimExpr>(expr) || place >= 0)
      return std::nullopt;
    place = i;
  }
  return place;
}

static Value slice(Value tensor, int64_t place, int64_t from, int64_t size,
                   OpBuilder &builder, Location loc) {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (int64_t extent : cast<RankedTensorType>(tensor.getType()).getShape()) {
    bool isCut = place == static_cast<int64_t>(offsets.size());
    offsets.push_back(builder.getIndexAttr(isCut ? from : 0));
    sizes.push_back(builder.getIndexAttr(isCut ? size : extent));
    strides.push_back(builder.getIndexAttr(1));
  }
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

static Value expand(Value tensor, int64_t place, int64_t inner,
                    OpBuilder &builder, Location loc) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[place] /= inner;
  shape.insert(shape.begin() + place + 1, inner);
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0, next = 0; i < type.getRank(); ++i) {
    groups.push_back({next++});
    if (i == place)
      groups.back().push_back(next++);
  }
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      groups);
}

/// Returns `map` with another loop after `loop`.
static AffineMap nested(AffineMap map, unsigned loop) {
  Builder builder(map.getContext());
  SmallVector<AffineExpr> dims, results;
  for (unsigned i = 0; i < map.getNumDims(); ++i)
    dims.push_back(builder.getAffineDimExpr(i + (i > loop)));
  for (AffineExpr expr : map.getResults()) {
    results.push_back(expr.replaceDims(dims));
    if (expr == builder.getAffineDimExpr(loop))
      results.push_back(builder.getAffineDimExpr(loop + 1));
  }
  return AffineMap::get(map.getNumDims() + 1, 0, results, map.getContext());
}

static GenericOp generic(GenericOp like, ValueRange inputs, Value init,
                         ArrayRef<AffineMap> maps,
                         ArrayRef<utils::IteratorType> loops,
                         IRRewriter &rewriter) {
  auto op = GenericOp::create(rewriter, like.getLoc(), init.getType(), inputs,
                              init, maps, loops);
  rewriter.cloneRegionBefore(like.getRegion(), op.getRegion(),
                             op.getRegion().end());
  return op;
}

GenericOp amp::lowering::nestReduction(GenericOp op, unsigned loop,
                                       IRRewriter &rewriter, int64_t parts,
                                       int64_t together) {
  if (op.hasIndexSemantics())
    return nullptr;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> places;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto place = placeOf(loop, op.getMatchingIndexingMap(input));
    if (!place)
      return nullptr;
    places.push_back(*place);
  }
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t all = op.getStaticLoopRanges()[loop];
  int64_t inner = all / parts / together * together, main = parts * inner;
  Value init = op.getDpsInits()[0];
  SmallVector<Value> first, rest;
  for (auto [input, place] : llvm::zip(op.getInputs(), places)) {
    bool isCut = place >= 0 && main < all;
    Value part = isCut ? slice(input, place, 0, main, rewriter, loc) : input;
    first.push_back(place >= 0 ? expand(part, place, inner, rewriter, loc)
                               : part);
    rest.push_back(isCut ? slice(input, place, main, all - main, rewriter, loc)
                         : input);
  }
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  if (main < all)
    init = generic(op, rest, init, maps, loops, rewriter).getResult(0);
  for (AffineMap &map : maps)
    map = nested(map, loop);
  loops.insert(loops.begin() + loop, utils::IteratorType::reduction);
  GenericOp result = generic(op, first, init, maps, loops, rewriter);
  rewriter.replaceOp(op, result);
  return result;
}

bool amp::lowering::canNestLoop(GenericOp op, unsigned loop) {
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    auto place = placeOf(loop, op.getMatchingIndexingMap(&operand));
    return place && (*place < 0 || op.isDpsInput(&operand) ||
                     operand.get().getDefiningOp<linalg::FillOp>() ||
                     operand.get().getDefiningOp<tensor::EmptyOp>());
  });
}

/// Returns `init`, which is empty or filled, with two dimensions in place of
/// one.
static Value nestInit(Value init, int64_t place, int64_t inner,
                      IRRewriter &rewriter) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  auto type = cast<RankedTensorType>(init.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[place] /= inner;
  shape.insert(shape.begin() + place + 1, inner);
  Value empty = tensor::EmptyOp::create(rewriter, init.getLoc(), shape,
                                        type.getElementType());
  return fill ? linalg::FillOp::create(rewriter, init.getLoc(), fill.value(),
                                       empty)
                    .getResult(0)
              : empty;
}

void amp::lowering::nestIndices(Block &body, unsigned loop, int64_t inner,
                                IRRewriter &rewriter) {
  for (auto index :
       llvm::make_early_inc_range(body.getOps<linalg::IndexOp>())) {
    if (index.getDim() > loop)
      index.setDim(index.getDim() + 1);
    if (index.getDim() != loop)
      continue;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(index);
    Location loc = index.getLoc();
    Value size = arith::ConstantIndexOp::create(rewriter, loc, inner);
    auto begin = arith::MulIOp::create(rewriter, loc, index, size);
    Value within = linalg::IndexOp::create(rewriter, loc, loop + 1);
    Value place = arith::AddIOp::create(rewriter, loc, begin, within);
    rewriter.replaceAllUsesExcept(index, place, begin);
  }
}

GenericOp amp::lowering::nestLoop(GenericOp op, unsigned loop, int64_t inner,
                                  IRRewriter &rewriter) {
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    int64_t place = *placeOf(loop, map);
    maps.push_back(nested(map, loop));
    Value value = operand.get();
    bool isInput = op.isDpsInput(&operand);
    if (place >= 0)
      value = isInput ? expand(value, place, inner, rewriter, op.getLoc())
                      : nestInit(value, place, inner, rewriter);
    (isInput ? inputs : inits).push_back(value);
  }
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  loops.insert(loops.begin() + loop, loops[loop]);
  auto copy =
      GenericOp::create(rewriter, op.getLoc(), TypeRange(ValueRange(inits)),
                        inputs, inits, maps, loops);
  rewriter.cloneRegionBefore(op.getRegion(), copy.getRegion(),
                             copy.getRegion().end());
  nestIndices(*copy.getBody(), loop, inner, rewriter);
  return copy;
}

static Operation *combinerOf(GenericOp op) {
  return op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
}

static Value computeParts(GenericOp op, unsigned loop, unsigned position,
                          IRRewriter &rewriter) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + position, op.getStaticLoopRanges()[loop]);
  Value neutral = arith::ConstantOp::create(
      rewriter, loc, *arith::getNeutralElement(combinerOf(op)));
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  Value start =
      linalg::FillOp::create(rewriter, loc, neutral, empty).getResult(0);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() =
      maps.back().insertResult(rewriter.getAffineDimExpr(loop), position);
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  loops[loop] = utils::IteratorType::parallel;
  auto parts = GenericOp::create(rewriter, loc, start.getType(), op.getInputs(),
                                 start, maps, loops);
  rewriter.cloneRegionBefore(op.getRegion(), parts.getRegion(),
                             parts.getRegion().end());
  return parts.getResult(0);
}

GenericOp amp::lowering::reduceByParts(GenericOp op, unsigned loop,
                                       unsigned position,
                                       IRRewriter &rewriter) {
  Value parts = computeParts(op, loop, position, rewriter);
  unsigned rank = cast<RankedTensorType>(parts.getType()).getRank();
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops[position] = utils::IteratorType::reduction;
  return GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), parts, op.getOutputs(),
      {all, all.dropResult(position)}, loops,
      [&](OpBuilder &body, Location loc, ValueRange both) {
        Operation *combiner = body.clone(*combinerOf(op));
        combiner->setOperands(both);
        linalg::YieldOp::create(body, loc, combiner->getResult(0));
      });
}
