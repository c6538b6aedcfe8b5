// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return %a, %a   ==>   %copy = bufferization.alloc_tensor() copy(%a)
//                       return %a, %copy    // each result has its own buffer
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_DISTINCTRESULTS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

static void copyRepeated(func::ReturnOp op) {
  OpBuilder builder(op);
  DenseSet<Value> seen;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (seen.insert(operand.get()).second || !type || !type.hasStaticShape())
      continue;
    operand.set(bufferization::AllocTensorOp::create(
        builder, op.getLoc(), type, ValueRange(), operand.get()));
  }
}

namespace {
struct DistinctResults : amp::impl::DistinctResultsBase<DistinctResults> {
  using Base::Base;

  void runOnOperation() override { getOperation().walk(copyRepeated); }
};
} // namespace
