// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches, from a contraction with probabilities, the contraction that computes
// the scores, in the loops of the former.
#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"
#include "lib/Lowering/Common/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limit on the elementwise ops that a search between two contractions visits.
static constexpr unsigned maxBetween = 64;

namespace {
/// First contraction: its result, its operand without the key loop (query), and
/// its operand with the key loop (key).
struct Scores {
  Read result, query, key;
};
} // namespace

bool mlir::amp::lowering::isPlainContraction(GenericOp op) {
  return op && op.getNumReductionLoops() && op.hasPureTensorSemantics() &&
         isContraction(op) && numberOf(op.getDpsInits()[0]) == 0.0;
}

OpOperand *mlir::amp::lowering::probabilitiesOf(GenericOp op) {
  if (!isPlainContraction(op))
    return nullptr;
  for (OpOperand *input : op.getDpsInputOperands())
    if (hasSoftmax(input->get()))
      return input;
  return nullptr;
}

/// Returns the scores if `result` is a contraction of which one operand depends
/// on the key loop `loop` and the other operand does not.
static std::optional<Scores> scoresAt(const Read &result, unsigned loop) {
  auto op = result.tensor.getDefiningOp<GenericOp>();
  if (!isPlainContraction(op) || !result.map.isProjectedPermutation())
    return std::nullopt;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!out.isProjectedPermutation() ||
      out.getNumResults() != op.getNumParallelLoops())
    return std::nullopt;
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [expr, from] : llvm::zip(out.getResults(), result.map.getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] = from;
  unsigned count = result.map.getNumDims(), first = count;
  for (AffineExpr &expr : loops)
    if (!expr)
      expr = getAffineDimExpr(count++, context);
  auto all = AffineMap::get(count, 0, loops, context);
  Read reads[2];
  for (auto [read, input] : llvm::zip(reads, op.getDpsInputOperands())) {
    read = {input->get(), op.getMatchingIndexingMap(input).compose(all)};
    for (unsigned depth = first; depth < count; ++depth)
      if (!read.map.isFunctionOfDim(depth))
        return std::nullopt;
    if (!read.map.isProjectedPermutation())
      return std::nullopt;
  }
  if (reads[0].map.isFunctionOfDim(loop))
    std::swap(reads[0], reads[1]);
  if (reads[0].map.isFunctionOfDim(loop) || !reads[1].map.isFunctionOfDim(loop))
    return std::nullopt;
  return Scores{result, sourceOf(reads[0]), sourceOf(reads[1])};
}

static std::optional<Scores> findScores(const Read &logits, unsigned loop) {
  SmallVector<Read> work = {sourceOf(logits)};
  llvm::SmallPtrSet<Operation *, 32> seen;
  while (!work.empty() && seen.size() < maxBetween) {
    Read read = work.pop_back_val();
    if (std::optional<Scores> scores = scoresAt(read, loop))
      return scores;
    GenericOp op = elementwiseOf(read.tensor);
    if (op && seen.insert(op).second)
      for (OpOperand *input : op.getDpsInputOperands())
        work.push_back(sourceOf(inputOf(op, *input, read)));
  }
  return std::nullopt;
}

SmallVector<Read> Attention::others() const {
  SmallVector<Read> others(body.others());
  if (dropout)
    addReads(others, dropout->others());
  return others;
}

/// Returns true if a chain of single users leads from `value` to `op`.
static bool reachesAlone(Value value, Operation *op) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (user == op)
      return true;
    if (user->getNumResults() != 1)
      return false;
    value = user->getResult(0);
  }
  return false;
}

bool mlir::amp::lowering::isPrivate(const Attention &attention) {
  GenericOp product = attention.product;
  if (attention.normalizesAfterMatmul() &&
      !reachesAlone(product.getResult(0),
                    attention.result.tensor.getDefiningOp()))
    return false;
  llvm::SetVector<Operation *> ops;
  ops.insert(attention.scores.tensor.getDefiningOp());
  for (unsigned i = 0; i < ops.size() && ops.size() < 2 * maxBetween; ++i)
    for (OpOperand &use : ops[i]->getUses()) {
      if (&use == attention.probabilities)
        continue;
      if (use.getOwner() == attention.product)
        return false;
      if (use.getOwner() == attention.result.tensor.getDefiningOp())
        continue;
      if (!isa<GenericOp>(use.getOwner()) ||
          use.getOwner()->getBlock() != ops[0]->getBlock())
        return false;
      ops.insert(use.getOwner());
    }
  return ops.size() < 2 * maxBetween &&
         llvm::none_of(ops, [](Operation *op) { return op->use_empty(); });
}

bool mlir::amp::lowering::hasLowOperands(ArrayRef<Read> operands,
                                         std::string &why) {
  Type type = operands.front().type();
  if (!(type.isF16() || type.isBF16())) {
    llvm::raw_string_ostream(why)
        << "its operands are " << type << ", not f16 or bf16";
    return false;
  }
  for (const Read &operand : operands)
    if (operand.type() != type) {
      llvm::raw_string_ostream(why)
          << "its operands are both " << type << " and " << operand.type();
      return false;
    }
  return true;
}

/// Returns true if ops other than contractions compute an operand of `body`
/// from the scores, such as a gradient minus a row sum of probabilities.
static bool readsDependents(const Attention &attention, const ScoreBody &body) {
  llvm::SetVector<Operation *> dependents;
  dependents.insert(attention.scores.tensor.getDefiningOp());
  for (unsigned i = 0; i < dependents.size(); ++i)
    for (Operation *user : dependents[i]->getUsers())
      if (!isPlainContraction(dyn_cast<GenericOp>(user)))
        dependents.insert(user);
  return llvm::any_of(body.others(), [&](const Read &other) {
    return dependents.contains(other.tensor.getDefiningOp());
  });
}

/// Returns true if multiplications and roundings compute `read` from `result`.
/// Their factors must not depend on `result` by elementwise ops.
static bool isMultiple(Read read, const Read &result) {
  llvm::DenseMap<Value, bool> known;
  auto isVariable = [&](const Read &operand) {
    return operand == result || dependsOn(operand.tensor, result.tensor, known);
  };
  auto isFixed = [&](const Read &operand) { return !isVariable(operand); };
  while (!(read == result)) {
    std::optional<Read> next = multipliedBy(read, isVariable, isFixed);
    if (!next)
      return false;
    read = *next;
  }
  return true;
}

/// Matches the ops that multiply probabilities, such as dropout.
static LogicalResult matchDropout(Attention &attention, const Read &weights,
                                  std::string &why) {
  const Read &result = attention.softmax.result;
  ScoreBody &dropout =
      attention.dropout.emplace(result, "its dropout's factors");
  if (!isMultiple(sourceOf(weights), result))
    return why = "what multiplies its probabilities depends on them", failure();
  if (failed(dropout.collect(weights, why)))
    return failure();
  if (readsDependents(attention, dropout))
    return why = "what multiplies its probabilities depends on its scores",
           failure();
  return dropout.verifyMultiple(weights.type(),
                                attention.query.map.getNumDims(), why);
}

SmallVector<unsigned> Attention::featureLoops() const {
  return llvm::filter_to_vector(
      llvm::seq(out.getNumDims()), [&](unsigned loop) {
        return value.map.isFunctionOfDim(loop) && out.isFunctionOfDim(loop) &&
               !query.map.isFunctionOfDim(loop) &&
               !key.map.isFunctionOfDim(loop);
      });
}

/// Returns true if the body reads an operand that varies with features.
static bool variesByFeature(const Attention &attention) {
  SmallVector<unsigned> features = attention.featureLoops();
  return llvm::any_of(attention.others(), [&](const Read &other) {
    return llvm::any_of(features, [&](unsigned loop) {
      return loop < other.map.getNumDims() && other.map.isFunctionOfDim(loop);
    });
  });
}

/// Returns the result of the only user, if it is a conversion or a transpose.
static std::optional<Result> convertedFrom(const Result &result) {
  if (!result.tensor.hasOneUse())
    return std::nullopt;
  std::optional<Result> next = resultOfUser(result, *result.tensor.use_begin());
  if (!next)
    return std::nullopt;
  auto user = next->tensor.getDefiningOp<GenericOp>();
  Operation *applied = appliedAt(allOf(next->tensor)).op;
  bool copies = user.getBody()->getOperations().size() == 1;
  if (user.getNumDpsInputs() != 1 ||
      !(copies || isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(applied)))
    return std::nullopt;
  return next;
}

/// Returns the quotient of the product by the sums of exponentials, or none.
static std::optional<Result> divisionOf(const Attention &attention) {
  Read product{attention.product->getResult(0), attention.out};
  std::optional<Result> result = Result{product.tensor, product.map};
  for (; result; result = convertedFrom(*result))
    for (OpOperand &use : result->tensor.getUses()) {
      std::optional<Result> user = resultOfUser(*result, use);
      if (!user)
        continue;
      std::optional<Read> dividend = dividendOf(
          {user->tensor, user->map}, attention.softmax, attention.keyLoop);
      if (dividend && unrounded(*dividend) == product)
        return user;
    }
  return std::nullopt;
}

FailureOr<Attention>
mlir::amp::lowering::matchAttention(OpOperand &probabilities,
                                    std::string &why) {
  auto product = cast<GenericOp>(probabilities.getOwner());
  Read weights{probabilities.get(),
               product.getMatchingIndexingMap(&probabilities)};
  OpOperand *other =
      product.getDpsInputOperand(1 - probabilities.getOperandNumber());
  Read value{other->get(), product.getMatchingIndexingMap(other)};
  AffineMap out = product.getMatchingIndexingMap(product.getDpsInitOperand(0));
  SmallVector<unsigned> contracted;
  product.getReductionDims(contracted);
  if (contracted.size() != 1)
    return why = "its second contraction is over several dimensions", failure();
  unsigned loop = contracted.front();
  if (!weights.map.isFunctionOfDim(loop) || !value.map.isFunctionOfDim(loop) ||
      !weights.map.isProjectedPermutation() ||
      !value.map.isProjectedPermutation() || !out.isProjectedPermutation())
    return why = "its second contraction is no matmul", failure();
  FailureOr<Softmax> softmax = softmaxOf(weights, loop, why);
  if (failed(softmax))
    return failure();
  std::optional<Scores> scores = findScores(softmax->logits, loop);
  if (!scores)
    return why = "no contraction of queries and keys computes its logits",
           failure();
  if (!hasLowOperands({weights, value, scores->query, scores->key}, why))
    return failure();
  if (!scores->result.type().isF32() ||
      !getElementTypeOrSelf(product.getResult(0)).isF32())
    return why = "its contractions do not accumulate in f32", failure();
  Attention attention{&probabilities,
                      product,
                      scores->result,
                      scores->query,
                      scores->key,
                      sourceOf(value),
                      out,
                      loop,
                      *softmax,
                      ScoreBody(scores->result),
                      std::nullopt,
                      {product.getResult(0), out}};
  if (attention.normalizesAfterMatmul()) {
    std::optional<Result> division = divisionOf(attention);
    if (!division)
      return why = "nothing divides its exponentials by their sum, before or "
                   "behind its second contraction",
             failure();
    attention.result = *division;
  }
  if (failed(attention.body.collect(softmax->logits, why)))
    return failure();
  if (!(softmax->result == sourceOf(weights)) &&
      failed(matchDropout(attention, weights, why)))
    return failure();
  if (variesByFeature(attention))
    return why = "its logits vary with the features of its values", failure();
  return attention;
}
