// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scf.while (%i = 0) { %i < 6 } do { ... yield %i + 1 }
//   ==>   scf.for %n = 0 to 6 { %i = tensor.from_elements %n ... }
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_COUNTLOOPS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using linalg::GenericOp;

namespace {
/// Binary op of a linalg.generic on integers in rank-0 tensors.
struct Binary {
  Operation *op = nullptr;
  Value lhs, rhs;
};

struct Count {
  unsigned carried;
  int64_t begin, end, step;
};

/// linalg.generic ins(%a, %b : tensor<T>, tensor<T>)
///   ==>   ops on scalars, if all inputs are counters or constants
struct ComputeScalar : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

static std::optional<int64_t> constantOf(Value value) {
  DenseElementsAttr elements;
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return number.getSExtValue();
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat() ||
      !elements.getElementType().isInteger())
    return std::nullopt;
  return elements.getSplatValue<APInt>().getSExtValue();
}

static Binary binaryOf(Value value) {
  auto generic = value.getDefiningOp<GenericOp>();
  if (!generic || generic.getNumLoops() || generic.getNumResults() != 1)
    return {};
  Block *body = generic.getBody();
  Operation *op = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!op || op->getNumOperands() != 2 || body->getOperations().size() != 2)
    return {};
  auto outside = [&](Value operand) -> Value {
    if (auto argument = dyn_cast<BlockArgument>(operand);
        argument && argument.getOwner() == body)
      return generic->getOperand(argument.getArgNumber());
    return operand;
  };
  return {op, outside(op->getOperand(0)), outside(op->getOperand(1))};
}

/// Returns the bounds of a loop that counts to a constant; none for other
/// loops.
static std::optional<Count> countOf(scf::WhileOp loop) {
  auto extract =
      loop.getConditionOp().getCondition().getDefiningOp<tensor::ExtractOp>();
  if (!extract ||
      !llvm::equal(loop.getConditionOp().getArgs(), loop.getBeforeArguments()))
    return std::nullopt;
  Binary test = binaryOf(extract.getTensor());
  auto compare = dyn_cast_or_null<arith::CmpIOp>(test.op);
  auto counter = dyn_cast_or_null<BlockArgument>(test.lhs);
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      !counter || counter.getOwner() != loop.getBeforeBody())
    return std::nullopt;
  unsigned carried = counter.getArgNumber();
  Binary next = binaryOf(loop.getYieldOp()->getOperand(carried));
  if (!isa_and_nonnull<arith::AddIOp>(next.op))
    return std::nullopt;
  if (next.lhs != loop.getAfterArguments()[carried])
    std::swap(next.lhs, next.rhs);
  auto begin = constantOf(loop.getInits()[carried]);
  auto end = constantOf(test.rhs), step = constantOf(next.rhs);
  if (next.lhs != loop.getAfterArguments()[carried] || !begin || !end ||
      !step || *step < 1)
    return std::nullopt;
  return Count{carried, *begin, std::max(*begin, *end), *step};
}

static Value counterAt(Value number, RankedTensorType type, OpBuilder &builder,
                       Location loc) {
  Value cast =
      arith::IndexCastOp::create(builder, loc, type.getElementType(), number);
  return tensor::FromElementsOp::create(builder, loc, type, cast);
}

static void countLoop(scf::WhileOp loop, Count count) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  SmallVector<Value> inits(loop.getInits());
  auto type = cast<RankedTensorType>(inits[count.carried].getType());
  inits.erase(inits.begin() + count.carried);
  auto counted = scf::ForOp::create(
      builder, loc, index(count.begin), index(count.end), index(count.step),
      inits, [](OpBuilder &, Location, Value, ValueRange) {});
  builder.setInsertionPointToStart(counted.getBody());
  SmallVector<Value> arguments(counted.getRegionIterArgs());
  arguments.insert(arguments.begin() + count.carried,
                   counterAt(counted.getInductionVar(), type, builder, loc));
  IRMapping map;
  map.map(loop.getAfterArguments(), arguments);
  for (Operation &op : loop.getAfterBody()->without_terminator())
    builder.clone(op, map);
  SmallVector<Value> yielded;
  for (auto [i, value] : llvm::enumerate(loop.getYieldOp().getOperands()))
    if (i != count.carried)
      yielded.push_back(map.lookupOrDefault(value));
  scf::YieldOp::create(builder, loc, yielded);

  builder.setInsertionPointAfter(counted);
  int64_t trips = llvm::divideCeil(count.end - count.begin, count.step);
  SmallVector<Value> results(counted.getResults());
  results.insert(
      results.begin() + count.carried,
      counterAt(index(count.begin + trips * count.step), type, builder, loc));
  loop->replaceAllUsesWith(results);
  loop->erase();
}

LogicalResult ComputeScalar::matchAndRewrite(GenericOp op,
                                             PatternRewriter &rewriter) const {
  if (op.getNumLoops() || op.getNumResults() != 1 || op.hasIndexSemantics())
    return rewriter.notifyMatchFailure(op, "not one scalar");
  auto isCounted = [](Value input) {
    return input.getDefiningOp<tensor::FromElementsOp>() != nullptr;
  };
  auto isKnown = [&](Value input) {
    return isCounted(input) || matchPattern(input, m_Constant());
  };
  if (!llvm::any_of(op.getInputs(), isCounted) ||
      !llvm::all_of(op.getInputs(), isKnown) ||
      !op.getRegionOutputArgs()[0].use_empty())
    return rewriter.notifyMatchFailure(op, "not of counters alone");
  SmallVector<Value> scalars;
  for (Value input : op.getInputs()) {
    DenseElementsAttr constant;
    if (auto elements = input.getDefiningOp<tensor::FromElementsOp>())
      scalars.push_back(elements.getElements()[0]);
    else if (matchPattern(input, m_Constant(&constant)))
      scalars.push_back(arith::ConstantOp::create(
          rewriter, op.getLoc(),
          cast<TypedAttr>(constant.getSplatValue<Attribute>())));
    else
      scalars.push_back(input);
  }
  IRMapping map;
  map.map(op.getRegionInputArgs(), scalars);
  for (Operation &inner : op.getBody()->without_terminator())
    rewriter.clone(inner, map);
  Value result =
      map.lookupOrDefault(op.getBody()->getTerminator()->getOperand(0));
  rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(
      op, op.getResult(0).getType(), result);
  return success();
}

namespace {
struct CountLoops : amp::impl::CountLoopsBase<CountLoops> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops)
      if (std::optional<Count> count = countOf(loop))
        countLoop(loop, *count);
    RewritePatternSet patterns(&getContext());
    patterns.add<ComputeScalar>(&getContext());
    tensor::ExtractOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      getOperation().emitError("scalars of loops fold without end");
      signalPassFailure();
    }
  }
};
} // namespace
