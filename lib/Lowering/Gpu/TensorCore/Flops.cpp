// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic over 64x32 {mulf, addf}   ==>   flops = 4096
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static int64_t flopsOfOne(Operation *op) {
  if (isa<math::FmaOp>(op))
    return 2;
  bool counts = isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
                    arith::RemFOp, arith::MaximumFOp, arith::MinimumFOp,
                    arith::MaxNumFOp, arith::MinNumFOp>(op) ||
                (isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
                 isa<FloatType>(op->getResult(0).getType()));
  return counts;
}

static int64_t timesOf(Operation *loop) {
  if (auto op = dyn_cast<linalg::LinalgOp>(loop)) {
    int64_t times = 1;
    for (int64_t size : op.getStaticLoopRanges())
      times *= ShapedType::isDynamic(size) ? 1 : size;
    return times;
  }
  auto op = dyn_cast<scf::ForOp>(loop);
  APInt from, to, by;
  if (!op || !matchPattern(op.getLowerBound(), m_ConstantInt(&from)) ||
      !matchPattern(op.getUpperBound(), m_ConstantInt(&to)) ||
      !matchPattern(op.getStep(), m_ConstantInt(&by)) ||
      !by.isStrictlyPositive())
    return 1;
  int64_t span = to.getSExtValue() - from.getSExtValue();
  return span > 0 ? llvm::divideCeil(span, by.getSExtValue()) : 0;
}

void mlir::amp::lowering::noteFlops(func::FuncOp unit, gpu::GPUFuncOp kernel) {
  int64_t flops = 0;
  unit.walk([&](Operation *op) {
    int64_t count = flopsOfOne(op);
    for (Operation *outer = op->getParentOp(); count && outer != unit;
         outer = outer->getParentOp())
      count *= timesOf(outer);
    flops += count;
  });
  kernel->setAttr(flopsAttrName, Builder(unit).getI64IntegerAttr(flops));
}
