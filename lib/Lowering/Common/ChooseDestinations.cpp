// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %zeros = fill 0                          %zeros = fill 0
// %p = contraction outs(%zeros)            %p = contraction outs(%zeros)
// %q = contraction outs(%zeros)     ==>    %more = fill 0
// %r = generic ins(%q) outs(%empty)        %q = contraction outs(%more)
//                                          %r = generic ins(%q) outs(%q)
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHOOSEDESTINATIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using linalg::LinalgOp;

/// Replaces the fill that defines `init` by a copy right before the op.
static void separateFill(OpOperand &init) {
  auto fill = init.get().getDefiningOp<linalg::FillOp>();
  auto empty = fill ? fill.output().getDefiningOp<tensor::EmptyOp>() : nullptr;
  if (!empty)
    return;
  OpBuilder builder(init.getOwner());
  Operation *room = builder.clone(*empty);
  Operation *own = builder.clone(*fill);
  own->replaceUsesOfWith(empty.getResult(), room->getResult(0));
  init.set(own->getResult(0));
  if (fill.use_empty())
    fill.erase();
  if (empty.use_empty())
    empty.erase();
}

/// Returns true if all other users of the operand's value precede `op`.
static bool readsLast(OpOperand &operand, LinalgOp op) {
  return llvm::all_of(operand.get().getUses(), [&](OpOperand &use) {
    if (&use == &operand)
      return true;
    auto other = dyn_cast<LinalgOp>(use.getOwner());
    return other && other != op && other.isDpsInput(&use) &&
           other->getBlock() == op->getBlock() && other->isBeforeInBlock(op);
  });
}

/// Returns true if `operand` is computed in this block, `op` is its last user,
/// and `op` may write each element of `init` over the element that it has just
/// read.
static bool isLastUse(OpOperand &operand, OpOperand &init, LinalgOp op) {
  auto producer = operand.get().getDefiningOp<LinalgOp>();
  return producer && producer->getBlock() == op->getBlock() &&
         readsLast(operand, op) &&
         operand.get().getType() == init.get().getType() &&
         op.getMatchingIndexingMap(&operand).isIdentity();
}

/// Uses an operand as the destination, instead of new memory.
static void reuseOperand(OpOperand &init, LinalgOp op) {
  if (!init.get().getDefiningOp<tensor::EmptyOp>() ||
      op.getNumLoops() != op.getNumParallelLoops() ||
      !op.getMatchingIndexingMap(&init).isIdentity())
    return;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isLastUse(*operand, init, op))
      return init.set(operand->get());
}

namespace {
struct ChooseDestinations
    : amp::impl::ChooseDestinationsBase<ChooseDestinations> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<LinalgOp> ops;
    getOperation().walk([&](LinalgOp op) { ops.push_back(op); });
    for (LinalgOp op : ops)
      for (OpOperand &init : op.getDpsInitsMutable()) {
        separateFill(init);
        reuseOperand(init, op);
      }
  }
};
} // namespace
