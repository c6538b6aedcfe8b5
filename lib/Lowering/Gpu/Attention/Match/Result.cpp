// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// contraction -> f32; truncf; transpose   ==>   the transposed bf16 tensor
#include "lib/Lowering/Gpu/Attention/Match/Result.h"
#include "lib/Lowering/Gpu/Attention/Match/Reads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

std::optional<Result> mlir::amp::lowering::resultOfUser(const Result &result,
                                                        OpOperand &use) {
  auto user = dyn_cast<GenericOp>(use.getOwner());
  if (!user || !user.isDpsInput(&use) || user->getNumResults() != 1 ||
      user != elementwiseOf(user.getResult(0)))
    return std::nullopt;
  AffineMap in = user.getMatchingIndexingMap(&use);
  if (!in.isPermutation())
    return std::nullopt;
  AffineMap out = user.getMatchingIndexingMap(user.getDpsInitOperand(0));
  return Result{user.getResult(0),
                out.compose(inversePermutation(in)).compose(result.map)};
}

Result mlir::amp::lowering::resultOf(Value tensor, AffineMap map) {
  Result result{tensor, map};
  bool isRounded = false;
  while (result.tensor.hasOneUse()) {
    std::optional<Result> next =
        resultOfUser(result, *result.tensor.use_begin());
    auto user = next ? next->tensor.getDefiningOp<GenericOp>() : nullptr;
    if (!user || user.getNumDpsInputs() != 1)
      break;
    Block *body = user.getBody();
    Value yielded = body->getTerminator()->getOperand(0);
    auto rounding = yielded.getDefiningOp<arith::TruncFOp>();
    bool rounds = rounding && !isRounded && body->getOperations().size() == 2 &&
                  rounding.getIn() == body->getArgument(0);
    if (yielded != body->getArgument(0) && !rounds)
      break;
    isRounded |= rounds;
    result = *next;
  }
  return result;
}

bool mlir::amp::lowering::isLarge(Value tensor) {
  return cast<ShapedType>(tensor.getType()).getNumElements() > 1 << 30;
}
