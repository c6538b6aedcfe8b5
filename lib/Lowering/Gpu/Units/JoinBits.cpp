// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %a = generic {addi}, %b = generic ins(%a) {shli}, %c = generic ins(%a, %b)
// {xori}
//   ==>   %c = generic {addi; shli; xori}
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_JOINBITS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limits on the ops and operands of one kernel.
static constexpr size_t maxBody = 1024, maxInputs = 24;
/// Fewest shared integers by which rounds of a random number generator are
/// recognized.
static constexpr unsigned minShared = 8;
/// Most elements of a constant slice that is folded.
static constexpr int64_t maxFolded = 8;

/// Returns true if `op` is elementwise, with one result: each iteration writes
/// one element, by the identity map.
static bool isElementwise(GenericOp op) {
  return op.getNumReductionLoops() == 0 && op->getNumResults() == 1 &&
         op.hasPureTensorSemantics() && isPure(op) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// Returns the scalar of a splat constant, broadcast or not; null for other
/// operands.
static TypedAttr numberOf(OpOperand &operand) {
  Value value = operand.get();
  while (auto op = value.getDefiningOp<GenericOp>()) {
    if (!isElementwise(op) || op.getBody()->getOperations().size() != 1 ||
        op.getNumDpsInputs() != 1 ||
        op.getBody()->getTerminator()->getOperand(0) !=
            op.getBody()->getArgument(0))
      return {};
    value = op.getDpsInputs()[0];
  }
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return {};
  return cast<TypedAttr>(elements.getSplatValue<Attribute>());
}

namespace {
/// An op and all ops that compute it and nothing else, in reverse order.
class Cone {
public:
  explicit Cone(GenericOp root) { ops.insert(root); }
  void grow();
  /// Returns true if many integers, and no other values, have several uses in
  /// the cone.
  bool isIntegerHash() const;
  void join(IRRewriter &rewriter) const;
  void addTo(llvm::SmallPtrSetImpl<Operation *> &all) const {
    for (GenericOp op : ops)
      all.insert(op);
  }

private:
  bool canTake(OpOperand &use) const;

  llvm::SetVector<GenericOp> ops;
  size_t body = 0;
};
} // namespace

/// Returns true if `op` computes a mask. Masks take few bytes, so that they
/// stay separate from the values that they select.
static bool isFlag(GenericOp op) {
  return getElementTypeOrSelf(op->getResult(0)).isInteger(1);
}

/// Returns true if all users of the producer are in the cone and have its
/// iterations, or the producer has one element.
bool Cone::canTake(OpOperand &use) const {
  auto producer = use.get().getDefiningOp<GenericOp>();
  if (!producer || ops.contains(producer) || !isElementwise(producer) ||
      producer->getBlock() != ops[0]->getBlock() ||
      body + producer.getBody()->getOperations().size() > maxBody)
    return false;
  return llvm::all_of(producer->getUses(), [&](OpOperand &each) {
    auto reader = dyn_cast<GenericOp>(each.getOwner());
    if (!reader || !ops.contains(reader) || !reader.isDpsInput(&each) ||
        (isFlag(producer) && !isFlag(reader)))
      return false;
    return producer.getNumLoops() == 0 ||
           reader.getMatchingIndexingMap(&each).isIdentity();
  });
}

void Cone::grow() {
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < ops.size(); ++i)
      for (OpOperand *use : GenericOp(ops[i]).getDpsInputOperands())
        if (canTake(*use)) {
          auto producer = use->get().getDefiningOp<GenericOp>();
          body += producer.getBody()->getOperations().size();
          grows |= ops.insert(producer);
        }
  }
}

bool Cone::isIntegerHash() const {
  unsigned shared = 0;
  for (GenericOp op : ArrayRef(ops.getArrayRef()).drop_front()) {
    if (op->hasOneUse() || op.getNumLoops() == 0 || onlyMoves(op))
      continue;
    if (!isa<IntegerType>(getElementTypeOrSelf(op->getResult(0))))
      return false;
    ++shared;
  }
  return shared >= minShared;
}

/// Replaces the cone by one op.
void Cone::join(IRRewriter &rewriter) const {
  GenericOp root = ops[0];
  SmallVector<GenericOp> order(ops.begin(), ops.end());
  llvm::sort(order,
             [](GenericOp a, GenericOp b) { return a->isBeforeInBlock(b); });
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  auto mapIn = [&](GenericOp op, OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return AffineMap::get(root.getNumLoops(), 0, map.getResults(),
                          op.getContext());
  };
  auto inputOf = [&](GenericOp op, OpOperand &operand) -> size_t {
    AffineMap map = mapIn(op, operand);
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i] == operand.get() && maps[i] == map)
        return i;
    inputs.push_back(operand.get());
    maps.push_back(map);
    return inputs.size() - 1;
  };
  auto isInside = [&](OpOperand &operand) {
    auto producer = operand.get().getDefiningOp<GenericOp>();
    return producer && ops.contains(producer);
  };
  for (GenericOp op : order)
    for (OpOperand *operand : op.getDpsInputOperands())
      if (!isInside(*operand) && !numberOf(*operand))
        inputOf(op, *operand);
  if (inputs.size() > maxInputs)
    return;
  OpOperand *out = root.getDpsInitOperand(0);
  maps.push_back(root.getMatchingIndexingMap(out));
  rewriter.setInsertionPoint(root);
  auto joined = GenericOp::create(
      rewriter, root.getLoc(), root->getResultTypes(), inputs, out->get(), maps,
      root.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        IRMapping values;
        auto valueOf = [&](GenericOp op, OpOperand &operand) -> Value {
          if (isInside(operand))
            return values.lookup(operand.get());
          if (TypedAttr number = numberOf(operand))
            return arith::ConstantOp::create(b, loc, number);
          return arguments[inputOf(op, operand)];
        };
        for (GenericOp op : order) {
          for (OpOperand *operand : op.getDpsInputOperands())
            values.map(op.getMatchingBlockArgument(operand),
                       valueOf(op, *operand));
          for (Operation &inner : op.getBody()->without_terminator())
            b.clone(inner, values);
          values.map(op->getResult(0),
                     values.lookupOrDefault(
                         op.getBody()->getTerminator()->getOperand(0)));
        }
        linalg::YieldOp::create(b, loc, values.lookup(root->getResult(0)));
      });
  rewriter.replaceAllUsesWith(root->getResult(0), joined->getResult(0));
  for (GenericOp op : llvm::reverse(order))
    rewriter.eraseOp(op);
}

/// Folds slices of constants, such as the rotation amounts of a cipher's
/// rounds.
static LogicalResult foldSlices(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  tensor::populateFoldConstantExtractSlicePatterns(
      patterns, [](tensor::ExtractSliceOp slice) {
        return slice.getResultType().getNumElements() <= maxFolded;
      });
  SmallVector<Operation *> slices;
  root->walk([&](tensor::ExtractSliceOp slice) { slices.push_back(slice); });
  return applyOpPatternsGreedily(slices, std::move(patterns));
}

namespace {
struct JoinBits : amp::impl::JoinBitsBase<JoinBits> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(foldSlices(getOperation()))) {
      getOperation().emitError("slices of constants fold without end");
      return signalPassFailure();
    }
    SmallVector<GenericOp> roots;
    getOperation().walk([&](GenericOp op) {
      if (isElementwise(op))
        roots.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    llvm::SmallPtrSet<Operation *, 32> joined;
    for (GenericOp root : llvm::reverse(roots)) {
      if (joined.contains(root))
        continue;
      Cone cone(root);
      cone.grow();
      if (!cone.isIntegerHash())
        continue;
      cone.addTo(joined);
      cone.join(rewriter);
    }
  }
};
} // namespace
