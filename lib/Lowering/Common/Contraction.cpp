// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Common/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using linalg::GenericOp;

/// Returns the argument of the body that `value` is, extended or not, or null.
static BlockArgument factorOf(Value value) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  return dyn_cast<BlockArgument>(value);
}

bool mlir::amp::lowering::isContraction(GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || !(sum.getType().isF32() || sum.getType().isF64()))
    return false;
  BlockArgument out = body->getArgument(2);
  Value addend = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();
  auto product = addend.getDefiningOp<arith::MulFOp>();
  if (!product || (sum.getLhs() != out && sum.getRhs() != out))
    return false;
  BlockArgument a = factorOf(product.getLhs()), b = factorOf(product.getRhs());
  return a && b && a != b && a != out && b != out && a.getOwner() == body &&
         b.getOwner() == body;
}

bool amp::lowering::mayCutToTf32(GenericOp product) {
  return llvm::any_of(
      product.getBody()->getOps<arith::MulFOp>(),
      [](arith::MulFOp each) { return each->hasAttr("amp.tf32"); });
}

bool amp::lowering::isForTensorCores(GenericOp op) {
  Type a = getElementTypeOrSelf(op.getInputs()[0]);
  Type b = getElementTypeOrSelf(op.getInputs()[1]);
  if (a != b || !getElementTypeOrSelf(op.getOutputs()[0]).isF32())
    return false;
  if (a.isF16() || a.isBF16())
    return true;
  return a.isF32() && mayCutToTf32(op);
}

int64_t amp::lowering::MatmulSizes::tiles() const {
  return batch * llvm::divideCeil(rows, tile) * llvm::divideCeil(columns, tile);
}

std::optional<amp::lowering::MatmulSizes>
amp::lowering::productSizesOf(GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!maps[2].isProjectedPermutation() ||
      maps[2].getNumResults() != op.getNumParallelLoops())
    return std::nullopt;
  MatmulSizes sizes;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    bool inA = maps[0].isFunctionOfDim(loop),
         inB = maps[1].isFunctionOfDim(loop);
    bool isReduced =
        op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    if (inA && inB)
      (isReduced ? sizes.sum : sizes.batch) *= size;
    else if (!isReduced && inA != inB)
      (inA ? sizes.rows : sizes.columns) *= size;
    else if (size != 1)
      return std::nullopt;
  }
  return sizes;
}
