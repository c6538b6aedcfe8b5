// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func @main(%x: tensor<2xui32>)
//   ==>   the same {amp.arguments = [tensor<2xui32>], amp.results = []}
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_NOTESIGNATURES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool isUnsigned(Type type) {
  return getElementTypeOrSelf(type).isUnsignedInteger();
}

namespace {
struct NoteSignatures : amp::impl::NoteSignaturesBase<NoteSignatures> {
  using Base::Base;

  void runOnOperation() override {
    Builder builder(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      ArrayRef<Type> arguments = function.getArgumentTypes();
      ArrayRef<Type> results = function.getResultTypes();
      if (function.isPrivate() || (llvm::none_of(arguments, isUnsigned) &&
                                   llvm::none_of(results, isUnsigned)))
        continue;
      function->setAttr("amp.arguments", builder.getTypeArrayAttr(arguments));
      function->setAttr("amp.results", builder.getTypeArrayAttr(results));
    }
  }
};
} // namespace
