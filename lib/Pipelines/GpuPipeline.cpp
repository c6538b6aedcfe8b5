// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Pipelines.h"
#include "amp/ShapesPasses.h"
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Common/Passes.h"
#include "lib/Lowering/Gpu/Attention/Passes.h"
#include "lib/Lowering/Gpu/Library/Passes.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Passes.h"
#include "lib/Pipelines/FitMemory.h"
#include "lib/Pipelines/Lowering.h"
#include "lib/Pipelines/Registration.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

/// Adds the passes on StableHLO that change the program.
static void addProgramPasses(OpPassManager &passes, const Chip &chip,
                             const GpuOptions &options,
                             const MemoryPolicy &policy = {}) {
  if (options.products != "cublaslt" && // cuBLASLt has no guarded updates
      !policy.keepsGradients)
    passes.addPass(createTestFactors());
  if (options.align != "off")
    passes.addPass(createAlignShapes(
        AlignShapesOptions{options.align, chip.name.str(), /*remarks=*/false,
                           /*check=*/true}));
}

/// Adds the passes from StableHLO to one function per fusion group: loops with
/// a trip count on the host, bufferization, buffers updated in place,
/// outlining.
static void
addFusionGroupPasses(OpPassManager &passes, const GpuOptions &options,
                     std::optional<MemoryPolicy> policy = std::nullopt) {
  passes.addPass(createMarkTf32());
  addLinalgPasses(passes);
  passes.addPass(createCountLoops());
  passes.addPass(createUnrollRounds());
  passes.addPass(createLinalgFoldUnitExtentDimsPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createSliceContractions());
  passes.addPass(createJoinBits());
  if (options.attention != "separate") {
    passes.addPass(createExpandAttention());
    passes.addPass(createCSEPass()); // merges equal reshapes
    passes.addPass(createFuseAttentionGradient(
        FuseAttentionGradientOptions{options.chip}));
    passes.addPass(createFuseAttention(
        FuseAttentionOptions{options.chip, options.attention}));
    passes.addPass(createCSEPass()); // merges equal packed masks
  }
  addFusionPasses(passes, &options, policy);
  passes.addPass(createReuseRelu());
  passes.addPass(createOwnEmpties());
  addBufferPasses(passes, /*markResults=*/true);
  passes.addPass(createConvertBufferizationToMemRefPass());
  passes.addPass(createOwnCarried());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createReshapeResults());
  passes.addPass(createUseDonated(UseDonatedOptions{options.statesInPlace}));
  passes.addPass(createOutlineUnits());
}

static void addKernelPasses(OpPassManager &passes, const Chip &chip,
                            const GpuOptions &options) {
  if (options.convolutions == "cudnn")
    passes.addPass(createLibraryConvolutions(options.hasConvolution));
  if (options.products == "cublaslt")
    passes.addPass(createLibraryProducts(options.hasMatmul));
  if (options.attention == "fused")
    passes.addPass(
        createAttentionKernels(AttentionKernelsOptions{options.chip}));
  passes.addPass(createJoinRowSums());
  TensorCoreKernelsOptions products;
  products.chip = options.chip;
  products.tile = options.tile;
  passes.addPass(createTensorCoreKernels(products));
  passes.addPass(createUnitKernels());
  // About half of a kernel's ops are duplicate constants.
  passes.nest<gpu::GPUModuleOp>().addNestedPass<gpu::GPUFuncOp>(
      createCSEPass());
  passes.addPass(createMergeLaunches(
      MergeLaunchesOptions{chip.gpu.mergedBlocks, chip.gpu.count}));
  RoundFloatsOptions rounding;
  rounding.nativeBf16 = true;
  passes.addPass(createRoundFloats(rounding));
  passes.addPass(createGpuMath());
}

/// Adds the passes from kernels to a binary. The kernels are split into modules
/// that are compiled in parallel. No canonicalization: LLVM emits the same PTX
/// without it.
static void addBinaryPasses(OpPassManager &passes, const Chip &chip,
                            const GpuOptions &options) {
  auto &each = passes.nest<gpu::GPUModuleOp>().nest<gpu::GPUFuncOp>();
  each.addPass(createExpandKernel());
  each.addPass(createSCFToControlFlowPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = targetName(options.chip).str();
  target.features = chip.gpu.features.str();
  target.optLevel = 3;
  passes.addPass(createGpuNVVMAttachTarget(target));
  passes.addPass(createSplitKernels());
  auto &parts = passes.nest<gpu::GPUModuleOp>();
  ConvertGpuOpsToNVVMOpsOptions toNvvm;
  toNvvm.useBarePtrCallConv = true;
  parts.addPass(createConvertGpuOpsToNVVMOps(toNvvm));
  parts.addPass(createConvertNVVMToLLVMPass());
  parts.addPass(createReconcileUnrealizedCastsPass());
  parts.addPass(createVerifyOps());
  if (options.format == "isa")
    parts.addPass(createKernelsToPtx());
  passes.addPass(createJoinKernels());
  if (options.format == "isa")
    return;
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = options.format;
  passes.addPass(createGpuModuleToBinaryPass(binary));
}

static void addLaunchPasses(OpPassManager &passes, bool poison) {
  passes.addPass(createPlanMemory({poison}));
  passes.addPass(createVerifyMemory());
  passes.addPass(createHostToLlvm());
}

static void addHostPasses(OpPassManager &passes) {
  passes.addNestedPass<LLVM::LLVMFuncOp>(createSCFToControlFlowPass());
  passes.addNestedPass<LLVM::LLVMFuncOp>(createArithToLLVMConversionPass());
  passes.addPass(createConvertControlFlowToLLVMPass());
  passes.addNestedPass<LLVM::LLVMFuncOp>(createReconcileUnrealizedCastsPass());
  passes.addNestedPass<LLVM::LLVMFuncOp>(createCanonicalizerPass());
}

void amp::buildGpuPipeline(OpPassManager &passes, const GpuOptions &options) {
  CheckGpuOptions check;
  check.chip = options.chip;
  check.format = options.format;
  check.products = options.products;
  check.convolutions = options.convolutions;
  check.report = !options.report.empty();
  passes.addPass(createCheckGpu(check));
  passes.addPass(createNoteSignatures());
  const Chip *chip = findGpuTarget(options.chip);
  if (!chip)
    return; // amp-check-gpu emits the error
  if (options.memory.empty()) {
    addProgramPasses(passes, *chip, options);
    addFusionGroupPasses(passes, options);
  } else {
    auto kept = std::make_shared<GpuOptions>();
    kept->copyOptionValuesFrom(options);
    kept->hasMatmul = options.hasMatmul;
    kept->hasConvolution = options.hasConvolution;
    passes.addPass(createFitMemory(
        options.memory, options.products != "cublaslt",
        [kept, chip](OpPassManager &units, const MemoryPolicy &policy) {
          addProgramPasses(units, *chip, *kept, policy);
          addFusionGroupPasses(units, *kept, policy);
        },
        [kept, chip](OpPassManager &kernels) {
          addKernelPasses(kernels, *chip, *kept);
        }));
  }
  passes.addPass(createVerifyOps());
  addKernelPasses(passes, *chip, options);
  passes.addPass(createVerifyOps());
  bool modelsTime =
      (options.summary || check.report) && options.format == "isa";
  if (options.summary && !modelsTime)
    passes.addPass(createPrintLaunches());
  if (options.noteLaunches || modelsTime)
    passes.addPass(createNoteLaunches(NoteLaunchesOptions{modelsTime}));
  addLaunchPasses(passes, options.poison);
  // Before the remaining host passes, so that these do not walk kernels.
  addBinaryPasses(passes, *chip, options);
  if (modelsTime)
    passes.addPass(createPrintStepTime(PrintStepTimeOptions{
        options.chip, options.noteLaunches, options.summary, options.report}));
  addHostPasses(passes);
  passes.addPass(createVerifyOps());
}

void amp::registerGpuPipelines() {
  registerPipeline<GpuOptions>(
      "amp-to-gpu",
      "StableHLO to kernels for a GPU, and code that launches them",
      buildGpuPipeline);
}
