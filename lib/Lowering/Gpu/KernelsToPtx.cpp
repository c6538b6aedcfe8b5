// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels_0 { llvm.func @a }
//   ==>   gpu.module @kernels_0 attributes {ptx = ".visible .entry a..."}
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::amp {
#define GEN_PASS_DEF_KERNELSTOPTX
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Translates a gpu.module to PTX, as `NVVMTargetAttr` does, but for the time
/// that changes no instruction: libdevice is read for its callers alone, and
/// the code generator eliminates common subexpressions without GVN.
class PtxWriter : public NVVM::SerializeGPUModuleBase {
public:
  PtxWriter(gpu::GPUModuleOp part, NVVM::NVVMTargetAttr target)
      : SerializeGPUModuleBase(*part, target) {}

protected:
  std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
  loadBitcodeFiles(llvm::Module &module) override {
    if (llvm::none_of(module, [](llvm::Function &function) {
          return function.isDeclaration() &&
                 function.getName().starts_with("__nv_");
        }))
      return SmallVector<std::unique_ptr<llvm::Module>>();
    return SerializeGPUModuleBase::loadBitcodeFiles(module);
  }

  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &module) override {
    auto machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    (*machine)->setOptLevel(llvm::CodeGenOptLevel::Default);
    auto text = translateModuleToISA(
        module, **machine, [&] { return getOperation().emitError(); });
    if (failed(text))
      return failure();
    return SmallVector<char, 0>(text->begin(), text->end());
  }
};

struct KernelsToPtx : amp::impl::KernelsToPtxBase<KernelsToPtx> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerPtxTranslations(registry);
  }

  void runOnOperation() override {
    gpu::GPUModuleOp part = getOperation();
    if (!part.getTargetsAttr())
      return;
    NVVM::SerializeGPUModuleBase::init();
    PtxWriter writer(part,
                     cast<NVVM::NVVMTargetAttr>(part.getTargetsAttr()[0]));
    auto text = writer.run();
    if (!text) {
      part.emitError("expects kernels that LLVM translates to PTX");
      return signalPassFailure();
    }
    StringRef ptx(text->data(), text->size());
    part->setAttr(ptxAttrName, StringAttr::get(&getContext(), ptx));
    part.getBodyRegion().front().clear();
  }
};
} // namespace
