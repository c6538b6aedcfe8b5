// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// generic {mulf}, generic {index; cmpi}, generic {select}
//   ==>   { ^bb0(%score: f32, %i...: index): mulf; cmpi; select; amp.yield }
#include "lib/Lowering/Gpu/Attention/ScoreBody.h"
#include "dialects/amp/IR/AmpAttention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Each accumulator of a thread repeats the body.
static constexpr unsigned maxOps = 48;

bool mlir::amp::lowering::dependsOn(Value tensor, Value scores,
                                    llvm::DenseMap<Value, bool> &known) {
  if (tensor == scores)
    return true;
  GenericOp op = elementwiseOf(tensor);
  if (!op)
    return false;
  auto [found, isNew] = known.try_emplace(tensor, false);
  if (!isNew)
    return found->second;
  bool depends = llvm::any_of(op.getDpsInputs(), [&](Value input) {
    return dependsOn(input, scores, known);
  });
  return known[tensor] = depends;
}

/// Returns true if the body of `op` can move: pure ops on its arguments, on
/// constants and on indices.
static bool hasPlainBody(GenericOp op) {
  WalkResult walk = op.getBody()->walk([&](Operation *inner) {
    if (inner->getNumRegions() ||
        !(isPure(inner) || isa<linalg::YieldOp>(inner)))
      return WalkResult::interrupt();
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() != op.getBody() &&
          !matchPattern(operand, m_Constant()))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

/// Returns true if the ops of the body cost less than a load: comparisons,
/// sums, products and conversions, without functions and divisions.
static bool isCheap(GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
    return isa<linalg::IndexOp>(inner) ||
           (isa<arith::ArithDialect>(inner.getDialect()) &&
            !isa<arith::DivFOp, arith::RemFOp>(inner));
  });
}

/// Returns true if `tensor` is computed from no more elements than its own, by
/// at most `budget` cheap ops.
static bool isCheaplyComputed(Value tensor, int64_t size, unsigned &budget,
                              int64_t &elements) {
  GenericOp op = elementwiseOf(tensor);
  if (constantOf(tensor))
    return true;
  if (!op || !hasPlainBody(op) || !isCheap(op) || budget == 0) {
    auto type = cast<ShapedType>(tensor.getType());
    elements += type.hasStaticShape() ? type.getNumElements() : size + 1;
    return elements <= size;
  }
  --budget;
  return llvm::all_of(op.getDpsInputs(), [&](Value input) {
    return isa<ShapedType>(input.getType()) &&
           isCheaplyComputed(input, size, budget, elements);
  });
}

/// Returns true if the body computes `read`, false if the body loads `read`.
bool ScoreBody::isInlined(const Read &read) {
  GenericOp op = elementwiseOf(read.tensor);
  if (!op || !hasPlainBody(op))
    return false;
  if (dependsOn(read.tensor, scores.tensor, dependents))
    return true;
  unsigned budget = 16;
  int64_t elements = 0;
  return isCheaplyComputed(
      read.tensor, cast<ShapedType>(read.tensor.getType()).getNumElements(),
      budget, elements);
}

LogicalResult ScoreBody::collect(const Read &wanted, std::string &why) {
  logits = wanted;
  SmallVector<Read> work = {sourceOf(wanted)};
  SmallVector<Read> seen;
  while (!work.empty()) {
    Read read = work.pop_back_val();
    if (read == scores || constantOf(read.tensor) ||
        llvm::is_contained(seen, read))
      continue;
    seen.push_back(read);
    if (!read.map.isProjectedPermutation() ||
        !isa<RankedTensorType>(read.tensor.getType()))
      return why = "its logits read a tensor in uneven steps", failure();
    if (isInlined(read)) {
      GenericOp op = elementwiseOf(read.tensor);
      ops += op.getBody()->getOperations().size();
      if (ops > maxOps)
        return why = "over 48 ops stand between its scores and its softmax",
               failure();
      for (OpOperand *input : op.getDpsInputOperands())
        work.push_back(sourceOf(inputOf(op, *input, read)));
      continue;
    }
    if (dependsOn(read.tensor, scores.tensor, dependents))
      return why = "its logits depend on scores of other rows or columns",
             failure();
    leaves.push_back(read);
  }
  return success();
}

Value ScoreBody::valueOf(const Read &unresolved, OpBuilder &builder,
                         Block &block) {
  Read read = sourceOf(unresolved);
  for (auto &[known, value] : emitted)
    if (known == read)
      return value;
  if (read == scores)
    return block.getArgument(0);
  if (const auto *operand = llvm::find(operands, read);
      operand != operands.end())
    return block.getArgument(1 + (operand - operands.begin()));
  Location loc = read.tensor.getLoc();
  if (TypedAttr number = constantOf(read.tensor))
    return arith::ConstantOp::create(builder, loc, number);
  GenericOp op = elementwiseOf(read.tensor);
  IRMapping values;
  for (OpOperand *input : op.getDpsInputOperands())
    values.map(op.getMatchingBlockArgument(input),
               valueOf(inputOf(op, *input, read), builder, block));
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap loops = inversePermutation(out).compose(read.map);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      auto loop = cast<AffineDimExpr>(loops.getResult(index.getDim()));
      values.map(index.getResult(),
                 block.getArgument(1 + operands.size() + loop.getPosition()));
      continue;
    }
    for (Value operand : inner.getOperands())
      if (operand.getParentBlock() != op.getBody() && !values.contains(operand))
        values.map(operand,
                   builder.clone(*operand.getDefiningOp())->getResult(0));
    builder.clone(inner, values);
  }
  Value result = values.lookup(op.getBody()->getTerminator()->getOperand(0));
  emitted.push_back({read, result});
  return result;
}

void ScoreBody::emit(Region &region, ArrayRef<Read> taken, unsigned loops,
                     Location loc) {
  operands = taken;
  emitted.clear();
  OpBuilder builder(region.getContext());
  Block *block = builder.createBlock(&region);
  block->addArgument(builder.getF32Type(), loc);
  for (const Read &operand : operands)
    block->addArgument(operand.type(), loc);
  for (unsigned loop = 0; loop < loops; ++loop)
    block->addArgument(builder.getIndexType(), loc);
  Value result = valueOf(logits, builder, *block);
  if (!result.getType().isF32())
    result = arith::ExtFOp::create(builder, loc, builder.getF32Type(), result);
  YieldOp::create(builder, loc, result);
}
