// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %t = memref.alloc : 4x3; ...; copy (expand_shape %t : 4x1x3), %result
//   ==>   %t = collapse_shape %result : 4x3; ...
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {
#define GEN_PASS_DEF_RESHAPERESULTS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns `whole` in the shape of the source of `view`; null unless `view`
/// reshapes a whole temporary.
static Value undo(Operation *view, Value whole, OpBuilder &builder) {
  if (!view || !isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(view))
    return nullptr;
  auto alloc = view->getOperand(0).getDefiningOp<memref::AllocOp>();
  if (!alloc || !isPlain(alloc.getType()) || !isPlain(whole.getType()) ||
      alloc->getBlock() != whole.getParentBlock())
    return nullptr;
  builder.setInsertionPoint(alloc);
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(view))
    return memref::CollapseShapeOp::create(builder, view->getLoc(), whole,
                                           expand.getReassociationIndices());
  return memref::ExpandShapeOp::create(
      builder, view->getLoc(), alloc.getType().getShape(), whole,
      cast<memref::CollapseShapeOp>(view).getReassociationIndices());
}

/// Replaces the temporary that `copy` reads by a view of the result.
static void use(memref::CopyOp copy) {
  OpBuilder builder(copy);
  Operation *view = copy.getSource().getDefiningOp();
  Value place = undo(view, copy.getTarget(), builder);
  if (!place)
    return;
  Operation *alloc = view->getOperand(0).getDefiningOp();
  copy.erase();
  if (view->use_empty())
    view->erase();
  alloc->getResult(0).replaceAllUsesWith(place);
  alloc->erase();
}

namespace {
struct ReshapeResults : amp::impl::ReshapeResultsBase<ReshapeResults> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (BlockArgument argument : function.getArguments()) {
        if (!isResult(function, argument.getArgNumber()) ||
            function.isExternal() || !argument.hasOneUse())
          continue;
        auto copy = dyn_cast<memref::CopyOp>(*argument.user_begin());
        if (copy && copy.getTarget() == argument &&
            copy->getBlock() == argument.getOwner())
          use(copy);
      }
  }
};
} // namespace
