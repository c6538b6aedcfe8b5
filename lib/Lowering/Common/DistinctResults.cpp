// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// @f(%a) ... return %b, %b
//   ==>   @f(%a {bufferization.writable = false})   // is not overwritten
//         %copy = bufferization.alloc_tensor() copy(%b)
//         return %b, %copy    // each result has its own buffer
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_DISTINCTRESULTS
#include "lib/Lowering/Common/Passes.h.inc"
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

/// Marks arguments as not writable: callers, such as the next step, use them
/// again.
static void keepArguments(func::FuncOp function) {
  if (function.isExternal() || function.isPrivate())
    return;
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()))
      function.setArgAttr(
          argument.getArgNumber(),
          bufferization::BufferizationDialect::kWritableAttrName,
          builder.getBoolAttr(false));
}

namespace {
struct DistinctResults : amp::impl::DistinctResultsBase<DistinctResults> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk(copyRepeated);
    getOperation().walk(keepArguments);
  }
};
} // namespace
