// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.call @unit_0(%q, %k, %v, %o)
//   ==>   gpu.launch_func @kernels::@attention_… args(%q, %k, %v, %o)
#include "lib/Lowering/Gpu/Attention/AttentionKernel.h"
#include "lib/Lowering/Gpu/Attention/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ATTENTIONKERNELS
#include "lib/Lowering/Gpu/Attention/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns true if a call passes the written buffer also as an operand that
/// other blocks read.
static bool overwritesOperand(func::CallOp call, unsigned written) {
  Value buffer = wholeOf(call.getOperand(written));
  for (auto [i, operand] : llvm::enumerate(call.getOperands()))
    if (i != written && wholeOf(operand) == buffer)
      return true;
  return false;
}

static void launch(func::CallOp call, gpu::GPUFuncOp kernel,
                   const AttentionPlan &plan) {
  ImplicitLocOpBuilder b(call.getLoc(), call);
  auto index = [&](int64_t i) -> Value {
    return arith::ConstantIndexOp::create(b, i);
  };
  gpu::KernelDim3 grid{index(plan.rowTiles() * plan.shape.batch), index(1),
                       index(1)};
  gpu::KernelDim3 block{index(plan.tile.threads()), index(1), index(1)};
  gpu::LaunchFuncOp::create(
      b, kernel, grid, block,
      arith::ConstantIntOp::create(b, plan.sharedBytes(), 32),
      call.getOperands());
  call.erase();
}

namespace {
struct AttentionKernels : amp::impl::AttentionKernelsBase<AttentionKernels> {
  using Base::Base;

  LogicalResult replace(func::FuncOp unit, ArrayRef<func::CallOp> calls,
                        const Chip &target) {
    SmallVector<int64_t> alignments(unit.getNumArguments(), 256);
    for (func::CallOp call : calls)
      for (auto [i, operand] : llvm::enumerate(call.getOperands()))
        alignments[i] = std::min(alignments[i], alignmentOf(operand));
    auto op = *unit.front().getOps<AttentionOp>().begin();
    std::string why;
    FailureOr<AttentionPlan> plan = planAttention(op, target, alignments, why);
    if (failed(plan))
      return op.emitError("expects an attention that fits one kernel, but ")
             << why;
    unsigned written =
        plan->scores.contraction.accesses[AttentionPlan::out].argument;
    for (func::CallOp call : calls)
      if (overwritesOperand(call, written))
        return call.emitError("expects a result of attention apart from its "
                              "operands, but got one buffer");
    gpu::GPUFuncOp kernel =
        emitAttentionKernel(unit, *plan, alignments, kernelsOf(getOperation()));
    for (func::CallOp call : calls)
      launch(call, kernel, *plan);
    unit.erase();
    return success();
  }

  void runOnOperation() override {
    const Chip *target = findGpuTarget(chip);
    if (!target) {
      getOperation().emitError("expects a chip of ")
          << listGpuTargets() << ", but got '" << chip << "'";
      return signalPassFailure();
    }
    llvm::StringMap<SmallVector<func::CallOp>> calls;
    getOperation().walk(
        [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
    for (auto unit :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (unitKind(unit) == "attention" &&
          failed(replace(unit, calls[unit.getName()], *target)))
        return signalPassFailure();
  }
};
} // namespace
