// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %t = generic { mulf }, %r = generic ins(%t) { addf }
//   ==>   %r = generic { mulf; addf }
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limit on the float ops that users recompute to read fewer bytes.
static constexpr unsigned maxWorkAgain = 32;

/// Returns true if recomputing the producer in each user costs less than
/// storing and loading its result.
static bool isCheap(GenericOp producer) {
  BodyWork work = workOf(producer);
  unsigned tensors = llvm::count_if(producer.getDpsInputs(), [](Value input) {
    return !hasOneElement(input);
  });
  return !work.branches && !work.hard && work.ops <= 2 && tensors <= 1;
}

static bool feedsOnly(GenericOp producer, GenericOp consumer) {
  return llvm::all_of(producer->getUsers(),
                      [&](Operation *user) { return user == consumer; });
}

/// Returns true if all users can recompute `op`, and read fewer bytes for this
/// than its result has.
static bool widens(GenericOp op) {
  auto read = bytesOf(op.getDpsInputs()), made = bytesOf(op->getResults());
  BodyWork work = workOf(op);
  return read && made && *read < *made && op->getNumResults() == 1 &&
         hasOnlyParallelLoops(op) && !work.branches &&
         work.arithmetic() <= maxWorkAgain &&
         llvm::all_of(op->getUses(), canTake);
}

/// Returns true if the operand has more bytes than the operands of its
/// producer.
static bool isWidened(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<GenericOp>();
  auto before = producer ? bytesOf(producer.getDpsInputs()) : std::nullopt,
       bytes = bytesOf(operand->get());
  return before && bytes && *before < *bytes;
}

/// Returns true if storing the operand takes fewer bytes than storing the
/// result of its user, and than storing the operands of its producer.
static bool isNarrowest(OpOperand &operand) {
  return !isWidened(&operand) && widens(cast<GenericOp>(operand.getOwner()));
}

/// Returns true if `op` is the only user of the operands that it reduces to
/// fewer bytes, so that only the result is stored.
static bool narrows(GenericOp op) {
  auto read = bytesOf(op.getDpsInputs()), made = bytesOf(op->getResults());
  return read && made && *made < *read &&
         llvm::all_of(
             op.getDpsInputs(),
             [&](Value input) {
               return hasOneElement(input) ||
                      (input.getDefiningOp<linalg::LinalgOp>() &&
                       llvm::hasSingleElement(input.getUsers()));
             });
}

/// Returns true if `op` is a transpose or a broadcast that only contractions
/// use: they can read its operand in place, as other users do.
static bool movesForProducts(GenericOp op) {
  return op.getBody()->getOperations().size() == 1 && !op.use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           auto reader = dyn_cast<GenericOp>(user);
           return reader && reader->getBlock() == op->getBlock() &&
                  isContraction(reader);
         });
}

/// Returns true if `op` reduces the result of a contraction to fewer bytes.
static bool narrowsProduct(GenericOp op) {
  return narrows(op) && llvm::any_of(op.getDpsInputs(), [](Value input) {
           auto product = input.getDefiningOp<GenericOp>();
           return product && isContraction(product);
         });
}

/// Returns true if `op` reads several contractions that are narrowed: it fuses
/// with one of them, and the kernels of the others store fewer bytes.
static bool readsNarrowProducts(GenericOp op) {
  return llvm::count_if(op.getDpsInputs(), [](Value input) {
           auto producer = input.getDefiningOp<GenericOp>();
           return producer && narrowsProduct(producer);
         }) > 1;
}

/// Returns true if `op` converts its operands to an 8-bit float, as programs do
/// to store fewer bytes until the next use.
static bool storesEightBits(GenericOp op) {
  auto read = bytesOf(op.getDpsInputs()), made = bytesOf(op->getResults());
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8 &&
         read && made && *made < *read;
}

static bool isWorthFusing(OpOperand &operand, bool device) {
  auto producer = operand.get().getDefiningOp<GenericOp>();
  auto consumer = cast<GenericOp>(operand.getOwner());
  if (producer->getBlock() != consumer->getBlock() ||
      storesEightBits(producer) || (device && isNarrowest(operand)) ||
      (device && narrowsProduct(producer) && readsNarrowProducts(consumer)) ||
      (movesForProducts(consumer) && !feedsOnly(producer, consumer)))
    return false;
  if (isContraction(consumer))
    return onlyMoves(producer) && keepsTensorCores(operand);
  if (isTooLarge(producer, consumer))
    return false;
  if (feedsOnly(producer, consumer))
    return true;
  return device ? widens(producer) || (isCheap(producer) && !narrows(producer))
                : isCheap(producer);
}

/// Drops unused results of `op`, unless only they define the range of a loop.
/// Fusion leaves them if the producer does not have all loops of the fused op.
static GenericOp dropDeadResults(GenericOp op, IRRewriter &rewriter) {
  SmallVector<Value> inputs(op.getDpsInputs()), inits, results;
  SmallVector<AffineMap> maps;
  SmallVector<OpOperand *> live;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(input));
  for (OpOperand &init : op.getDpsInitsMutable()) {
    OpResult result = op.getTiedOpResult(&init);
    if (result.use_empty() && !op.payloadUsesValueFromOperand(&init))
      continue;
    live.push_back(&init);
    inits.push_back(init.get());
    results.push_back(result);
    maps.push_back(op.getMatchingIndexingMap(&init));
  }
  if (live.empty() || live.size() == op->getNumResults() ||
      !inversePermutation(concatAffineMaps(maps, op.getContext())))
    return op;
  rewriter.setInsertionPoint(op);
  auto lean = GenericOp::create(
      rewriter, op.getLoc(), TypeRange(ValueRange(inits)), inputs, inits, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        IRMapping map;
        SmallVector<Value> yielded;
        for (OpOperand *input : op.getDpsInputOperands())
          map.map(op.getMatchingBlockArgument(input),
                  arguments[input->getOperandNumber()]);
        for (auto [i, init] : llvm::enumerate(live))
          map.map(op.getMatchingBlockArgument(init),
                  arguments[inputs.size() + i]);
        for (Operation &inner : op.getBody()->without_terminator())
          b.clone(inner, map);
        for (OpOperand *init : live)
          yielded.push_back(
              map.lookupOrDefault(op.getMatchingYieldValue(init)->get()));
        linalg::YieldOp::create(b, loc, yielded);
      });
  for (auto [from, to] : llvm::zip(results, lean->getResults()))
    rewriter.replaceAllUsesWith(from, to);
  rewriter.eraseOp(op);
  return lean;
}

/// Fuses one producer into `consumer`. Returns the fused op, or null.
static GenericOp fuseOne(GenericOp consumer, bool device,
                         IRRewriter &rewriter) {
  SmallVector<OpOperand *> operands = consumer.getDpsInputOperands();
  if (device) // fused first, as they decide if `consumer` widens
    std::stable_partition(operands.begin(), operands.end(), isWidened);
  for (OpOperand *operand : operands) {
    auto producer = operand->get().getDefiningOp<GenericOp>();
    if (!isFusable(operand) || !isWorthFusing(*operand, device))
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
    bool again = consumer->hasAttr(recomputedAttrName);
    auto fused = linalg::fuseElementwiseOps(rewriter, operand);
    if (failed(fused))
      continue;
    for (auto [from, to] : fused->replacements)
      if (from.getDefiningOp() == consumer)
        rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(consumer);
    if (producer.use_empty())
      rewriter.eraseOp(producer);
    GenericOp lean = dropDeadResults(cast<GenericOp>(fused->fusedOp), rewriter);
    if (again)
      lean->setDiscardableAttr(recomputedAttrName, rewriter.getUnitAttr());
    return lean;
  }
  return nullptr;
}

/// Folds fills and splat constants to scalars in the bodies that read them.
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
        op = fuseOne(op, device, rewriter);
    }
  }
};
} // namespace
