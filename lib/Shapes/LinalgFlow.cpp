// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg.transpose ins(%a) permutation = [1, 0]
// ==>   step from dimension 1 of %a to result dimension 0
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

bool amp::shapes::isLinalg(Operation *op) { return isa<linalg::LinalgOp>(op); }

/// Returns true if an op may run on padding. Integer division may trap, and a
/// load at a computed index may be out of bounds.
static bool onlyComputes(Operation &op) {
  return op.hasTrait<OpTrait::IsTerminator>() || isa<linalg::IndexOp>(op) ||
         (isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
          isPure(&op));
}

bool amp::shapes::runsAlongDims(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics() &&
         op->getNumResults() == 1 &&
         llvm::all_of(
             linalgOp.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         llvm::all_of(*linalgOp.getBlock(), onlyComputes);
}

void amp::shapes::findLinalgSteps(StepFinder::Steps &steps, Operation *op) {
  const OpRow *row = lookupRow(op);
  if (!row || row->opClass == OpClass::contraction || !runsAlongDims(op))
    return;
  auto linalgOp = cast<linalg::LinalgOp>(op);
  AffineMap to = linalgOp.getIndexingMapMatchingResult(op->getResult(0));
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap from = linalgOp.getMatchingIndexingMap(&operand);
    for (auto [dim, loop] : llvm::enumerate(from.getResults()))
      if (std::optional<unsigned> at = to.getResultPosition(loop))
        steps.push_back(
            {operand.getOperandNumber(), static_cast<unsigned>(dim), *at});
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value amp::shapes::padTensor(OpBuilder &builder, Value value,
                             RankedTensorType type, TypedAttr number) {
  auto from = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> low, high;
  for (auto [is, wanted] : llvm::zip_equal(from.getShape(), type.getShape())) {
    low.push_back(builder.getIndexAttr(0));
    high.push_back(builder.getIndexAttr(wanted - is));
  }
  Location loc = value.getLoc();
  Value behind = arith::ConstantOp::create(builder, loc, number);
  return tensor::PadOp::create(builder, loc, type, value, low, high, behind);
}

Value amp::shapes::cutTensor(OpBuilder &builder, Value value,
                             RankedTensorType type) {
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      strides(type.getRank(), builder.getIndexAttr(1)), sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  return tensor::ExtractSliceOp::create(builder, value.getLoc(), type, value,
                                        offsets, sizes, strides);
}

Value amp::shapes::maskTensor(OpBuilder &builder, Value value, int64_t dim,
                              int64_t size, TypedAttr behind) {
  auto type = cast<RankedTensorType>(value.getType());
  Location loc = value.getLoc();
  Value empty = tensor::EmptyOp::create(builder, loc, type,
                                        /*dynamicSizes=*/ValueRange());
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto fill = [&](OpBuilder &body, Location at, ValueRange arguments) {
    Value index = linalg::IndexOp::create(body, at, dim);
    Value end = arith::ConstantIndexOp::create(body, at, size);
    Value isInside =
        arith::CmpIOp::create(body, at, arith::CmpIPredicate::ult, index, end);
    Value outside = arith::ConstantOp::create(body, at, behind);
    Value chosen =
        arith::SelectOp::create(body, at, isInside, arguments[0], outside);
    linalg::YieldOp::create(body, at, chosen);
  };
  return linalg::GenericOp::create(builder, loc, type, value, empty, maps,
                                   iterators, fill)
      .getResult(0);
}

Value amp::shapes::fillTensor(OpBuilder &builder, Operation *fill, Value outs) {
  Operation *made = builder.clone(*fill);
  made->setOperand(1, outs);
  made->getResult(0).setType(outs.getType());
  return made->getResult(0);
}
