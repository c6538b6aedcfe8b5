// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels_0 { llvm.func @a }
//   ==>   gpu.module @kernels_0 attributes {ptx = ".visible .entry a..."}
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp {
#define GEN_PASS_DEF_KERNELSTOPTX
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct KernelsToPtx : amp::impl::KernelsToPtxBase<KernelsToPtx> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerPtxTranslations(registry);
  }

  void runOnOperation() override {
    gpu::GPUModuleOp part = getOperation();
    if (!part.getTargetsAttr())
      return;
    auto target = cast<gpu::TargetAttrInterface>(part.getTargetsAttr()[0]);
    gpu::TargetOptions options({}, {}, {}, {},
                               gpu::CompilationTarget::Assembly);
    auto text = target.serializeToObject(part, options);
    if (!text) {
      part.emitError("expects kernels that LLVM translates to PTX");
      return signalPassFailure();
    }
    StringRef ptx(text->data(), text->size());
    part->setAttr(ptxAttrName, StringAttr::get(&getContext(), ptx.rtrim('\0')));
    part.getBodyRegion().front().clear();
  }
};
} // namespace
