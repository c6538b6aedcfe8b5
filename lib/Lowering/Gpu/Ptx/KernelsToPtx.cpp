// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels_0 { llvm.func @a }
//   ==>   gpu.module @kernels_0 attributes {ptx = ".visible .entry a..."}
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx/ExactQuotients.h"
#include "lib/Lowering/Gpu/Ptx/Ptx.h"
#include "lib/Lowering/Gpu/Time/Work.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::amp {
#define GEN_PASS_DEF_KERNELSTOPTX
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Passes of LLVM's O3 that affect kernels, which have no calls, little local
/// memory, and loops of known trip counts. A second instcombine and reassociate
/// would take a fifth of the time without fewer instructions. The passes after
/// licm save the code generator's strength reduction most of its time.
static constexpr StringLiteral passesOfKernels =
    "function(nvvm-intr-range,simplifycfg,sroa<modify-cfg>,early-cse<memssa>,"
    "instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-mssa(loop-rotate,licm),"
    "loop(indvars,loop-deletion,loop-unroll-full),"
    "amp-exact-quotients,early-cse<memssa>,slp-vectorizer,"
    "loop-mssa(licm),loop-sink,instsimplify,div-rem-pairs,simplifycfg)";

namespace {
/// Disables passes of the code generator. In kernels, addresses in
/// straight-line code have constant offsets, loads and stores are vectors
/// already, and there are no common subexpressions. The disabled passes take a
/// third of the code generator's time, and change the numbers of registers and
/// instructions by less than 1 %.
struct CodeGeneratorPasses : llvm::OptPassGate {
  static constexpr StringLiteral unneeded[] = {
      "consthoist",        "early-cse",
      "early-machinelicm", "load-store-vectorizer",
      "nary-reassociate",  "slsr"};

  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef name, StringRef) const override {
    return !llvm::is_contained(unneeded, name);
  }
};

/// Translates a gpu.module to PTX as `NVVMTargetAttr` does, in a third of the
/// time: only callers of libdevice load it, kernels get only the passes that
/// affect them, and the code generator eliminates common subexpressions without
/// GVN.
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
    hasLibdevice = true;
    return SerializeGPUModuleBase::loadBitcodeFiles(module);
  }

  LogicalResult optimizeModule(llvm::Module &module, int level) override {
    if (hasLibdevice) // O3 inlines its functions
      return SerializeGPUModuleBase::optimizeModule(module, level);
    auto machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(*machine);
    builder.registerPipelineParsingCallback(
        [](StringRef name, llvm::FunctionPassManager &passes,
           ArrayRef<llvm::PassBuilder::PipelineElement>) {
          if (name != ExactQuotients::passName)
            return false;
          passes.addPass(ExactQuotients());
          return true;
        });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::ModulePassManager passes;
    if (llvm::Error error = builder.parsePassPipeline(passes, passesOfKernels))
      return getOperation().emitError() << "expects LLVM's passes, but got "
                                        << llvm::toString(std::move(error));
    passes.run(module, modules);
    return success();
  }

  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &module) override {
    countKernels(module);
    auto machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    (*machine)->setOptLevel(llvm::CodeGenOptLevel::Default);
    CodeGeneratorPasses gate;
    module.getContext().setOptPassGate(gate);
    auto text = translateModuleToISA(
        module, **machine, [&] { return getOperation().emitError(); });
    module.getContext().setOptPassGate(llvm::getGlobalPassGate());
    if (failed(text))
      return failure();
    return SmallVector<char, 0>(text->begin(), text->end());
  }

private:
  /// Counts the work of the optimized kernels whose launch size is known.
  void countKernels(llvm::Module &module) {
    Operation &part = getOperation();
    Builder builder(part.getContext());
    SmallVector<NamedAttribute> counted;
    for (auto kernel : part.getRegion(0).getOps<LLVM::LLVMFuncOp>()) {
      auto launch = kernel->getAttrOfType<DenseI64ArrayAttr>(launchAttrName);
      llvm::Function *function = module.getFunction(kernel.getName());
      if (!launch || !function)
        continue;
      NamedAttrList work = countWork(*function, LaunchSize::of(launch))
                               .toAttr(part.getContext());
      work.set(launchAttrName, launch);
      counted.push_back(builder.getNamedAttr(
          kernel.getName(), work.getDictionary(part.getContext())));
    }
    if (!counted.empty())
      part.setAttr(workAttrName, builder.getDictionaryAttr(counted));
  }

  bool hasLibdevice = false;
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
