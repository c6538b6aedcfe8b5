// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.call @unit_0(%a, %b, %d)   ==>   gpu.launch_func @kernels::@matmul_…
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "lib/Lowering/Gpu/TensorCore/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Units/JoinTotals.h"
#include "lib/Lowering/Gpu/TensorCore/Units/JoinUnits.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_TENSORCOREKERNELS
#include "lib/Lowering/Gpu/TensorCore/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns true if `later`, or an op before it, uses a buffer that `call`
/// writes.
static bool isUsedBefore(func::CallOp call, ArrayRef<unsigned> written,
                         func::CallOp later) {
  return llvm::any_of(written, [&](unsigned argument) {
    Value buffer = wholeOf(call.getOperand(argument));
    return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
      Operation *here = later->getBlock()->findAncestorOpInBlock(*user);
      return user != call && here && !later->isBeforeInBlock(here);
    });
  });
}

/// Returns the average number of consecutive calls that do not use each other's
/// results.
static int64_t countIndependent(ArrayRef<func::CallOp> calls,
                                ArrayRef<unsigned> written) {
  int64_t groups = 0;
  SmallVector<func::CallOp> group;
  for (func::CallOp call : calls) {
    bool joins = llvm::all_of(group, [&](func::CallOp member) {
      return member->getBlock() == call->getBlock() &&
             !isUsedBefore(member, written, call);
    });
    if (!joins)
      group.clear();
    groups += group.empty();
    group.push_back(call);
  }
  return groups ? int64_t(calls.size()) / groups : 1;
}

namespace {
struct TensorCoreKernels : amp::impl::TensorCoreKernelsBase<TensorCoreKernels> {
  using Base::Base;

  FailureOr<Plan> plan(func::FuncOp unit, ArrayRef<func::CallOp> calls,
                       ArrayRef<int64_t> alignments, const Chip &chip,
                       std::string &why) {
    FailureOr<Contraction> contraction = readContraction(unit, why);
    if (failed(contraction))
      return failure();
    if (contraction->needsTf32 && !contraction->allowTf32 && !tf32)
      return why = "its f32 factors may not be rounded to TF32", failure();
    for (func::CallOp call : calls)
      if (overwritesOperand(call, contraction->written()))
        return why = "it overwrites what other threads read", failure();
    std::optional<unsigned> row;
    if (tile >= 0)
      row = tile;
    int64_t independent = countIndependent(calls, contraction->written());
    return makePlan(std::move(*contraction), chip, alignments, row, independent,
                    hasWarpgroups(this->chip), why);
  }

  FailureOr<Plan> planAlone(func::FuncOp unit, const Chip &chip) {
    std::string why;
    SmallVector<int64_t> alignments(unit.getNumArguments(), 256);
    return plan(unit, {}, alignments, chip, why);
  }

  void replace(func::FuncOp unit, ArrayRef<func::CallOp> calls,
               const Chip &chip) {
    SmallVector<int64_t> alignments = alignmentsOf(unit, calls);
    std::string why;
    FailureOr<Plan> made = plan(unit, calls, alignments, chip, why);
    if (failed(made)) {
      unit.emitRemark("not on tensor cores: ") << why;
      return;
    }
    gpu::GPUFuncOp kernel =
        emitKernel(unit, *made, alignments, kernelsOf(getOperation()));
    for (func::CallOp call : calls)
      launchInstead(
          call, kernel,
          {made->columnTiles(), made->rowTiles(), made->axes.batch.extent()},
          made->sharedBytes());
    unit.erase();
  }

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    auto planOf = [&](func::FuncOp unit) { return planAlone(unit, *target); };
    joinUnits(getOperation(),
              [&](func::FuncOp unit) { return succeeded(planOf(unit)); });
    joinTotals(getOperation(), planOf);
    auto calls = collectCalls(getOperation());
    for (auto unit :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (unitKind(unit) == "contraction")
        replace(unit, calls[unit.getName()], *target);
    }
  }
};
} // namespace
