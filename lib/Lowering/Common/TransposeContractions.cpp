// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %p = contraction (d0, d1, d2) -> (d0, d1), read by (d0, d1) -> (d1, d0)
//   ==>   %p = contraction (d0, d1, d2) -> (d1, d0), read by (d0, d1) -> (d0,
//   d1)
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_TRANSPOSECONTRACTIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Returns true if the op writes in the order of its loops, or reduces.
static bool writesInOrder(GenericOp op) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
         op.getNumReductionLoops() > 0;
}

/// Returns the one permutation, other than the identity, by which all users
/// read `op`, if they write in the order of their loops; else null.
static AffineMap findOrder(GenericOp op) {
  AffineMap order;
  for (OpOperand &use : op->getUses()) {
    auto reader = dyn_cast<GenericOp>(use.getOwner());
    if (!reader || !reader.isDpsInput(&use))
      return {};
    AffineMap map = reader.getMatchingIndexingMap(&use);
    if (!map.isPermutation() || map.isIdentity() || !writesInOrder(reader) ||
        (order && map != order))
      return {};
    order = map;
  }
  return order;
}

/// Returns true if both operands are indexed by `loop`: vectors never run along
/// it.
static bool isBatch(AffineExpr loop, GenericOp op) {
  unsigned number = cast<AffineDimExpr>(loop).getPosition();
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
    return op.getMatchingIndexingMap(operand).isFunctionOfDim(number);
  });
}

/// Transposes the result of `op` by `order`, so that users read it by the
/// identity.
static void layOut(GenericOp op, linalg::FillOp fill, AffineMap order) {
  // The reader's loop i indexes dimension `at[i]` of the result.
  SmallVector<unsigned> at(order.getNumDims());
  for (auto [dimension, loop] : llvm::enumerate(order.getResults()))
    at[cast<AffineDimExpr>(loop).getPosition()] = dimension;
  auto old = cast<RankedTensorType>(op.getResult(0).getType());
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> shape;
  for (unsigned dimension : at)
    shape.push_back(old.getDimSize(dimension));

  OpBuilder builder(op);
  Value room = tensor::EmptyOp::create(builder, fill.getLoc(), shape,
                                       old.getElementType());
  Value zeros =
      linalg::FillOp::create(builder, fill.getLoc(), fill.value(), room)
          .getResult(0);
  op.getDpsInitsMutable()[0].set(zeros);
  op.getResult(0).setType(cast<RankedTensorType>(room.getType()));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() = map.getSubMap(at);
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  for (OpOperand &use : op->getUses()) {
    auto reader = cast<GenericOp>(use.getOwner());
    maps = reader.getIndexingMapsArray();
    maps[use.getOperandNumber()] =
        builder.getMultiDimIdentityMap(order.getNumDims());
    reader.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  }
}

static void transpose(GenericOp op) {
  if (!op.hasPureTensorSemantics() || !isContraction(op) ||
      !cast<RankedTensorType>(op.getResult(0).getType()).hasStaticShape())
    return;
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap order = fill ? findOrder(op) : AffineMap();
  if (!order || !map.isProjectedPermutation())
    return;
  // The last dimension of the user is the last one in memory.
  for (auto [dimension, loop] : llvm::enumerate(order.getResults()))
    if (cast<AffineDimExpr>(loop).getPosition() + 1 == order.getNumDims() &&
        isBatch(map.getResult(dimension), op))
      return;
  layOut(op, fill, order);
  if (fill.use_empty())
    fill.erase();
}

namespace {
struct TransposeContractions
    : amp::impl::TransposeContractionsBase<TransposeContractions> {
  using Base::Base;

  void runOnOperation() override { getOperation().walk(transpose); }
};
} // namespace
