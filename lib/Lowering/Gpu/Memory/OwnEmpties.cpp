// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %e = tensor.empty; scf.for { f outs(%e) }; g outs(%e)
//   ==>   scf.for { %a = tensor.empty; f outs(%a) }; %b = tensor.empty; ...
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_OWNEMPTIES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Returns true if `op` defines a tensor without reading memory.
static bool isFill(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && op->getNumResults() == 1 &&
         llvm::all_of(linalgOp.getDpsInputs(), [](Value input) {
           return !isa<ShapedType>(input.getType());
         });
}

/// Clones `op` before each of `uses`, or moves it before the only use. A fill
/// elsewhere would occupy memory until its use.
static void cloneFor(ArrayRef<OpOperand *> uses, Operation *op) {
  for (OpOperand *use : uses) {
    if (op->getResult(0).hasOneUse() &&
        use->getOwner()->getBlock() == op->getBlock())
      return op->moveBefore(use->getOwner());
    OpBuilder builder(use->getOwner());
    use->set(builder.clone(*op)->getResult(0));
  }
  if (op->use_empty())
    op->erase();
}

/// Returns true if the operand of `use` is updated in place by an op that
/// amp-choose-destinations leaves alone.
static bool isUpdated(OpOperand &use) {
  auto insert = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
  return isa<scf::ForOp, scf::WhileOp>(use.getOwner()) ||
         (insert && &use == &insert.getDestMutable());
}

static SmallVector<OpOperand *> usesOf(Operation *op, bool updatesOnly) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getResult(0).getUses())
    if (!updatesOnly || isUpdated(use))
      uses.push_back(&use);
  return uses;
}

namespace {
struct OwnEmpties : amp::impl::OwnEmptiesBase<OwnEmpties> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> empties, fills;
    getOperation().walk([&](Operation *op) {
      if (isFill(op))
        fills.push_back(op);
    });
    for (Operation *op : fills)
      cloneFor(usesOf(op, /*updatesOnly=*/true), op);
    getOperation().walk([&](tensor::EmptyOp op) { empties.push_back(op); });
    for (Operation *op : empties)
      cloneFor(usesOf(op, /*updatesOnly=*/false), op);
  }
};
} // namespace
