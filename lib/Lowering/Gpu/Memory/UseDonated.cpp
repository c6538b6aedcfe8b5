// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fill outs(%r); sum outs(%r); update ins(%w, %r) outs(%r)   // %r: a result
//   ==>   %g = alloc; fill outs(%g); sum outs(%g)
//         update ins(%w, %g) outs(%w); copy %w, %r {donated}
//
// The copy is a no-op if the caller passes the same address for %w and %r.
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amp {
#define GEN_PASS_DEF_USEDONATED
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
struct Pair {
  BlockArgument argument, result;
  Value from, to; // the same, reshaped as ops use them
};
} // namespace

/// Returns true if the argument may share its buffer with the result. The
/// buffer of a training state holds no other result: the next step reads the
/// state there.
static bool isMarked(func::FuncOp function, unsigned argument, unsigned result,
                     unsigned resultNumber, bool states) {
  Attribute state = function.getArgAttr(argument, "amp.state");
  if (state != function.getArgAttr(result, "amp.state"))
    return false;
  auto number =
      function.getArgAttrOfType<IntegerAttr>(argument, "tf.aliasing_output");
  bool isDonated = number || function.getArgAttr(argument, "jax.buffer_donor");
  if (state)
    return states || isDonated;
  return number ? number.getInt() == resultNumber : isDonated;
}

/// Returns pairs of arguments and results that share a buffer; each occurs
/// once.
static SmallVector<Pair> pairsOf(func::FuncOp function, bool states) {
  SmallVector<BlockArgument> results;
  for (BlockArgument argument : function.getArguments())
    if (isResult(function, argument.getArgNumber()))
      results.push_back(argument);
  SmallVector<Pair> pairs;
  llvm::SmallPtrSet<Value, 8> taken;
  for (BlockArgument argument : function.getArguments()) {
    if (isResult(function, argument.getArgNumber()))
      continue;
    for (auto [number, result] : llvm::enumerate(results))
      if (result.getType() == argument.getType() && !taken.contains(result) &&
          isMarked(function, argument.getArgNumber(), result.getArgNumber(),
                   number, states)) {
        taken.insert(result);
        pairs.push_back({argument, result, argument, result});
        break;
      }
  }
  return pairs;
}

/// Returns `argument` reshaped like the operand of `view`, at the start of the
/// function.
static Value seenBy(Operation *view, BlockArgument argument) {
  for (Operation *user : argument.getUsers())
    if (user->getName() == view->getName() &&
        user->getResultTypes() == view->getResultTypes() &&
        user->getBlock() == argument.getOwner()) {
      user->moveBefore(&argument.getOwner()->front());
      return user->getResult(0);
    }
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  IRMapping map;
  map.map(view->getOperand(0), argument);
  return builder.clone(*view, map)->getResult(0);
}

/// Replaces a result whose only user is a reshape, and its argument, by their
/// reshaped views.
static void reshape(Pair &pair) {
  if (!pair.result.hasOneUse())
    return;
  Operation *view = *pair.result.user_begin();
  if (!isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(view) ||
      view->getBlock() != pair.result.getOwner())
    return;
  pair.from = seenBy(view, pair.argument);
  pair.to = seenBy(view, pair.result);
}

static bool isWritten(OpOperand &use) {
  if (auto copy = dyn_cast<memref::CopyOp>(use.getOwner()))
    return use.get() == copy.getTarget();
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return op && op.isDpsInit(&use);
}

/// Returns the last op that writes `result`; null if a user is in another block
/// or is a view.
static Operation *lastWriter(Value result) {
  Operation *last = nullptr;
  for (OpOperand &use : result.getUses()) {
    Operation *op = use.getOwner();
    if (op->getBlock() != result.getParentBlock() ||
        !isa<linalg::LinalgOp, memref::CopyOp>(op))
      return nullptr;
    if (isWritten(use) && (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  return last;
}

/// Returns true if `op` reads only the element of `argument` that it writes.
static bool updates(Operation *op, Pair pair) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumReductionLoops())
    return false;
  AffineMap place;
  for (OpOperand &init : generic.getDpsInitsMutable())
    if (init.get() == pair.to) {
      if (place || generic.payloadUsesValueFromOperand(&init))
        return false;
      place = generic.getMatchingIndexingMap(&init);
    }
  if (!place.isPermutation())
    return false;
  for (OpOperand *input : generic.getDpsInputOperands())
    if (bufferOf(input->get()) == pair.argument &&
        (input->get() != pair.from ||
         generic.getMatchingIndexingMap(input) != place))
      return false;
  return true;
}

/// Returns true if `last` may write to the argument's buffer: no other op
/// writes it, and no later op reads it.
static bool fits(Operation *last, Pair pair) {
  if (!updates(last, pair))
    return false;
  for (Operation &op : *last->getBlock()) {
    Effects effects = effectsOf(&op);
    if (effects.writes.contains(pair.argument) ||
        (effects.reads.contains(pair.argument) && &op != last &&
         last->isBeforeInBlock(&op)))
      return false;
  }
  return true;
}

/// Makes `last` write in place. Earlier writers get a temporary.
static void writeInPlace(Operation *last, Pair pair, OpBuilder &builder) {
  Value before;
  for (OpOperand &use : llvm::make_early_inc_range(pair.to.getUses())) {
    Operation *op = use.getOwner();
    bool isAfter = op != last ? last->isBeforeInBlock(op) : isWritten(use);
    if (!isAfter && !before)
      before = memref::AllocOp::create(builder, last->getLoc(),
                                       cast<MemRefType>(pair.to.getType()));
    use.set(isAfter ? pair.from : before);
  }
}

static bool isUnchanged(Operation *last, Pair pair) {
  auto copy = dyn_cast<memref::CopyOp>(last);
  return copy && copy.getSource() == pair.argument && pair.result.hasOneUse() &&
         llvm::none_of(*last->getBlock(), [&](Operation &op) {
           return effectsOf(&op).writes.contains(pair.argument);
         });
}

static void use(Pair pair, Operation *end) {
  auto builder = OpBuilder::atBlockBegin(end->getBlock());
  reshape(pair);
  Operation *last = lastWriter(pair.to);
  if (last && isUnchanged(last, pair)) {
    last->erase();
  } else if (last && fits(last, pair)) {
    writeInPlace(last, pair, builder);
  } else {
    auto type = cast<MemRefType>(pair.to.getType());
    Value made = memref::AllocOp::create(builder, end->getLoc(), type);
    pair.to.replaceAllUsesWith(made);
    builder.setInsertionPoint(end);
    memref::CopyOp::create(builder, end->getLoc(), made, pair.from);
  }
}

namespace {
struct UseDonated : amp::impl::UseDonatedBase<UseDonated> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || !llvm::hasSingleElement(function.getBody()))
        continue;
      Operation *end = function.front().getTerminator();
      SmallVector<Pair> pairs = pairsOf(function, states);
      for (Pair pair : pairs)
        use(pair, end);
      OpBuilder builder(end);
      for (Pair pair : pairs)
        memref::CopyOp::create(builder, end->getLoc(), pair.argument,
                               pair.result)
            ->setAttr(donatedAttrName, builder.getUnitAttr());
    }
  }
};
} // namespace
