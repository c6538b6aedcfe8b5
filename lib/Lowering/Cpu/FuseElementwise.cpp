// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %t = generic { mulf }, %r = generic ins(%t) { addf }
//   ==>   %r = generic { mulf; addf }
#include "lib/Lowering/Cpu/Contraction.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using linalg::GenericOp;

/// Bodies beyond this are compiled slowly and spill.
static constexpr size_t maxBodyOps = 256;
static constexpr unsigned maxOperands = 24;

static bool hasOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return !type || type.getRank() == 0;
}

/// What each iteration does, beside what is the same in all of them.
static unsigned countOps(GenericOp producer, bool &isSimple) {
  SmallPtrSet<Value, 8> invariants;
  for (OpOperand *input : producer.getDpsInputOperands())
    if (producer.getNumLoops() && hasOneElement(input->get()))
      invariants.insert(producer.getMatchingBlockArgument(input));
  unsigned count = 0;
  for (Operation &op : producer.getBody()->without_terminator()) {
    if (op.getNumRegions() || isa<tensor::ExtractOp>(op)) {
      isSimple = false;
    } else if (llvm::all_of(op.getOperands(), [&](Value operand) {
                 return invariants.contains(operand) ||
                        operand.getParentBlock() != producer.getBody();
               })) {
      invariants.insert_range(op.getResults());
      continue;
    }
    isSimple &=
        !isa<math::MathDialect>(op.getDialect()) && !isa<arith::DivFOp>(op);
    ++count;
  }
  return count;
}

/// Repeating it for each reader costs less than writing and reading its result.
static bool isCheap(GenericOp producer) {
  bool isSimple = true;
  unsigned count = countOps(producer, isSimple);
  unsigned tensors = llvm::count_if(producer.getDpsInputs(), [](Value input) {
    return !hasOneElement(input);
  });
  return isSimple && count <= 2 && tensors <= 1;
}

/// A body that hands its argument on, widened at most.
static bool onlyMoves(GenericOp producer) {
  for (Operation &op : producer.getBody()->without_terminator())
    if (!isa<arith::ExtFOp>(op))
      return false;
  return true;
}

static bool feedsOnly(GenericOp producer, GenericOp consumer) {
  return llvm::all_of(producer->getUsers(),
                      [&](Operation *user) { return user == consumer; });
}

static bool isWorthFusing(GenericOp producer, GenericOp consumer) {
  if (producer->getBlock() != consumer->getBlock())
    return false;
  if (sumsProducts(consumer))
    return onlyMoves(producer);
  if (producer.getBody()->getOperations().size() +
              consumer.getBody()->getOperations().size() >
          maxBodyOps ||
      producer->getNumOperands() + consumer->getNumOperands() > maxOperands)
    return false;
  return feedsOnly(producer, consumer) || isCheap(producer);
}

/// Takes one producer into `consumer`; the op that does both, or null.
static GenericOp fuseOne(GenericOp consumer, IRRewriter &rewriter) {
  for (OpOperand *operand : consumer.getDpsInputOperands()) {
    auto producer = operand->get().getDefiningOp<GenericOp>();
    if (!producer || !linalg::areElementwiseOpsFusable(operand) ||
        !isWorthFusing(producer, consumer))
      continue;
    if (!feedsOnly(producer, consumer)) {
      rewriter.setInsertionPoint(consumer);
      auto copy = cast<GenericOp>(rewriter.clone(*producer));
      unsigned result = cast<OpResult>(operand->get()).getResultNumber();
      rewriter.modifyOpInPlace(consumer,
                               [&] { operand->set(copy->getResult(result)); });
      producer = copy;
    }
    rewriter.setInsertionPoint(consumer);
    auto fused = linalg::fuseElementwiseOps(rewriter, operand);
    if (failed(fused))
      continue;
    for (auto [from, to] : fused->replacements)
      if (from.getDefiningOp() == consumer)
        rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(consumer);
    if (producer.use_empty())
      rewriter.eraseOp(producer);
    return cast<GenericOp>(fused->fusedOp);
  }
  return nullptr;
}

/// Fills and constants of one value become scalars of the bodies that read
/// them.
static LogicalResult foldConstants(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *) { return false; });
  return applyPatternsGreedily(root, std::move(patterns));
}

namespace {
struct FuseElementwise : amp::impl::FuseElementwiseBase<FuseElementwise> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(foldConstants(getOperation()))) {
      getOperation().emitError("constants of linalg ops fold without end");
      return signalPassFailure();
    }
    IRRewriter rewriter(&getContext());
    SmallVector<GenericOp> ops;
    getOperation().walk([&](GenericOp op) { ops.push_back(op); });
    for (GenericOp op : ops) {
      if (op.use_empty() && op->getNumResults() && isPure(op))
        continue;
      while (op)
        op = fuseOne(op, rewriter);
    }
  }
};
} // namespace
