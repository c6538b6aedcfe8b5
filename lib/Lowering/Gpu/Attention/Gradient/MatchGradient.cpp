// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches the three contractions of the gradient, P^T dO, dS K and dS^T Q, from
// the probabilities of an attention. Each has loops of its own. The operand
// that it shares with the attention maps them to the loops of the attention.
#include "lib/Lowering/Gpu/Attention/Gradient/MatchGradient.h"
#include "lib/Lowering/Gpu/Attention/Gradient/GradientForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limits on the ops that searches visit: dependents of scores, and elementwise
/// ops before a contraction.
static constexpr unsigned maxDependents = 256, maxBetween = 64;
/// Limit on the op chain from a gradient of dropout to one of probabilities.
static constexpr unsigned maxFactors = 8;

/// Returns the operand of the extf that computes `read`, if the operand has
/// type `type`; else `read`.
static Read widenedFrom(const Read &read, Type type) {
  Applied conversion = appliedAt(read);
  return isa_and_nonnull<arith::ExtFOp>(conversion.op) &&
                 conversion.operands[0].type() == type
             ? conversion.operands[0]
             : read;
}

/// Returns the loops that `map` uses, out of `count`.
static llvm::SmallBitVector loopsIn(AffineMap map, unsigned count) {
  llvm::SmallBitVector loops(count);
  for (AffineExpr expr : map.getResults())
    loops.set(cast<AffineDimExpr>(expr).getPosition());
  return loops;
}

/// Returns true if no two blocks of queries, or of keys, write the same
/// results: dQ has all loops of queries; dK and dV have all loops of keys, and
/// differ only in their heads. Keys and values vary with the same loops.
static bool hasOwnResults(const Attention &attention,
                          const AttentionGradient &gradient) {
  unsigned count = attention.query.map.getNumDims();
  auto of = [&](AffineMap map) { return loopsIn(map, count); };
  llvm::SmallBitVector scores =
      of(linalg::GenericOp(attention.product)
             .getMatchingIndexingMap(attention.probabilities));
  llvm::SmallBitVector keys = of(attention.key.map);
  llvm::SmallBitVector depth = keys, values = of(attention.value.map);
  llvm::SmallBitVector features = values, rows = scores;
  depth.reset(scores);
  features.reset(scores);
  keys.reset(depth);
  values.reset(features);
  rows.reset(attention.keyLoop);
  llvm::SmallBitVector dk = of(gradient.key.out), dv = of(gradient.value.out);
  llvm::SmallBitVector dq = rows, summed = keys;
  dq |= depth;
  dk.reset(depth);
  dv.reset(features);
  summed.reset(dk);
  return keys == values && of(gradient.query.out) == dq && dk == dv &&
         summed.none();
}

namespace {
/// Contraction in the loops of the attention: its other operand and its result.
struct Bound {
  Read other;
  AffineMap out;
};

/// Gradient of the logits, the gradient of the probabilities from which it is
/// computed, and the contraction of which the latter is a multiple.
struct LogitGradient {
  Read logit, probability, product;
};

class GradientMatcher {
public:
  GradientMatcher(const Attention &attention, ArrayRef<GenericOp> products,
                  std::string &why)
      : attention(attention), products(products.begin(), products.end()),
        why(why) {}
  FailureOr<AttentionGradient> match();

private:
  unsigned loops() const { return attention.query.map.getNumDims(); }
  SmallVector<unsigned> loopsOf(AffineMap in, ArrayRef<AffineMap> notIn) const;
  Read inAttentionLoops(const Read &read) const;
  SmallVector<Bound> bind(GenericOp op, const Read &factor,
                          ArrayRef<unsigned> rest) const;
  bool isProbabilityProduct(const Read &read) const;
  std::optional<Read> probabilityProductIn(const Read &read,
                                           unsigned ops = maxFactors) const;
  std::optional<LogitGradient> logitGradientOf(const Read &factor) const;
  LogicalResult matchValue();
  LogicalResult matchDivided();
  LogicalResult matchScores();
  bool readsDependents(ArrayRef<Read> others) const;

  const Attention &attention;
  SmallVector<GenericOp> products;
  std::string &why;
  Read gradient, factor;
  Read weighted; // contracted with values: `gradient`, or its quotient
  GradientProduct value, query, key;
  llvm::SetVector<Operation *> dependents; // on scores
};
} // namespace

/// Collects the contractions that use values computed from the scores, and the
/// ops in between in `dependents`. Returns false if other ops use these values.
static bool collectProducts(const Attention &attention,
                            llvm::SetVector<Operation *> &dependents,
                            SmallVectorImpl<GenericOp> &found) {
  llvm::SetVector<Operation *> products;
  dependents.insert(attention.scores.tensor.getDefiningOp());
  for (unsigned i = 0; i < dependents.size(); ++i)
    for (OpOperand &use : dependents[i]->getUses()) {
      auto user = dyn_cast<GenericOp>(use.getOwner());
      if (!user || user->getBlock() != dependents[0]->getBlock() ||
          dependents.size() > maxDependents)
        return false;
      if (&use == attention.probabilities ||
          user == attention.result.tensor.getDefiningOp())
        continue;
      if (isPlainContraction(user))
        products.insert(user);
      else
        dependents.insert(user);
    }
  for (Operation *product : products)
    found.push_back(cast<GenericOp>(product));
  return true;
}

SmallVector<Read> AttentionGradient::others() const {
  SmallVector<Read> others(score.others());
  if (dropout)
    addReads(others, dropout->others());
  return others;
}

FailureOr<SmallVector<GenericOp>>
mlir::amp::lowering::gradientProductsOf(const Attention &attention,
                                        std::string &why) {
  llvm::SetVector<Operation *> dependents;
  SmallVector<GenericOp> products;
  if (!collectProducts(attention, dependents, products))
    return why = "its scores or probabilities are also used elsewhere",
           failure();
  return products;
}

/// Returns the loops that `in` uses and no map of `notIn` uses.
SmallVector<unsigned>
GradientMatcher::loopsOf(AffineMap in, ArrayRef<AffineMap> notIn) const {
  SmallVector<unsigned> result;
  for (AffineExpr expr : in.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    if (llvm::none_of(notIn, [&](AffineMap map) {
          return loop < map.getNumDims() && map.isFunctionOfDim(loop);
        }))
      result.push_back(loop);
  }
  return result;
}

/// Returns `read` in the loops of the second contraction and of the softmax.
Read GradientMatcher::inAttentionLoops(const Read &read) const {
  return {read.tensor,
          AffineMap::get(attention.out.getNumDims(), 0, read.map.getResults(),
                         read.map.getContext())};
}

/// Returns all mappings of `op` to the loops of the attention for which one
/// operand is `factor`. The loops of `op` that `factor` lacks are mapped to
/// `rest`, in every order.
SmallVector<Bound> GradientMatcher::bind(GenericOp op, const Read &factor,
                                         ArrayRef<unsigned> rest) const {
  MLIRContext *context = op.getContext();
  SmallVector<Bound> found;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Read own = sourceOf({operand->get(), op.getMatchingIndexingMap(operand)});
    if (own.tensor != factor.tensor || !own.map.isProjectedPermutation())
      continue;
    SmallVector<AffineExpr> known(op.getNumLoops());
    for (auto [expr, from] :
         llvm::zip(own.map.getResults(), factor.map.getResults()))
      known[cast<AffineDimExpr>(expr).getPosition()] = from;
    if (llvm::count(known, AffineExpr()) != int64_t(rest.size()))
      continue;
    SmallVector<unsigned> order = llvm::to_vector(rest);
    llvm::sort(order);
    OpOperand *other = op.getDpsInputOperand(1 - operand->getOperandNumber());
    do {
      SmallVector<AffineExpr> all = known;
      const unsigned *next = order.begin();
      for (AffineExpr &expr : all)
        if (!expr)
          expr = getAffineDimExpr(*next++, context);
      auto map = AffineMap::get(loops(), 0, all, context);
      AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
      Bound bound{sourceOf({other->get(),
                            op.getMatchingIndexingMap(other).compose(map)}),
                  out.compose(map)};
      if (bound.other.map.isProjectedPermutation() &&
          bound.out.isProjectedPermutation())
        found.push_back(bound);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return found;
}

/// Matches dV[b, n, e] = sum over m of P * dO
LogicalResult GradientMatcher::matchValue() {
  Read weights =
      sourceOf({attention.probabilities->get(),
                GenericOp(attention.product)
                    .getMatchingIndexingMap(attention.probabilities)});
  for (GenericOp op : products)
    for (const Bound &bound : bind(op, weights, attention.featureLoops())) {
      value = {op, bound.out};
      gradient = weighted = bound.other;
      return attention.normalizesAfterMatmul() ? matchDivided() : success();
    }
  return why = "no contraction multiplies its probabilities by a gradient",
         failure();
}

/// Matches a gradient whose attention divides by the sums after its second
/// contraction. Both P^T dO and dO V^T then read the quotient of dO by the
/// sums. The latter depends on scores, too, and is erased from `products`.
LogicalResult GradientMatcher::matchDivided() {
  Read quotient = unrounded(inAttentionLoops(weighted));
  std::optional<Read> dividend =
      dividendOf(quotient, attention.softmax, attention.keyLoop);
  if (!dividend)
    return why = "its exponentials are divided behind its second contraction, "
                 "and the gradient of that is not by their sum",
           failure();
  gradient = widenedFrom(*dividend, weighted.type());
  llvm::erase_if(products, [&](GenericOp op) {
    return llvm::any_of(
        bind(op, weighted, {attention.keyLoop}), [&](const Bound &bound) {
          return inAttentionLoops(bound.other) == attention.value;
        });
  });
  return success();
}

/// Matches dP[b, m, n] = sum over e of dO * V
bool GradientMatcher::isProbabilityProduct(const Read &read) const {
  auto op = read.tensor.getDefiningOp<GenericOp>();
  if (!op || !isPlainContraction(op) || !read.type().isF32())
    return false;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!out.isProjectedPermutation() ||
      out.getNumResults() != op.getNumParallelLoops())
    return false;
  SmallVector<AffineExpr> all(op.getNumLoops());
  for (auto [expr, from] : llvm::zip(out.getResults(), read.map.getResults()))
    all[cast<AffineDimExpr>(expr).getPosition()] = from;
  SmallVector<unsigned> features = attention.featureLoops();
  if (features.size() != 1 || op.getNumReductionLoops() != 1)
    return false;
  for (AffineExpr &expr : all)
    if (!expr)
      expr = getAffineDimExpr(features.front(), op.getContext());
  auto map = AffineMap::get(read.map.getNumDims(), 0, all, op.getContext());
  Read reads[2];
  for (auto [factor, input] : llvm::zip(reads, op.getDpsInputOperands()))
    factor =
        sourceOf({input->get(), op.getMatchingIndexingMap(input).compose(map)});
  Read wanted = inAttentionLoops(weighted);
  return (reads[0] == wanted && reads[1] == attention.value) ||
         (reads[1] == wanted && reads[0] == attention.value);
}

/// Returns the contraction dO V^T of which `read` is a multiple, by factors
/// that do not depend on scores.
std::optional<Read> GradientMatcher::probabilityProductIn(const Read &read,
                                                          unsigned ops) const {
  if (isProbabilityProduct(read))
    return read;
  if (ops == 0)
    return std::nullopt;
  std::optional<Read> found;
  auto isVariable = [&](const Read &operand) {
    found = probabilityProductIn(operand, ops - 1);
    return found.has_value();
  };
  auto isFixed = [&](const Read &operand) {
    return !dependents.contains(operand.tensor.getDefiningOp());
  };
  return multipliedBy(read, isVariable, isFixed) ? found : std::nullopt;
}

/// Returns the gradient of logits from which elementwise ops compute `factor`.
std::optional<LogitGradient>
GradientMatcher::logitGradientOf(const Read &factor) const {
  std::optional<LogitGradient> found;
  auto isGradient = [&](const Read &read) {
    if (found && !(found->probability == read))
      return false;
    if (Operation *op = appliedAt(read).op;
        isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(op))
      return false; // GradientForm looks through them
    std::optional<Read> product = probabilityProductIn(read);
    if (product)
      found = LogitGradient{{}, read, *product};
    return product.has_value();
  };
  GradientForm form(attention, inAttentionLoops(gradient), isGradient);
  SmallVector<Read> work = {sourceOf(factor)};
  llvm::SmallPtrSet<Operation *, 32> seen;
  while (!work.empty() && seen.size() < maxBetween) {
    Read read = work.pop_back_val();
    found.reset();
    if (form.isLogitGradient(read)) {
      found->logit = read;
      return found;
    }
    GenericOp op = elementwiseOf(read.tensor);
    if (op && seen.insert(op).second)
      for (OpOperand *input : op.getDpsInputOperands()) {
        Read source = sourceOf(inputOf(op, *input, read));
        if (source.map.isProjectedPermutation())
          work.push_back(source);
      }
  }
  return std::nullopt;
}

/// Matches dQ[b, m, d] = sum over n of dS * K and dK[b, n, d] = sum over m of
/// dS * Q.
LogicalResult GradientMatcher::matchScores() {
  SmallVector<GenericOp> rest;
  for (GenericOp op : products)
    if (op != value.op)
      rest.push_back(op);
  AffineMap weights = GenericOp(attention.product)
                          .getMatchingIndexingMap(attention.probabilities);
  SmallVector<unsigned> rows = loopsOf(
      weights, {attention.key.map,
                AffineMap::get(loops(), 0,
                               getAffineDimExpr(attention.keyLoop,
                                                weights.getContext()))});
  for (unsigned first : {0, 1})
    for (const Bound &ofQuery : bind(rest[first], attention.key, rows))
      for (const Bound &ofKey :
           bind(rest[1 - first], attention.query, {attention.keyLoop}))
        if (ofQuery.other == ofKey.other &&
            logitGradientOf(inAttentionLoops(ofQuery.other))) {
          query = {rest[first], ofQuery.out};
          key = {rest[1 - first], ofKey.out};
          factor = inAttentionLoops(ofQuery.other);
          return success();
        }
  return why = "no gradient of its softmax is multiplied by queries and keys",
         failure();
}

/// Returns true if an operand is computed from scores, so must be in memory.
bool GradientMatcher::readsDependents(ArrayRef<Read> others) const {
  return llvm::any_of(others, [&](const Read &other) {
    Operation *op = other.tensor.getDefiningOp();
    return op && dependents.contains(op);
  });
}

FailureOr<AttentionGradient> GradientMatcher::match() {
  SmallVector<GenericOp> ignored;
  collectProducts(attention, dependents, ignored);
  auto hasOthers = [&](size_t wanted) -> LogicalResult {
    if (products.size() == wanted)
      return success();
    why = std::to_string(products.size()) +
          " other contractions read what is computed from its scores, not " +
          std::to_string(wanted);
    return failure();
  };
  if (failed(hasOthers(attention.normalizesAfterMatmul() ? 4 : 3)) ||
      failed(matchValue()) || failed(hasOthers(3)) || failed(matchScores()))
    return failure();
  if (!hasLowOperands({attention.query, weighted, factor}, why))
    return failure();
  // before the division by the sum, a gradient may exceed the range of f16
  bool isRounded = gradient.type() != weighted.type();
  if (isRounded && !gradient.type().isF32())
    return why = "its gradient and its operands are of two narrow types",
           failure();
  if (isRounded && !weighted.type().isBF16())
    return why = "its gradient is f32 before the sum of its exponentials "
                 "divides it, and f16 does not hold all of f32",
           failure();
  for (GenericOp op : products)
    if (!getElementTypeOrSelf(op.getResult(0)).isF32())
      return why = "its contractions do not accumulate in f32", failure();
  LogitGradient of = *logitGradientOf(factor);
  AttentionGradient found{gradient,    query, key, value, ScoreBody(of.logit),
                          std::nullopt};
  if (loopsIn(gradient.map, loops()) != loopsIn(attention.out, loops()))
    return why = "its gradient does not vary with all queries and features",
           failure();
  if (!hasOwnResults(attention, found))
    return why = "its contractions sum over loops of which blocks of queries, "
                 "or of keys, write results apart",
           failure();
  if (failed(found.score.collect(factor, why)))
    return failure();
  if (!(of.probability == of.product)) {
    found.dropout.emplace(of.product, "its dropout's gradients");
    if (failed(found.dropout->collect(of.probability, why)))
      return failure();
  }
  if (readsDependents(found.others()) || readsDependents(attention.others()))
    return why = "its gradient reads what is computed from its scores",
           failure();
  return found;
}

FailureOr<AttentionGradient>
mlir::amp::lowering::matchGradient(const Attention &attention,
                                   ArrayRef<GenericOp> products,
                                   std::string &why) {
  return GradientMatcher(attention, products, why).match();
}
