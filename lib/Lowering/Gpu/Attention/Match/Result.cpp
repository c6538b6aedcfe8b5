// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// contraction -> f32; truncf; transpose   ==>   the transposed bf16 tensor
#include "lib/Lowering/Gpu/Attention/Match/Result.h"
#include "lib/Lowering/Gpu/Attention/Match/Reads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

Result mlir::amp::lowering::resultOf(Value tensor, AffineMap map) {
  Result result{tensor, map};
  bool isRounded = false;
  while (result.tensor.hasOneUse()) {
    auto user = dyn_cast<GenericOp>(*result.tensor.user_begin());
    if (!user || user != elementwiseOf(user.getResult(0)) ||
        user.getNumDpsInputs() != 1)
      break;
    Block *body = user.getBody();
    Value yielded = body->getTerminator()->getOperand(0);
    auto rounding = yielded.getDefiningOp<arith::TruncFOp>();
    bool rounds = rounding && !isRounded && body->getOperations().size() == 2 &&
                  rounding.getIn() == body->getArgument(0);
    AffineMap in = user.getMatchingIndexingMap(user.getDpsInputOperand(0));
    AffineMap out = user.getMatchingIndexingMap(user.getDpsInitOperand(0));
    if (!in.isPermutation() || (yielded != body->getArgument(0) && !rounds))
      break;
    isRounded |= rounds;
    result = {user.getResult(0),
              out.compose(inversePermutation(in)).compose(result.map)};
  }
  return result;
}

bool mlir::amp::lowering::isLarge(Value tensor) {
  return cast<ShapedType>(tensor.getType()).getNumElements() > 1 << 30;
}
