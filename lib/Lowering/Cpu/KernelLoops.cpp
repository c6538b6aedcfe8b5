// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func @amp_kernel_0(%begin, %end, ...) { linalg.generic }
//   ==>   scf.for %i = %begin to %end { scf.for ... { scalars } }
#include "lib/Lowering/Cpu/Kernels.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_KERNELLOOPS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Lowers the op of a kernel to loops, the split one over the caller's range.
static LogicalResult makeLoops(func::FuncOp kernel, linalg::LinalgOp op,
                               IRRewriter &rewriter) {
  std::optional<unsigned> split = splitLoop(op);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToLoops(rewriter, op);
  if (failed(loops))
    return op.emitError("expects a linalg op that loops can compute");
  if (split) {
    auto loop = cast<scf::ForOp>((*loops)[*split]);
    loop.setLowerBound(kernel.getArgument(0));
    loop.setUpperBound(kernel.getArgument(1));
  }
  rewriter.eraseOp(op);
  return success();
}

namespace {
struct KernelLoops : amp::impl::KernelLoopsBase<KernelLoops> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr(kernelAttrName))
        continue;
      SmallVector<linalg::LinalgOp> ops;
      function.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
      for (linalg::LinalgOp op : ops)
        if (failed(makeLoops(function, op, rewriter)))
          return signalPassFailure();
    }
  }
};
} // namespace
