// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dot_general %a, %b : f32   ==>   dot_general %a, %b {amp.tf32} : f32
#include "amp/ModelOp.h"
#include "lib/Lowering/Gpu/TensorCore/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {
#define GEN_PASS_DEF_MARKTF32
#include "lib/Lowering/Gpu/TensorCore/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct MarkTf32 : amp::impl::MarkTf32Base<MarkTf32> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([](ModelOp op) {
      bool isF32 = llvm::all_of(op->getOperands(), [](Value operand) {
        return getElementTypeOrSelf(operand).isF32();
      });
      if (isF32 && op.getTf32() != Tf32::never)
        op->setAttr("amp.tf32", UnitAttr::get(op.getContext()));
    });
  }
};
} // namespace
