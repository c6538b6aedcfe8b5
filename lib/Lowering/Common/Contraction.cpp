// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Common/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using linalg::GenericOp;

/// The argument of the body that `value` is, widened or not.
static BlockArgument factorOf(Value value) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  return dyn_cast<BlockArgument>(value);
}

bool mlir::amp::lowering::sumsProducts(GenericOp op) {
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
