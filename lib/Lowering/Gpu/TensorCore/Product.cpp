// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Product.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the block argument that `value` is or extends; null if there is
/// none.
static BlockArgument factorOf(Value value) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// Returns the multiplication of a body out + a * b in f32; else null.
static arith::MulFOp multiplicationOf(Block &body) {
  auto sum = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || !sum.getType().isF32())
    return nullptr;
  BlockArgument out = body.getArgument(2);
  if (sum.getLhs() != out && sum.getRhs() != out)
    return nullptr;
  Value addend = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();
  auto product = addend.getDefiningOp<arith::MulFOp>();
  if (!product)
    return nullptr;
  BlockArgument a = factorOf(product.getLhs()), b = factorOf(product.getRhs());
  return a && b && a != b && a != out && b != out ? product : nullptr;
}

static std::optional<Role> roleOf(bool inA, bool inB, bool inOut,
                                  int64_t size) {
  if ((inA && inB) || size == 1)
    return inOut ? Role::Batch : Role::Depth;
  if (inOut && inA != inB)
    return inA ? Role::Row : Role::Column;
  return std::nullopt;
}

FailureOr<Product> mlir::amp::lowering::readProductOf(linalg::LinalgOp op,
                                                      std::string &why) {
  auto fail = [&](StringRef reason) -> LogicalResult {
    why = reason.str();
    return failure();
  };
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return fail("its contraction does not have two factors and one result");
  arith::MulFOp multiplication = multiplicationOf(*op.getBlock());
  if (!multiplication)
    return fail("its contraction is not a sum of products in f32");
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!maps[2].isProjectedPermutation())
    return fail("its contraction writes other than one element per iteration");
  Product product;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    std::optional<Role> role =
        roleOf(maps[0].isFunctionOfDim(loop), maps[1].isFunctionOfDim(loop),
               maps[2].isFunctionOfDim(loop), size);
    if (!role)
      return fail("a loop of its contraction is in one factor alone");
    product.roles.push_back(*role);
  }
  Type a = getElementTypeOrSelf(op->getOperand(0));
  Type b = getElementTypeOrSelf(op->getOperand(1));
  if (a != b || !(a.isF16() || a.isBF16() || a.isF32()))
    return fail("its factors are not both f16, bf16 or f32");
  product.needsTf32 = a.isF32();
  product.allowTf32 = multiplication->hasAttr("amp.tf32");
  return product;
}
