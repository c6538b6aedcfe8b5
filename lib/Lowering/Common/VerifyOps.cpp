// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// module { ... }   ==>   module { ... }   // or the verifier's error
#include "lib/Lowering/Common/Passes.h"
#include "mlir/IR/Verifier.h"

namespace mlir::amp {
#define GEN_PASS_DEF_VERIFYOPS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct VerifyOps : amp::impl::VerifyOpsBase<VerifyOps> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(verify(getOperation())))
      signalPassFailure();
  }
};
} // namespace
