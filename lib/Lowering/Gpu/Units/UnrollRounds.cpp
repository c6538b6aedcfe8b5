// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scf.for 0 to 2 iter_args(%a, %b) { %c = f(%a); yield %b, %c }
//   ==>   %c = f(%a); %d = f(%b)
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::amp {
#define GEN_PASS_DEF_UNROLLROUNDS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

/// Limits beyond which unrolling is not worth the code size.
static constexpr int64_t maxTrips = 8, maxOps = 512;

static bool hasElementwiseBody(Block *body, int64_t &ops) {
  for (Operation &op : body->without_terminator()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (linalgOp ? linalgOp.getNumReductionLoops() > 0
                 : op.getNumRegions() > 0 || !isMemoryEffectFree(&op))
      return false;
    ops += linalgOp != nullptr;
  }
  return true;
}

/// Returns true if `loop` has a small trip count and only elementwise ops.
static bool isUnrollable(scf::ForOp loop) {
  auto from = getConstantIntValue(loop.getLowerBound()),
       to = getConstantIntValue(loop.getUpperBound()),
       by = getConstantIntValue(loop.getStep());
  if (!from || !to || !by || *by < 1 || *to <= *from)
    return false;
  int64_t trips = llvm::divideCeil(*to - *from, *by), ops = 0;
  return trips <= maxTrips && hasElementwiseBody(loop.getBody(), ops) && ops &&
         trips * ops <= maxOps;
}

namespace {
struct UnrollRounds : amp::impl::UnrollRoundsBase<UnrollRounds> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isUnrollable(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      (void)loopUnrollFull(loop);
  }
};
} // namespace
