// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM module ==> optimised for this CPU ==> machine code in this process
#include "tools/amp-run/Compile/Jit.h"
#include "lib/Run/Device.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::orc;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static void *allocate(uint64_t bytes) { return amprt_alloc(bytes, 64); }

static void *allocateAligned(uint64_t alignment, uint64_t bytes) {
  return amprt_alloc(bytes, alignment);
}

namespace {
struct RuntimeSymbol {
  StringLiteral name;
  void *address;
};
} // namespace

/// Functions that lowered code calls: the runtime, and allocation under MLIR's
/// names.
static const RuntimeSymbol runtimeSymbols[] = {
    {"_mlir_memref_to_llvm_aligned_alloc",
     reinterpret_cast<void *>(allocateAligned)},
    {"_mlir_memref_to_llvm_alloc", reinterpret_cast<void *>(allocate)},
    {"_mlir_memref_to_llvm_free", reinterpret_cast<void *>(amprt_free)},
    {"amprt_arena", reinterpret_cast<void *>(amprt_arena)},
    {"amprt_constant", reinterpret_cast<void *>(amprt_constant)},
    {"amprt_continue_loop", reinterpret_cast<void *>(amprt_continue_loop)},
    {"amprt_contract", reinterpret_cast<void *>(amprt_contract)},
    {"amprt_convolution", reinterpret_cast<void *>(amprt_convolution)},
    {"amprt_copy", reinterpret_cast<void *>(amprt_copy)},
    {"amprt_fail", reinterpret_cast<void *>(amprt_fail)},
    {"amprt_fill", reinterpret_cast<void *>(amprt_fill)},
    {"amprt_launch", reinterpret_cast<void *>(amprt_launch)},
    {"amprt_matmul", reinterpret_cast<void *>(amprt_matmul)},
    {"amprt_parallel_for", reinterpret_cast<void *>(amprt_parallel_for)},
    {"amprt_read", reinterpret_cast<void *>(amprt_read)},
    {"amprt_read_condition", reinterpret_cast<void *>(amprt_read_condition)},
};

static Error define(LLJIT &jit, const StringMap<void *> &functions) {
  SymbolMap symbols;
  auto add = [&](StringRef name, void *address) {
    symbols[jit.mangleAndIntern(name)] = {ExecutorAddr::fromPtr(address),
                                          JITSymbolFlags::Exported};
  };
  for (const RuntimeSymbol &symbol : runtimeSymbols)
    add(symbol.name, symbol.address);
  for (const auto &function : functions)
    add(function.getKey(), function.getValue());
  return jit.getMainJITDylib().define(absoluteSymbols(std::move(symbols)));
}

/// Returns the host CPU target, without contraction to fused multiply-add.
static Expected<JITTargetMachineBuilder> thisMachine() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto machine = JITTargetMachineBuilder::detectHost();
  if (machine) {
    machine->setCodeGenOptLevel(CodeGenOptLevel::Default);
    machine->getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  }
  return machine;
}

static void optimise(Module &module, TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  for (Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", machine.getTargetCPU());
      function.addFnAttr("target-features", machine.getTargetFeatureString());
    }
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = false; // costs minutes, gains seconds
  PassBuilder builder(&machine, tuning);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager calls;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(module, modules);
}

Expected<std::unique_ptr<Jit>> Jit::create(ThreadSafeModule module,
                                           const StringMap<void *> &functions) {
  auto builder = thisMachine();
  if (!builder)
    return builder.takeError();
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module.withModuleDo([&](Module &m) { optimise(m, **machine); });
  auto lljit = LLJITBuilder().setJITTargetMachineBuilder(*builder).create();
  if (!lljit)
    return lljit.takeError();
  if (Error error = define(**lljit, functions))
    return std::move(error);
  if (Error error = (*lljit)->addIRModule(std::move(module)))
    return std::move(error);
  auto jit = std::make_unique<Jit>();
  jit->jit = std::move(*lljit);
  return std::move(jit);
}

Expected<EntryFunction> Jit::find(StringRef name) {
  auto address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<EntryFunction>();
}
