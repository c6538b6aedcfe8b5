// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Device/Lowered.h"
#include "amp/Pipelines.h"
#include "lib/Cost/Chip.h"
#include "lib/Run/Device.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

LLVM::LLVMFuncOp amp::runner::findLoweredEntry(ModuleOp module,
                                               StringRef name) {
  auto entry = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  return entry && !entry.isExternal() && entry->hasAttr("amp.arguments") &&
                 entry->hasAttr("amp.results")
             ? entry
             : nullptr;
}

/// Returns the kernel target for `device`, including architecture-specific
/// instructions; Hopper's target without a device. amp-check-gpu selects the
/// nearest chip for a chip that is not in the table.
static std::string targetOf(StringRef device) {
  StringRef name = device.empty() ? "sm_90" : device;
  return isGpuTarget(name) ? findGpuTarget(name)->gpu.kernels.str()
                           : name.str();
}

LogicalResult amp::runner::lowerForDevice(ModuleOp module,
                                          const CommandLine &options,
                                          StringRef chip, bool isOpen) {
  if (findLoweredEntry(module, options.entry))
    return success();
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName() != options.entry)
      function.setPrivate();
  GpuOptions gpu;
  gpu.chip = targetOf(options.chip.empty() ? chip : StringRef(options.chip));
  gpu.products = options.products;
  gpu.convolutions = options.convolutions;
  gpu.attention = options.attention;
  gpu.statesInPlace = options.statesInPlace;
  gpu.noteLaunches = options.timesKernels;
  if (isOpen) {
    gpu.hasMatmul = [](const struct amprt_matmul &how) {
      return amprt_has_matmul(&how) != 0;
    };
    gpu.hasConvolution = [](const struct amprt_convolution &how) {
      return amprt_has_convolution(&how) != 0;
    };
  }
  PassManager passes(module.getContext());
  passes.enableVerifier(verifiesEachPass());
  buildGpuPipeline(passes, gpu);
  return passes.run(module);
}

SmallVector<Type> amp::runner::typesOf(LLVM::LLVMFuncOp entry, StringRef name) {
  SmallVector<Type> types;
  if (auto array = entry->getAttrOfType<ArrayAttr>(name))
    for (Attribute attribute : array)
      if (auto type = dyn_cast<TypeAttr>(attribute))
        types.push_back(type.getValue());
  return types;
}

static uint64_t constantOf(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) ? number.getZExtValue()
                                                     : 0;
}

MemoryPlan amp::runner::planMemory(ModuleOp module) {
  MemoryPlan plan;
  llvm::StringMap<uint64_t> constants;
  module.walk([&](LLVM::CallOp call) {
    if (call.getCallee() == "amprt_arena")
      plan.temporaries =
          std::max(plan.temporaries, constantOf(call.getArgOperands()[0]));
    if (call.getCallee() != "amprt_constant")
      return;
    auto data = call.getArgOperands()[0].getDefiningOp<LLVM::AddressOfOp>();
    if (data)
      constants[data.getGlobalName()] = constantOf(call.getArgOperands()[1]);
  });
  for (const auto &constant : constants)
    plan.constants += constant.second;
  if (module.lookupSymbol("amprt_matmul"))
    plan.workspaces += AMPRT_MATMUL_WORKSPACE;
  if (module.lookupSymbol("amprt_convolution"))
    plan.workspaces += AMPRT_CONVOLUTION_WORKSPACE;
  return plan;
}

llvm::DenseMap<unsigned, unsigned>
amp::runner::findShared(LLVM::LLVMFuncOp entry) {
  llvm::DenseMap<unsigned, unsigned> shared;
  if (auto pairs = entry->getAttrOfType<DenseI64ArrayAttr>("amp.donated"))
    for (int64_t i = 0; i + 1 < pairs.size(); i += 2)
      shared[pairs[i]] = pairs[i + 1];
  return shared;
}

static void embed(gpu::BinaryOp binary, SymbolTable &symbols) {
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  std::string bytes = object.getObject().getValue().str() + '\0';
  OpBuilder builder(binary);
  std::string name = binary.getName().str() + "_image";
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  auto declared = symbols.lookup<LLVM::GlobalOp>(name);
  if (declared && declared.getValueOrNull())
    return;
  if (declared)
    symbols.erase(declared);
  auto global = LLVM::GlobalOp::create(
      builder, binary.getLoc(), type, /*isConstant=*/true,
      LLVM::Linkage::Private, name, builder.getStringAttr(bytes),
      /*alignment=*/16);
  symbols.insert(global);
}

void amp::runner::embedKernels(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto binary :
       llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>())) {
    embed(binary, symbols);
    binary.erase();
  }
}
