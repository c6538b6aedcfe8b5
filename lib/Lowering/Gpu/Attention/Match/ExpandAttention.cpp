// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// collapse_shape [[0, 1], [2], [3]]; softmax of 3 dimensions; expand_shape
//   ==>   softmax of 4 dimensions
#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"
#include "lib/Lowering/Gpu/Attention/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDATTENTION
#include "lib/Lowering/Gpu/Attention/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limit on the values searched between the contractions of one attention.
static constexpr unsigned maxBetween = 512;
static constexpr int64_t maxRewrites = 1 << 16;
/// Limit on the op chain from exponentials * values to its row sum.
static constexpr unsigned maxSum = 32;

static int64_t countOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : -1;
}

static bool isReshape(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

/// Returns true for a reshape that splits or merges dimensions; other reshapes
/// add or drop unit dimensions.
static bool splitsDims(Operation *op) {
  if (!isReshape(op))
    return false;
  auto in = cast<RankedTensorType>(op->getOperand(0).getType());
  auto out = cast<RankedTensorType>(op->getResult(0).getType());
  return !llvm::is_contained(in.getShape(), 1) &&
         !llvm::is_contained(out.getShape(), 1);
}

namespace {
/// Generic ops and reshapes that compute or read scores, probabilities and
/// their gradients: tensors between contractions with as many elements as the
/// exponentials of a softmax, and users of their row sums.
class AttentionOps : public RewriterBase::Listener {
public:
  /// Adds the ops around `exponentials`, if there is a reshape among them.
  void collect(Value exponentials);
  bool contains(Operation *op) const { return ops.contains(op); }
  bool empty() const { return ops.empty(); }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    if (splitsDims(op))
      ops.insert(op);
  }
  void notifyOperationReplaced(Operation *op, ValueRange values) override;
  void notifyOperationErased(Operation *op) override { ops.erase(op); }

private:
  llvm::DenseSet<Operation *> ops;
};

/// Ops and values around one softmax.
class SoftmaxNeighborhood {
public:
  explicit SoftmaxNeighborhood(int64_t count) : count(count) {}
  void visit(Value value);
  void visitRows(Value value);

  bool hasReshape = false;
  llvm::DenseSet<Operation *> ops;
  SmallVector<Value> work, rows;

private:
  bool isComputedByContraction(Value value);
  bool visitRowSum(Value value, unsigned depth = maxSum);
  void visitUsers(Value value);
  void visitFactors(GenericOp contraction);
  void addBroadcasts(GenericOp reader);

  int64_t count; // of elements
  llvm::DenseMap<Value, bool> computed, summed;
};
} // namespace

/// Returns true if a contraction and ops on tensors of `count` elements compute
/// `value`. Masks and random bits have other definitions.
bool SoftmaxNeighborhood::isComputedByContraction(Value value) {
  auto [known, isNew] = computed.try_emplace(value, false);
  Operation *op = value.getDefiningOp();
  if (!isNew || countOf(value) != count || !op)
    return known->second;
  bool result = false;
  if (auto generic = dyn_cast<GenericOp>(op))
    result = isPlainContraction(generic) ||
             llvm::any_of(generic.getDpsInputs(), [&](Value input) {
               return isComputedByContraction(input);
             });
  else if (splitsDims(op))
    result = isComputedByContraction(op->getOperand(0));
  return computed[value] = result;
}

/// Adds the broadcasts of masks and constants among the operands of `reader`,
/// so that they are expanded together with it.
void SoftmaxNeighborhood::addBroadcasts(GenericOp reader) {
  for (Value input : reader.getDpsInputs()) {
    GenericOp op = elementwiseOf(input);
    if (op && op.getBody()->getOperations().size() == 1)
      ops.insert(op);
  }
}

void SoftmaxNeighborhood::visit(Value value) {
  Operation *op = value.getDefiningOp();
  if (splitsDims(op)) {
    hasReshape = true;
    ops.insert(op);
    work.push_back(op->getOperand(0));
  } else if (auto generic = dyn_cast_or_null<GenericOp>(op)) {
    ops.insert(op);
    addBroadcasts(generic);
    if (isPlainContraction(generic))
      visitFactors(generic);
    else
      for (Value input : generic.getDpsInputs())
        if (isComputedByContraction(input))
          work.push_back(input);
        else
          visitRowSum(input);
  }
  visitUsers(value);
}

/// Adds the ops that compute `value`, a row sum of a contraction with
/// probabilities, and its broadcast. Returns false for other values.
bool SoftmaxNeighborhood::visitRowSum(Value value, unsigned depth) {
  auto [known, isNew] = summed.try_emplace(value, false);
  Operation *op = value.getDefiningOp();
  if (!isNew || depth == 0 || !op)
    return known->second;
  auto generic = dyn_cast<GenericOp>(op);
  bool result = false;
  if (splitsDims(op)) {
    result = visitRowSum(op->getOperand(0), depth - 1);
    hasReshape |= result;
  } else if (generic && isPlainContraction(generic)) {
    result = llvm::any_of(generic.getDpsInputs(), [&](Value input) {
      return isComputedByContraction(input);
    });
  } else if (generic) {
    for (Value input : generic.getDpsInputs())
      result |= visitRowSum(input, depth - 1);
  }
  if (result) {
    ops.insert(op);
    if (generic)
      addBroadcasts(generic);
  }
  return summed[value] = result;
}

void SoftmaxNeighborhood::visitUsers(Value value) {
  for (Operation *user : value.getUsers()) {
    if (splitsDims(user)) {
      hasReshape = true;
      ops.insert(user);
      work.push_back(user->getResult(0));
    }
    auto generic = dyn_cast<GenericOp>(user);
    if (!generic || !ops.insert(user).second)
      continue;
    addBroadcasts(generic);
    if (isPlainContraction(generic))
      visitFactors(generic);
    else
      for (Value result : user->getResults())
        (countOf(result) == count ? work : rows).push_back(result);
  }
}

/// Adds the ops that transpose or convert queries, keys and values, so that all
/// contractions read the same tensors.
void SoftmaxNeighborhood::visitFactors(GenericOp contraction) {
  for (Value input : contraction.getDpsInputs()) {
    if (isComputedByContraction(input)) // probabilities
      continue;
    while (Operation *op = input.getDefiningOp()) {
      auto generic = dyn_cast<GenericOp>(op);
      bool isUnary = generic && generic.getNumDpsInputs() == 1 &&
                     elementwiseOf(input) &&
                     countOf(generic->getOperand(0)) == countOf(input);
      if (!splitsDims(op) && !isUnary)
        break;
      ops.insert(op);
      input = op->getOperand(0);
    }
  }
}

/// Adds the ops that copy or convert row sums and row maxima, the ops that
/// broadcast them, and the users of the broadcasts.
void SoftmaxNeighborhood::visitRows(Value value) {
  for (Operation *user : value.getUsers()) {
    if (splitsDims(user)) {
      ops.insert(user);
      rows.push_back(user->getResult(0));
      continue;
    }
    if (!isa<GenericOp>(user) || !elementwiseOf(user->getResult(0)))
      continue;
    ops.insert(user);
    addBroadcasts(cast<GenericOp>(user));
    if (countOf(user->getResult(0)) == countOf(value))
      rows.push_back(user->getResult(0));
    else
      for (Operation *next : user->getUsers())
        if (isa<GenericOp>(next) && elementwiseOf(next->getResult(0)))
          ops.insert(next);
  }
}

void AttentionOps::collect(Value exponentials) {
  if (countOf(exponentials) < 0)
    return;
  SoftmaxNeighborhood around(countOf(exponentials));
  llvm::DenseSet<Value> seen;
  around.work.push_back(exponentials);
  while (!around.work.empty() || !around.rows.empty()) {
    bool isRow = around.work.empty();
    Value value = (isRow ? around.rows : around.work).pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (seen.size() > maxBetween)
      return;
    if (isRow)
      around.visitRows(value);
    else
      around.visit(value);
  }
  if (around.hasReshape)
    ops.insert(around.ops.begin(), around.ops.end());
}

void AttentionOps::notifyOperationReplaced(Operation *op, ValueRange values) {
  if (!ops.erase(op) || isReshape(op))
    return;
  for (Value value : values) {
    Operation *by = value.getDefiningOp();
    if (isReshape(by))
      by = by->getOperand(0).getDefiningOp();
    if (isa_and_nonnull<GenericOp>(by))
      ops.insert(by);
  }
}

namespace {
struct ExpandAttention : amp::impl::ExpandAttentionBase<ExpandAttention> {
  void runOnOperation() override {
    AttentionOps ops;
    getOperation().walk([&](GenericOp op) {
      if (op.getNumResults() == 1 && isExponential(op.getResult(0)) &&
          !ops.contains(op))
        ops.collect(op.getResult(0));
    });
    if (ops.empty())
      return;
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        patterns, [&](OpOperand *fused) {
          return ops.contains(fused->getOwner()) &&
                 ops.contains(fused->get().getDefiningOp());
        });
    tensor::populateFoldTensorEmptyPatterns(patterns);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    linalg::FillOp::getCanonicalizationPatterns(patterns, context);
    GreedyRewriteConfig config;
    config.setListener(&ops);
    // at the limit, reshapes remain and the attention is not fused
    config.setMaxNumRewrites(maxRewrites);
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};
} // namespace
