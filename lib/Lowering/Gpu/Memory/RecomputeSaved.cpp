// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %v = generic ins(%x, %mean) {subf}; ...; generic ins(%x, %v) {%x * %v}
//   ==>   generic ins(%x, %mean) {%x * (%x - %mean)}
#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/ElementwiseWork.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_RECOMPUTESAVED
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// An operand of fewer bytes than this part of the result, such as a statistic
/// of each row, is not counted.
static constexpr int64_t smallPart = 16;

/// So many ops are repeated even by users that do not read the operands yet.
static constexpr unsigned fewOps = 2;

/// Returns the operands of `op` that count beside its result.
static llvm::SmallSetVector<Value, 4> largeInputs(GenericOp op, int64_t bytes) {
  llvm::SmallSetVector<Value, 4> inputs;
  for (Value input : op.getDpsInputs())
    if (auto size = bytesOf(input); !size || *size * smallPart > bytes)
      inputs.insert(input);
  return inputs;
}

/// Returns true if `value` is stored even if `op` is not computed here.
/// Arguments are not: a user at the end may read them after their update.
static bool isStoredWithout(Value value, GenericOp op) {
  Operation *producer = value.getDefiningOp();
  return producer && producer->getBlock() == op->getBlock() &&
         llvm::any_of(value.getUsers(),
                      [&](Operation *user) { return user != op; });
}

/// Returns true if the user of `use` can compute the operand itself.
static bool canTake(OpOperand &use) {
  auto producer = use.get().getDefiningOp<GenericOp>();
  auto user = dyn_cast<GenericOp>(use.getOwner());
  return user && user->getBlock() == producer->getBlock() &&
         user.isDpsInput(&use) && !sumsProducts(user) && isFusable(&use) &&
         producer.getBody()->getOperations().size() +
                 user.getBody()->getOperations().size() <=
             maxBodyOps &&
         producer->getNumOperands() + user->getNumOperands() <= maxOperands;
}

/// Removes inputs of `op` that are equal to another input.
static void mergeInputs(GenericOp op, IRRewriter &rewriter) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Block *body = op.getBody();
  rewriter.modifyOpInPlace(op, [&] {
    for (unsigned i = op.getNumDpsInputs(); i-- > 0;)
      for (unsigned other = 0; other < i; ++other)
        if (op.getInputs()[i] == op.getInputs()[other] &&
            maps[i] == maps[other]) {
          body->getArgument(i).replaceAllUsesWith(body->getArgument(other));
          body->eraseArgument(i);
          op.getInputsMutable().erase(i);
          maps.erase(maps.begin() + i);
          break;
        }
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

namespace {
/// Recomputes values of one block.
class Recomputer {
public:
  Recomputer(Block &block, MLIRContext *context);
  void run();

private:
  bool isSaved(GenericOp op);
  bool isWorthIt(GenericOp op);
  void recompute(GenericOp op);

  Block &block;
  IRRewriter rewriter;
  llvm::DenseMap<Operation *, unsigned> contractions; // before each op
};
} // namespace

Recomputer::Recomputer(Block &block, MLIRContext *context)
    : block(block), rewriter(context) {
  unsigned count = 0;
  for (Operation &op : block) {
    contractions[&op] = count;
    auto generic = dyn_cast<GenericOp>(op);
    count += (generic && sumsProducts(generic)) ||
             isa<AttentionOp, AttentionGradientOp>(op);
  }
}

/// Returns true if the result of `op` is used after a contraction.
bool Recomputer::isSaved(GenericOp op) {
  unsigned own = contractions.lookup(op);
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return contractions.lookup(user) > own;
  });
}

bool Recomputer::isWorthIt(GenericOp op) {
  if (op->getNumResults() != 1 || op.getNumLoops() != op.getNumParallelLoops())
    return false;
  ElementwiseWork work = workOf(op);
  auto bytes = bytesOf(op->getResults());
  if (!bytes || !work.isRepeatable() || !isSaved(op) ||
      !llvm::all_of(op->getUses(), canTake))
    return false;
  auto inputs = largeInputs(op, *bytes);
  if (inputs.empty() || !llvm::all_of(inputs, [&](Value input) {
        return isStoredWithout(input, op);
      }))
    return false;
  bool isCheap = !work.hard && work.ops <= fewOps;
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    SmallVector<Value> added;
    for (Value input : inputs)
      if (!llvm::is_contained(user->getOperands(), input))
        added.push_back(input);
    auto more = bytesOf(added);
    return added.empty() || (isCheap && more && *more <= *bytes);
  });
}

void Recomputer::recompute(GenericOp op) {
  Value saved = op->getResult(0);
  llvm::SmallSetVector<Operation *, 4> users(op->user_begin(), op->user_end());
  for (Operation *owner : users) {
    auto user = cast<GenericOp>(owner);
    mergeInputs(user, rewriter);
    for (unsigned i = 0; i < unsigned(user.getNumDpsInputs());) {
      OpOperand *operand = user.getDpsInputOperand(i);
      if (operand->get() != saved) {
        ++i;
        continue;
      }
      rewriter.setInsertionPoint(user);
      auto copy = cast<GenericOp>(rewriter.clone(*op));
      rewriter.modifyOpInPlace(user, [&] { operand->set(copy->getResult(0)); });
      auto fused = linalg::fuseElementwiseOps(rewriter, operand);
      if (failed(fused)) { // which canTake excludes
        ++i;
        continue;
      }
      for (auto [from, to] : fused->replacements)
        if (from.getDefiningOp() == user)
          rewriter.replaceAllUsesWith(from, to);
      auto next = cast<GenericOp>(fused->fusedOp);
      contractions[next] = contractions.lookup(user);
      rewriter.eraseOp(user);
      if (copy.use_empty())
        rewriter.eraseOp(copy);
      user = next;
      mergeInputs(user, rewriter);
      i = 0;
    }
  }
}

void Recomputer::run() {
  for (Operation *op = &block.front(); op;) {
    auto generic = dyn_cast<GenericOp>(op);
    bool isDone = generic && isWorthIt(generic);
    if (isDone)
      recompute(generic);
    op = op->getNextNode();
    if (isDone && generic.use_empty())
      rewriter.eraseOp(generic);
  }
}

namespace {
struct RecomputeSaved : amp::impl::RecomputeSavedBase<RecomputeSaved> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!block->empty() && !isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      Recomputer(*block, &getContext()).run();
  }
};
} // namespace
