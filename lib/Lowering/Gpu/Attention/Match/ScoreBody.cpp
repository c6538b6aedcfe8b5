// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// generic {mulf}, generic {index; cmpi}, generic {select}
//   ==>   { ^bb0(%score: f32, %i...: index): mulf; cmpi; select; amp.yield }
#include "lib/Lowering/Gpu/Attention/Match/ScoreBody.h"
#include "dialects/amp/IR/AmpAttention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limits on the ops of a body, which is repeated for each accumulator.
static constexpr unsigned maxOps = 48, maxCheapOps = 16;

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

/// Returns true if the body of `op` can be cloned into another body: pure ops
/// on its arguments, on constants and on indices.
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

/// Returns true if the body costs less than a load: comparisons, sums, products
/// and conversions, without math functions and divisions.
static bool isCheap(GenericOp op) {
  return op.getBody()->getOperations().size() <= maxCheapOps &&
         llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
           return isa<linalg::IndexOp>(inner) ||
                  (isa<arith::ArithDialect>(inner.getDialect()) &&
                   !isa<arith::DivFOp, arith::RemFOp>(inner));
         });
}

/// Sets `flag` to the only i1 read, besides constants, from which elementwise
/// ops compute `read`. Returns false if `read` depends on other reads.
static bool findFlag(const Read &unresolved, unsigned &budget,
                     std::optional<Read> &flag) {
  Read read = sourceOf(unresolved);
  if (constantOf(read.tensor))
    return true;
  if (read.type().isInteger(1)) {
    bool isFirst = !flag;
    flag = flag.value_or(read);
    return isFirst || *flag == read;
  }
  GenericOp op = elementwiseOf(read.tensor);
  if (!op || !hasPlainBody(op) || budget == 0 ||
      !op.getBody()->getOps<linalg::IndexOp>().empty())
    return false;
  --budget;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return findFlag(inputOf(op, *input, read), budget, flag);
  });
}

/// Returns the i1 read of which `read` is a function, or none.
static std::optional<Read> flagOf(const Read &read) {
  unsigned budget = 8;
  std::optional<Read> flag;
  if (read.type().isInteger(1) || !findFlag(read, budget, flag))
    return std::nullopt;
  return flag;
}

/// Reading fewer bytes costs less than launching another kernel.
static constexpr int64_t fewBytes = 1 << 20;

static int64_t bytesOf(Value tensor) {
  auto type = cast<ShapedType>(tensor.getType());
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return std::numeric_limits<int32_t>::max();
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Returns true if `tensor` is computed from at most `most` bytes, by at most
/// `budget` cheap ops.
static bool isCheaplyComputed(Value tensor, int64_t most, unsigned &budget,
                              int64_t &bytes) {
  GenericOp op = elementwiseOf(tensor);
  if (constantOf(tensor))
    return true;
  if (!op || !hasPlainBody(op) || !isCheap(op) || budget == 0) {
    bytes += bytesOf(tensor);
    return bytes <= most;
  }
  --budget;
  return llvm::all_of(op.getDpsInputs(), [&](Value input) {
    return isa<ShapedType>(input.getType()) &&
           isCheaplyComputed(input, most, budget, bytes);
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
  int64_t bytes = 0;
  return isCheap(op) &&
         isCheaplyComputed(read.tensor,
                           std::max(bytesOf(read.tensor), fewBytes), budget,
                           bytes);
}

LogicalResult ScoreBody::collect(const Read &wanted, std::string &why) {
  logits = wanted;
  for (const Read *end : {&scores, &logits})
    if (end->type().getIntOrFloatBitWidth() > 32)
      return why = (name + " are computed in f64").str(), failure();
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
      return why = (name + " read a tensor in uneven steps").str(), failure();
    if (std::optional<Read> flag = flagOf(read)) {
      work.push_back(*flag);
      continue;
    }
    bool depends = dependsOn(read.tensor, scores.tensor, dependents);
    if (isInlined(read)) {
      GenericOp op = elementwiseOf(read.tensor);
      unsigned more = op.getBody()->getOperations().size();
      if (ops + more > maxOps) {
        if (depends)
          return why = ("over 48 ops compute " + name).str(), failure();
        leaves.push_back(read);
        continue;
      }
      ops += more;
      for (OpOperand *input : op.getDpsInputOperands())
        work.push_back(sourceOf(inputOf(op, *input, read)));
      continue;
    }
    if (depends)
      return why = (name + " depend on scores of other rows or columns").str(),
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
    return start;
  if (const auto *operand = llvm::find(operands, read);
      operand != operands.end())
    return block.getArgument(1 + (operand - operands.begin()));
  Location loc = read.tensor.getLoc();
  if (TypedAttr number = constantOf(read.tensor))
    return arith::ConstantOp::create(builder, loc, number);
  std::optional<Read> flag = isFlagKnown ? std::nullopt : flagOf(read);
  Value result = flag ? valueByFlag(read, *flag, builder, block)
                      : emitOp(read, builder, block);
  emitted.push_back({read, result});
  return result;
}

/// Emits a select between the values of `read` for a true and a false flag,
/// which LLVM folds to constants.
Value ScoreBody::valueByFlag(const Read &read, const Read &flag,
                             OpBuilder &builder, Block &block) {
  Value choice = valueOf(flag, builder, block), of[2];
  SmallVector<std::pair<Read, Value>> before = emitted;
  isFlagKnown = true;
  for (bool is : {false, true}) {
    Value number =
        arith::ConstantIntOp::create(builder, read.tensor.getLoc(), is, 1);
    emitted.assign(1, {flag, number});
    of[is] = emitOp(read, builder, block);
  }
  emitted = std::move(before);
  isFlagKnown = false;
  return arith::SelectOp::create(builder, read.tensor.getLoc(), choice, of[1],
                                 of[0]);
}

Value ScoreBody::emitOp(const Read &read, OpBuilder &builder, Block &block) {
  GenericOp op = elementwiseOf(read.tensor);
  IRMapping values;
  for (OpOperand *input : op.getDpsInputOperands())
    values.map(op.getMatchingBlockArgument(input),
               valueOf(inputOf(op, *input, read), builder, block));
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap loops = inversePermutation(out).compose(read.map);
  auto cloneConstants = [&](Operation &inner) {
    for (Value operand : inner.getOperands())
      if (operand.getParentBlock() != op.getBody() && !values.contains(operand))
        values.map(operand,
                   builder.clone(*operand.getDefiningOp())->getResult(0));
  };
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      auto loop = cast<AffineDimExpr>(loops.getResult(index.getDim()));
      values.map(index.getResult(),
                 block.getArgument(1 + operands.size() + loop.getPosition()));
      continue;
    }
    cloneConstants(inner);
    builder.clone(inner, values);
  }
  cloneConstants(*op.getBody()->getTerminator());
  return values.lookup(op.getBody()->getTerminator()->getOperand(0));
}

/// Adds a block with arguments for score, operands and indices.
static Block &addBody(Region &region, ArrayRef<Read> operands, unsigned loops,
                      Location loc, OpBuilder &builder) {
  Block *block = builder.createBlock(&region);
  block->addArgument(builder.getF32Type(), loc);
  for (const Read &operand : operands)
    block->addArgument(operand.type(), loc);
  for (unsigned loop = 0; loop < loops; ++loop)
    block->addArgument(builder.getIndexType(), loc);
  return *block;
}

/// Folds constants, so that causalMaskOf() recognizes comparisons of a mask.
static void fold(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    OpBuilder builder(&op);
    SmallVector<Value> results;
    if (failed(builder.tryFold(&op, results)) || results.empty())
      continue;
    op.replaceAllUsesWith(results);
    op.erase();
  }
}

void ScoreBody::emit(Region &region, ArrayRef<Read> taken, unsigned loops,
                     Location loc) {
  operands = taken;
  emitted.clear();
  OpBuilder builder(scores.tensor.getContext());
  Block &block = addBody(region, operands, loops, loc, builder);
  start = block.getArgument(0);
  if (scores.type() != start.getType())
    start = arith::TruncFOp::create(builder, loc, scores.type(), start);
  Value result = valueOf(logits, builder, block);
  if (!result.getType().isF32())
    result = arith::ExtFOp::create(builder, loc, builder.getF32Type(), result);
  YieldOp::create(builder, loc, result);
  fold(block);
}

/// Returns an upper bound of |value| for a score of at most 1.
static double largestOf(Value value) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  FloatAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return std::abs(constant.getValueAsDouble());
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber() == 0 ? 1 : unknown;
  Operation *op = value.getDefiningOp();
  auto of = [&](unsigned i) { return largestOf(op->getOperand(i)); };
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return of(0);
  if (isa<arith::UIToFPOp>(op) && op->getOperand(0).getType().isInteger(1))
    return 1;
  if (isa<arith::MulFOp>(op))
    return of(0) * of(1);
  if (isa<arith::SelectOp>(op))
    return std::max(of(1), of(2));
  if (isa<arith::DivFOp>(op) &&
      matchPattern(op->getOperand(1), m_Constant(&constant)))
    return of(0) / std::abs(constant.getValueAsDouble());
  return unknown;
}

LogicalResult ScoreBody::verifyMultiple(Type type, unsigned loops,
                                        std::string &why) {
  Region region;
  emit(region, leaves, loops, scores.tensor.getLoc());
  for (auto rounding : region.front().getOps<arith::TruncFOp>())
    if (rounding.getType().getIntOrFloatBitWidth() < 16)
      return why = (name + " are rounded to 8 bits").str(), failure();
  double largestOfF16 =
      APFloat::getLargest(APFloat::IEEEhalf()).convertToDouble();
  if (type.isF16() && !(largestOf(region.front().getTerminator()->getOperand(
                            0)) <= largestOfF16))
    return why = (name + " may exceed f16").str(), failure();
  return success();
}

void mlir::amp::lowering::emitIdentity(Region &region, ArrayRef<Read> operands,
                                       unsigned loops, Location loc) {
  OpBuilder builder(region.getContext());
  Block &block = addBody(region, operands, loops, loc, builder);
  YieldOp::create(builder, loc, block.getArgument(0));
}

static void multiplyInstead(arith::DivFOp quotient) {
  APFloat divisor(0.0);
  bool ignored;
  if (quotient.getType().isF64() ||
      !matchPattern(quotient.getRhs(), m_ConstantFloat(&divisor)))
    return;
  divisor.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &ignored);
  float reciprocal = 1 / divisor.convertToDouble();
  if (!std::isnormal(reciprocal))
    return;
  OpBuilder b(quotient);
  Location loc = quotient.getLoc();
  Type wide = b.getF32Type();
  bool isWide = quotient.getType() == wide;
  Value dividend = quotient.getLhs();
  if (!isWide)
    dividend = arith::ExtFOp::create(b, loc, wide, dividend);
  Value by = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(reciprocal));
  Value product = arith::MulFOp::create(b, loc, dividend, by);
  if (!isWide)
    product = arith::TruncFOp::create(b, loc, quotient.getType(), product);
  quotient.replaceAllUsesWith(product);
  quotient.erase();
}

void mlir::amp::lowering::emitMultiple(ScoreBody &body, Region &region,
                                       ArrayRef<Read> operands, unsigned loops,
                                       Location loc) {
  body.emit(region, operands, loops, loc);
  for (arith::DivFOp op :
       llvm::make_early_inc_range(region.front().getOps<arith::DivFOp>()))
    multiplyInstead(op);
}

void mlir::amp::lowering::addReads(SmallVectorImpl<Read> &reads,
                                   ArrayRef<Read> more) {
  for (const Read &read : more)
    if (!llvm::is_contained(reads, read))
      reads.push_back(read);
}
