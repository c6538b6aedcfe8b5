// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr int32_t warp = 32;

SmallVector<Operation *> amp::lowering::combinersOf(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  Operation *yield = op.getBody()->getTerminator();
  for (auto [i, sum] : llvm::enumerate(op.getRegionOutputArgs())) {
    Operation *combiner = yield->getOperand(i).getDefiningOp();
    if (!combiner || combiner->getNumOperands() != 2 || !sum.hasOneUse() ||
        *sum.user_begin() != combiner || !arith::getNeutralElement(combiner))
      return {};
    combiners.push_back(combiner);
  }
  return combiners;
}

Value amp::lowering::combine(Operation *combiner, Value left, Value right,
                             ImplicitLocOpBuilder &b) {
  Operation *both = b.clone(*combiner);
  both->setOperands({left, right});
  return both->getResult(0);
}

Value amp::lowering::exchange(Value value, int64_t distance,
                              ImplicitLocOpBuilder &b) {
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type number = b.getIntegerType(bits), word = b.getI32Type();
  if (bits < 32) {
    if (type != number)
      value = arith::BitcastOp::create(b, number, value);
    value = arith::ExtUIOp::create(b, word, value);
  }
  value = gpu::ShuffleOp::create(b, value, int32_t(distance), warp,
                                 gpu::ShuffleMode::XOR)
              .getShuffleResult();
  if (bits >= 32)
    return value;
  value = arith::TruncIOp::create(b, number, value);
  return type == number ? value : arith::BitcastOp::create(b, type, value);
}
