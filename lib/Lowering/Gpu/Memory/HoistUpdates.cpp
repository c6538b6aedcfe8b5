// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %g = matmul(%dy, %x)               %g = matmul(%dy, %x)
// …                           ==>    %p' = update(%p, %g)
// %p' = update(%p, %g)               …
//
// The operands of a gradient's matmul stay alive until the kernel that fuses
// the matmul with its update. This kernel is at the position of the update.
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_HOISTUPDATES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Size in bytes below which a result may stay alive for longer.
static constexpr int64_t small = int64_t(64) << 10;

static bool isSmall(Operation *op) {
  return llvm::all_of(op->getResults(), [](Value value) {
    return bytesOf(value).value_or(small) < small;
  });
}

/// Returns true if `op` is elementwise and reads a block argument of the type
/// of one of its results, as the update of a parameter does.
static bool isUpdate(GenericOp op) {
  return hasOnlyParallelLoops(op) &&
         llvm::any_of(op.getDpsInputs(), [&](Value input) {
           return isa<BlockArgument>(input) &&
                  llvm::is_contained(op->getResultTypes(), input.getType());
         });
}

/// Returns true if `op` may move to any position that its operands dominate.
static bool isMovable(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  auto generic = dyn_cast<GenericOp>(op);
  if (generic && isUpdate(generic))
    return true;
  return isPure(op) && op->getNumResults() > 0 && isSmall(op) &&
         !(generic && isContraction(generic));
}

/// Returns the last op that `op` must follow: the definition of an operand, or
/// another user of an argument that `op` updates in place. Returns null if
/// there is none.
static Operation *findLast(Operation *op) {
  Operation *last = nullptr;
  Block *block = op->getBlock();
  auto stayBehind = [&](Operation *other) {
    other = other ? block->findAncestorOpInBlock(*other) : nullptr;
    if (other && other != op && other->isBeforeInBlock(op) &&
        (!last || last->isBeforeInBlock(other)))
      last = other;
  };
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      stayBehind(operand.getDefiningOp());
      if (isa<BlockArgument>(operand) && operand.getParentBlock() == block)
        for (Operation *user : operand.getUsers())
          stayBehind(user);
    }
  });
  return last;
}

namespace {
struct HoistUpdates : amp::impl::HoistUpdatesBase<HoistUpdates> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      Block &block = function.front();
      SmallVector<Operation *> ops;
      for (Operation &op : block)
        if (isMovable(&op))
          ops.push_back(&op);
      for (Operation *op : ops) {
        if (Operation *last = findLast(op))
          op->moveAfter(last);
        else
          op->moveBefore(&block, block.begin());
      }
    }
  }
};
} // namespace
