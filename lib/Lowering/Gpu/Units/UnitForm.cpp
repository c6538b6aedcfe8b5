// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Units/UnitForm.h"
#include "lib/Lowering/Gpu/Kernels/Rows.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

/// Returns true if each result of `op` has one element per point of the
/// parallel loops. Results of a reduction need the same map, because one thread
/// computes an element of each.
static bool isRegular(LinalgOp op) {
  bool reduces = op.getNumReductionLoops();
  AffineMap first = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return map.isProjectedPermutation() &&
           map.getNumResults() == op.getNumParallelLoops() &&
           (!reduces || map == first);
  });
}

SmallVector<Operation *> amp::lowering::actionsOf(func::FuncOp unit) {
  SmallVector<Operation *> actions;
  for (Operation &op : unit.front().without_terminator())
    if (isa<LinalgOp, memref::StoreOp>(op) || op.getNumRegions())
      actions.push_back(&op);
  return actions;
}

UnitForm amp::lowering::formOf(ArrayRef<Operation *> ops) {
  if (rowsOf(ops))
    return UnitForm::Rows;
  bool reduces = false;
  for (Operation *op : ops) {
    auto linalgOp = dyn_cast<LinalgOp>(op);
    if (!linalgOp || !isRegular(linalgOp))
      return UnitForm::Nest;
    reduces |= linalgOp.getNumReductionLoops() > 0;
  }
  return reduces ? UnitForm::Reduction : UnitForm::Map;
}
