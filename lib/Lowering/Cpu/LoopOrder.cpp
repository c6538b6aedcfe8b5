// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// (d0, d1) -> (d1) = reduce over d0   ==>   for d0 { for d1 { out[d1] += } }
#include "lib/Lowering/Cpu/Kernels.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using linalg::GenericOp;

std::optional<unsigned> mlir::amp::lowering::splitLoop(linalg::LinalgOp op) {
  std::optional<unsigned> first;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind != utils::IteratorType::parallel)
      continue;
    if (sizes[loop] != 1)
      return loop;
    if (!first)
      first = loop;
  }
  return first;
}

/// Returns the stride of `loop` in `operand`, in elements; a large number if it
/// is unknown.
static int64_t strideOf(OpOperand &operand, unsigned loop, GenericOp op) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type)
    return 0;
  SmallVector<int64_t> strides;
  int64_t offset, total = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 1 << 20;
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  for (auto [index, stride] :
       llvm::zip(op.getMatchingIndexingMap(&operand).getResults(), strides)) {
    if (index == dim)
      total += ShapedType::isDynamic(stride) ? 1 << 20 : stride;
    else if (index.isFunctionOfDim(loop))
      total += ShapedType::isDynamic(stride) ? 1 << 20 : stride * 2;
  }
  return std::abs(total);
}

/// Returns the cost of `loop` as the innermost loop: 1 for adjacent elements,
/// more for strides. Writes count twice, because they are also read.
static int64_t costInside(unsigned loop, GenericOp op) {
  int64_t cost = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    int64_t weight = op.isDpsInit(&operand) ? 2 : 1;
    cost += weight * std::min<int64_t>(strideOf(operand, loop, op), 16);
  }
  return cost;
}

/// Returns the loop order: parallel loops, then reductions, except that the
/// best innermost loop is last. Loops of fewer than 8 iterations are the last
/// choice.
static SmallVector<unsigned> chooseOrder(GenericOp op) {
  SmallVector<unsigned> parallel, reductions;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    (kind == utils::IteratorType::parallel ? parallel : reductions)
        .push_back(loop);
  SmallVector<unsigned> order = parallel;
  order.append(reductions);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto rank = [&](unsigned loop) {
    bool isShort = sizes[loop] >= 0 && sizes[loop] < 8;
    return std::pair(isShort, costInside(loop, op));
  };
  auto *best = order.end();
  for (auto *loop = order.begin(); loop != order.end(); ++loop)
    if (sizes[*loop] != 1 &&
        (best == order.end() || rank(*loop) <= rank(*best)))
      best = loop;
  if (best != order.end())
    std::rotate(best, best + 1, order.end());
  return order;
}

/// Returns runs of loops that each operand traverses contiguously: (d0, d1) ->
/// d0 * size + d1.
static SmallVector<ReassociationIndices> contiguousLoops(GenericOp op) {
  SmallVector<ReassociationIndices> groups;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto kinds = op.getIteratorTypesArray();
  auto isOne = [&](const ReassociationIndices &group) {
    if (!linalg::areDimSequencesPreserved(maps, {group}))
      return false;
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      return !type || type.getLayout().isIdentity();
    });
  };
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (!groups.empty() && kinds[loop] == kinds[loop - 1]) {
      ReassociationIndices longer = groups.back();
      longer.push_back(loop);
      if (isOne(longer)) {
        groups.back() = longer;
        continue;
      }
    }
    groups.push_back({loop});
  }
  return groups;
}

/// Replaces equal views of a buffer by one, so that LLVM sees that they are
/// equal.
static void shareViews(GenericOp op) {
  SmallVector<memref::CollapseShapeOp> views;
  for (OpOperand &operand : op->getOpOperands()) {
    auto view = operand.get().getDefiningOp<memref::CollapseShapeOp>();
    if (!view)
      continue;
    auto *same = llvm::find_if(views, [&](memref::CollapseShapeOp other) {
      return other.getSrc() == view.getSrc() &&
             other.getType() == view.getType();
    });
    if (same == views.end()) {
      views.push_back(view);
    } else if (*same != view) {
      operand.set(*same);
      if (view.use_empty())
        view.erase();
    }
  }
}

/// Returns false for maps with reversed or constant indices: their loops cannot
/// be collapsed.
static bool walksLoops(AffineMap map) { return map.isProjectedPermutation(); }

GenericOp mlir::amp::lowering::orderLoops(GenericOp op,
                                          RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  bool isStatic =
      llvm::none_of(op.getStaticLoopRanges(), ShapedType::isDynamic);
  SmallVector<ReassociationIndices> groups = contiguousLoops(op);
  if (isStatic && groups.size() < op.getNumLoops() && !op.hasIndexSemantics() &&
      llvm::all_of(op.getIndexingMapsArray(), walksLoops)) {
    auto collapsed = linalg::collapseOpIterationDims(op, groups, rewriter);
    if (succeeded(collapsed)) {
      rewriter.eraseOp(op);
      op = cast<GenericOp>(*collapsed->collapsedOp);
      shareViews(op);
      rewriter.setInsertionPoint(op);
    }
  }
  auto ordered = linalg::interchangeGenericOp(rewriter, op, chooseOrder(op));
  return succeeded(ordered) ? *ordered : op;
}
