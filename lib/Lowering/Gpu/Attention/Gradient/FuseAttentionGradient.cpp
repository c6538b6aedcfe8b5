// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generic {p * do}, generic {do * v}, ..., generic {ds * k}, generic {ds * q}
//   ==>   amp.attention(%q, %k, %v) outs(%o, %m, %l),
//         generic {%t + %do * %o},
//         amp.attention_gradient(%q, %k, %v, %do) statistics(%m, %l, %t)
//             outs(%dq),
//         amp.attention_gradient(%q, %k, %v, %do) statistics(%m, %l, %t)
//             outs(%dk, %dv)
#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Gpu/Attention/BufferizeAttention.h"
#include "lib/Lowering/Gpu/Attention/Gradient/GradientPlan.h"
#include "lib/Lowering/Gpu/Attention/Gradient/MatchGradient.h"
#include "lib/Lowering/Gpu/Attention/Match/Multiples.h"
#include "lib/Lowering/Gpu/Attention/Match/PackedMask.h"
#include "lib/Lowering/Gpu/Attention/Passes.h"
#include "lib/Lowering/Gpu/Attention/WriteAttention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FUSEATTENTIONGRADIENT
#include "lib/Lowering/Gpu/Attention/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

namespace {
/// Writes the ops of a gradient.
class GradientWriter {
public:
  GradientWriter(Attention &attention, AttentionGradient &gradient,
                 Operation *before);
  /// Writes the row sums, over features, of the result times its gradient.
  Value writeTotals(AttentionOp forward, Operation *before);
  /// Writes a placeholder for a statistic that is not computed yet.
  Value writeNone() { return empty(rows.shape, builder.getF32Type()); }
  AttentionGradientOp writeQueries(const Result &query, ValueRange statistics);
  AttentionGradientOp writeKeys(const Result &key, const Result &value,
                                ValueRange statistics);

private:
  AffineMap widened(AffineMap map) {
    return AffineMap::get(loops, 0, map.getResults(), builder.getContext());
  }
  Value empty(ArrayRef<int64_t> shape, Type type) {
    return tensor::EmptyOp::create(builder, loc, shape, type);
  }
  Value emptyLike(Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    return empty(type.getShape(), type.getElementType());
  }
  AttentionGradientOp write(ValueRange statistics, ValueRange outs,
                            ArrayRef<AffineMap> more);

  OpBuilder builder;
  Location loc;
  Attention &attention;
  AttentionGradient &gradient;
  unsigned loops;
  SmallVector<Read> others;
  RowStatisticsLayout rows;
};
} // namespace

GradientWriter::GradientWriter(Attention &attention,
                               AttentionGradient &gradient, Operation *before)
    : builder(before), loc(gradient.query.op.getLoc()), attention(attention),
      gradient(gradient), loops(attention.query.map.getNumDims()),
      others(attention.others()), rows(rowStatisticsLayout(attention)) {
  addReads(others, gradient.others());
}

AttentionGradientOp GradientWriter::write(ValueRange statistics,
                                          ValueRange outs,
                                          ArrayRef<AffineMap> more) {
  SmallVector<AffineMap> maps;
  for (const Read *read :
       {&attention.query, &attention.key, &attention.value, &gradient.gradient})
    maps.push_back(widened(read->map));
  SmallVector<Value> tensors;
  for (const Read &read : others) {
    Read other = packedOperandOf(read, attention);
    tensors.push_back(other.tensor);
    maps.push_back(widened(other.map));
  }
  maps.append(statistics.size(), rows.map);
  llvm::append_range(maps, more);
  auto op = AttentionGradientOp::create(
      builder, loc, outs.getTypes(), attention.query.tensor,
      attention.key.tensor, attention.value.tensor, gradient.gradient.tensor,
      tensors, statistics, outs, builder.getAffineMapArrayAttr(maps),
      attention.softmax.zerosEmptyRows);
  attention.body.emit(op.getLogit(), others, loops, loc);
  gradient.score.emit(op.getScore(), others, loops, loc);
  if (!attention.dropout && !gradient.dropout)
    return op;
  for (auto [body, region] :
       {std::pair(&attention.dropout, &op.getDropout()),
        std::pair(&gradient.dropout, &op.getDropoutGradient())})
    if (*body)
      emitMultiple(**body, *region, others, loops, loc);
    else
      emitIdentity(*region, others, loops, loc);
  return op;
}

AttentionGradientOp GradientWriter::writeQueries(const Result &query,
                                                 ValueRange statistics) {
  return write(statistics, emptyLike(query.tensor), widened(query.map));
}

AttentionGradientOp GradientWriter::writeKeys(const Result &key,
                                              const Result &value,
                                              ValueRange statistics) {
  SmallVector<Value> outs = {emptyLike(key.tensor), emptyLike(value.tensor)};
  return write(statistics, outs, {widened(key.map), widened(value.map)});
}

Value GradientWriter::writeTotals(AttentionOp forward, Operation *before) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(before);
  Type f32 = builder.getF32Type();
  Value start = linalg::FillOp::create(
                    builder, loc,
                    Value(arith::ConstantOp::create(
                        builder, loc, f32, builder.getF32FloatAttr(0))),
                    empty(rows.shape, f32))
                    .getResult(0);
  AffineMap out = forward.mapOf(forward.getOuts().getBeginOperandIndex());
  SmallVector<AffineMap> maps = {widened(gradient.gradient.map), out, rows.map};
  // keeps only loops of rows and features
  SmallVector<utils::IteratorType> kinds;
  SmallVector<AffineExpr> renamed(loops);
  for (unsigned loop = 0; loop < loops; ++loop) {
    bool isRow = rows.map.isFunctionOfDim(loop);
    if (!isRow && !out.isFunctionOfDim(loop))
      continue;
    renamed[loop] = builder.getAffineDimExpr(kinds.size());
    kinds.push_back(isRow ? utils::IteratorType::parallel
                          : utils::IteratorType::reduction);
  }
  for (AffineMap &map : maps)
    map = map.replaceDimsAndSymbols(renamed, {}, kinds.size(), 0);
  return GenericOp::create(
             builder, loc, start.getType(),
             ValueRange{gradient.gradient.tensor, forward.getResult(0)}, start,
             maps, kinds,
             [&](OpBuilder &body, Location at, ValueRange elements) {
               SmallVector<Value> factors(elements.take_front(2));
               for (Value &factor : factors)
                 if (factor.getType() != f32)
                   factor = arith::ExtFOp::create(body, at, f32, factor);
               Value product =
                   arith::MulFOp::create(body, at, factors[0], factors[1]);
               Value sum =
                   arith::AddFOp::create(body, at, elements[2], product);
               linalg::YieldOp::create(body, at, sum);
             })
      .getResult(0);
}

/// Returns the f32 tensor `tensor`, rounded to `type`.
static Value roundTo(Type type, Value tensor, Operation *before) {
  OpBuilder builder(before);
  return mapElements(
             tensor, cast<FloatType>(type),
             [&](OpBuilder &b, Location loc, Value element) -> Value {
               return arith::TruncFOp::create(b, loc, type, element);
             },
             builder)
      .getResult(0);
}

/// Returns the first contraction of the gradient; null if an operand of the
/// gradient is defined after that contraction.
static Operation *placeOf(const Attention &attention,
                          const AttentionGradient &gradient) {
  Operation *first = gradient.query.op;
  for (GenericOp op : {gradient.key.op, gradient.value.op})
    if (op->isBeforeInBlock(first))
      first = op;
  SmallVector<Value> operands = {attention.query.tensor, attention.key.tensor,
                                 attention.value.tensor,
                                 gradient.gradient.tensor};
  for (const SmallVector<Read> &others :
       {attention.others(), gradient.others()})
    for (const Read &other : others)
      operands.push_back(other.tensor);
  for (Value operand : operands)
    if (Operation *op = operand.getDefiningOp();
        op && op->getBlock() == first->getBlock() &&
        !op->isBeforeInBlock(first))
      return nullptr;
  return first;
}

static bool isSupported(AttentionGradientOp op, const Chip &chip,
                        std::string &why) {
  // otherwise, the sum of P dP over keys is not the sum of O dO over features
  if (!op.getDropout().empty() &&
      !multiplyAlike(op.getDropout(), op.getDropoutGradient()))
    return why = "its dropout multiplies probabilities by other factors than "
                 "their gradients",
           false;
  FailureOr<AttentionTile> tile = chooseGradientTile(op, chip, why);
  if (failed(tile) || isStarved(op, *tile, chip, why))
    return false;
  if (llvm::any_of(op->getOperands(), isLarge))
    return why = "an operand has over 2^30 elements", false;
  return true;
}

static LogicalResult replace(Attention &attention, AttentionGradient &gradient,
                             const Chip &chip, std::string &why) {
  Operation *before = placeOf(attention, gradient),
            *product = attention.product;
  if (!before)
    return why = "an operand is computed behind its first contraction",
           failure();
  auto result = [](const GradientProduct &product) {
    return resultOf(GenericOp(product.op).getResult(0), product.out);
  };
  Result query = result(gradient.query), key = result(gradient.key);
  Result value = result(gradient.value);
  // an f32 gradient, which the program rounds after the division by the sum
  Read &upstream = gradient.gradient;
  if (upstream.type() != attention.query.type())
    upstream.tensor = roundTo(attention.query.type(), upstream.tensor, before);
  GradientWriter writer(attention, gradient, before);
  SmallVector<Value> none(3, writer.writeNone());
  AttentionGradientOp queries = writer.writeQueries(query, none);
  AttentionGradientOp keys = writer.writeKeys(key, value, none);
  FailureOr<AttentionOp> forward = failure();
  if (isSupported(queries, chip, why) && isSupported(keys, chip, why))
    forward =
        writeAttention(attention, /*hasStatistics=*/true, chip, why,
                       product->isBeforeInBlock(queries) ? product : queries);
  if (failed(forward)) {
    keys.erase();
    queries.erase();
    return failure();
  }
  SmallVector<Value> statistics(forward->getResults().drop_front());
  statistics.push_back(writer.writeTotals(*forward, queries));
  for (AttentionGradientOp op : {queries, keys})
    op.getStatisticsMutable().assign(statistics);
  query.tensor.replaceAllUsesWith(queries.getResult(0));
  key.tensor.replaceAllUsesWith(keys.getResult(0));
  value.tensor.replaceAllUsesWith(keys.getResult(1));
  return success();
}

namespace {
struct FuseAttentionGradient
    : amp::impl::FuseAttentionGradientBase<FuseAttentionGradient> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerAttentionBufferization(registry);
  }

  /// Fuses the attention of `probabilities` with its gradient, if it has one.
  bool fuse(OpOperand &probabilities, const Chip &target) {
    for (Value operand : probabilities.getOwner()->getOperands())
      if (!cast<ShapedType>(operand.getType()).hasStaticShape())
        return false;
    std::string why;
    FailureOr<Attention> attention = matchAttention(probabilities, why);
    if (failed(attention) || isPrivate(*attention))
      return false;
    FailureOr<SmallVector<GenericOp>> products =
        gradientProductsOf(*attention, why);
    if (succeeded(products) && products->empty())
      return false;
    if (succeeded(products))
      if (FailureOr<AttentionGradient> gradient =
              matchGradient(*attention, *products, why);
          succeeded(gradient) &&
          succeeded(replace(*attention, *gradient, target, why))) {
        Operation *op = probabilities.getOwner();
        op->emitRemark("attention is fused");
        op->emitRemark("gradient of attention is fused");
        return true;
      }
    probabilities.getOwner()->emitRemark(
        "gradient of attention stays separate: ")
        << why;
    return false;
  }

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    SmallVector<OpOperand *> candidates;
    getOperation().walk([&](GenericOp op) {
      if (OpOperand *probabilities = probabilitiesOf(op))
        candidates.push_back(probabilities);
    });
    SetVector<Block *> changed;
    for (OpOperand *probabilities : candidates)
      if (fuse(*probabilities, *target))
        changed.insert(probabilities->getOwner()->getBlock());
    for (Block *block : changed)
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
        if (isOpTriviallyDead(&op))
          op.erase();
  }
};
} // namespace
