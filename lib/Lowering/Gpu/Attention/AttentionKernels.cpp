// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.call @unit_0(%q, %k, %v, %o)
//   ==>   gpu.launch_func @kernels::@attention_… args(%q, %k, %v, %o)
#include "lib/Lowering/Gpu/Attention/AttentionKernel.h"
#include "lib/Lowering/Gpu/Attention/Gradient/GradientKernel.h"
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

namespace {
struct AttentionKernels : amp::impl::AttentionKernelsBase<AttentionKernels> {
  using Base::Base;

  LogicalResult replace(func::FuncOp unit, ArrayRef<func::CallOp> calls,
                        const Chip &target) {
    SmallVector<int64_t> alignments = alignmentsOf(unit, calls);
    std::string why;
    auto refuse = [&](Operation *op) {
      return op->emitError("expects an attention that fits one kernel, but ")
             << why;
    };
    if (auto ops = unit.front().getOps<AttentionOp>(); !ops.empty()) {
      FailureOr<AttentionPlan> plan = planAttention(
          *ops.begin(), target, alignments, hasWarpgroups(chip), why);
      if (failed(plan))
        return refuse(*ops.begin());
      return replaceBy(emitAttentionKernel, unit, calls, *plan, alignments);
    }
    auto op = *unit.front().getOps<AttentionGradientOp>().begin();
    FailureOr<GradientPlan> plan =
        planGradient(op, target, alignments, hasWarpgroups(chip), why);
    if (failed(plan))
      return refuse(op);
    return replaceBy(emitGradientKernel, unit, calls, *plan, alignments);
  }

  template <typename PlanType>
  LogicalResult replaceBy(gpu::GPUFuncOp (*emit)(func::FuncOp, const PlanType &,
                                                 ArrayRef<int64_t>,
                                                 gpu::GPUModuleOp),
                          func::FuncOp unit, ArrayRef<func::CallOp> calls,
                          const PlanType &plan, ArrayRef<int64_t> alignments) {
    SmallVector<unsigned> written = writtenBy(plan);
    for (func::CallOp call : calls)
      if (overwritesOperand(call, written))
        return call.emitError("expects results of attention apart from its "
                              "operands, but got one buffer");
    gpu::GPUFuncOp kernel =
        emit(unit, plan, alignments, kernelsOf(getOperation()));
    for (func::CallOp call : calls)
      launchInstead(call, kernel, {plan.rowTiles() * plan.shape.batch, 1, 1},
                    plan.sharedBytes());
    unit.erase();
    return success();
  }

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    auto calls = collectCalls(getOperation());
    for (auto unit :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (unitKind(unit) == "attention" &&
          failed(replace(unit, calls[unit.getName()], *target)))
        return signalPassFailure();
  }
};
} // namespace
