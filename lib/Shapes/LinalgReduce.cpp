// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg.reduce with arith.maximumf   ==>   neutral element -inf
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

/// Matches a reduction of one value by a single binary op.
TypedAttr amp::shapes::findLinalgNeutral(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      op->getNumRegions() != 1 || !runsAlongDims(op))
    return {};
  Block &body = op->getRegion(0).front();
  Operation &first = body.front();
  auto reads = [&](unsigned a, unsigned b) {
    return first.getOperand(a) == body.getArgument(0) &&
           first.getOperand(b) == body.getArgument(1);
  };
  if (first.getNumOperands() != 2 || body.getOperations().size() != 2 ||
      body.back().getOperands() != first.getResults() ||
      !(reads(0, 1) || reads(1, 0)))
    return {};
  return neutralOf(&first, getElementTypeOrSelf(op->getResult(0)));
}

bool amp::shapes::reducesLinalgDim(Operation *op, int64_t dim) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || op->getNumOperands() != 2)
    return false;
  AffineMap map = linalgOp.getMatchingIndexingMap(&op->getOpOperand(0));
  auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
  return loop && linalgOp.getIteratorTypesArray()[loop.getPosition()] ==
                     utils::IteratorType::reduction;
}
