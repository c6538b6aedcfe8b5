// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// insert_slice (op into empty) into x at s   ==>   op into (extract_slice of x
// at s)
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ELIMINATEEMPTIES
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct EliminateEmpties : amp::impl::EliminateEmptiesBase<EliminateEmpties> {
  void runOnOperation() override {
    WalkResult search = getOperation().walk(
        [](SubsetInsertionOpInterface) { return WalkResult::interrupt(); });
    IRRewriter rewriter(&getContext());
    if (search.wasInterrupted() &&
        failed(bufferization::eliminateEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
