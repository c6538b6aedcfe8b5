// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Pipelines.h"
#include "dialects/stablehlo/Conversion/Conversion.h"
#include "lib/Lowering/Common/Passes.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Pipelines/Lowering.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

void amp::addLinalgPasses(OpPassManager &passes) {
  passes.addPass(createUpstreamToLinalg());
  passes.addPass(stablehlo::createStablehloToLinalg());
  // No pipeline for callees: they are canonicalized once, after inlining.
  passes.addPass(createInlinerPass({}, nullptr));
  passes.addPass(createSymbolDCEPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void amp::addFusionPasses(OpPassManager &passes, const GpuOptions *device,
                          std::optional<MemoryPolicy> policy) {
  bool forDevice = device != nullptr;
  passes.addPass(createFuseElementwise(FuseElementwiseOptions{forDevice}));
  // Only for own kernels: the GELU epilogue of a library uses the saved
  // tangent.
  if (device && device->recompute && device->products == "own") {
    double price = policy.value_or(MemoryPolicy()).price;
    passes.addPass(
        createRecomputeLogits(RecomputeLogitsOptions{device->chip, price}));
    passes.addPass(createRecompute(
        RecomputeOptions{device->chip, price, policy.has_value()}));
    passes.addPass(createFuseElementwise(FuseElementwiseOptions{forDevice}));
    if (policy && policy->hoistsUpdates)
      passes.addPass(createHoistUpdates());
  }
  if (device && device->products == "own")
    passes.addPass(
        createChainContractions(ChainContractionsOptions{device->chip}));
  passes.addPass(createSplitReductions(SplitReductionsOptions{forDevice}));
  if (device) // a library splits K of its contractions itself
    passes.addPass(createSplitContractions(
        SplitContractionsOptions{device->chip, device->products == "own",
                                 device->convolutions == "own"}));
  passes.addPass(createTransposeContractions());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void amp::addBufferPasses(OpPassManager &passes, bool markResults) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.allowReturnAllocsFromLoops = true;
  passes.addPass(createChooseDestinations());
  passes.addPass(createDistinctResults());
  passes.addPass(createEliminateEmpties());
  passes.addPass(bufferization::createOneShotBufferizePass(options));
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  bufferization::BufferResultsToOutParamsPassOptions results;
  results.hoistStaticAllocs = true;
  results.modifyPublicFunctions = true;
  results.addResultAttribute = markResults;
  passes.addPass(bufferization::createBufferResultsToOutParamsPass(results));
}

/// Adds the passes that free the remaining buffers.
static void addFreePasses(OpPassManager &passes) {
  bufferization::buildBufferDeallocationPipeline(passes);
  passes.addNestedPass<func::FuncOp>(
      bufferization::createOptimizeAllocationLivenessPass());
  passes.addPass(createConvertBufferizationToMemRefPass());
}

static void addKernelPasses(OpPassManager &passes) {
  passes.addPass(createLowerContractions());
  passes.addPass(createOutlineKernels());
  passes.addPass(createRoundFloats());
  passes.addPass(createKernelLoops());
}

static void addLlvmPasses(OpPassManager &passes) {
  passes.addPass(memref::createExpandStridedMetadataPass());
  passes.addPass(createLowerAffinePass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createLowerAsserts());
  passes.addPass(createSCFToControlFlowPass());
  passes.addPass(createConvertComplexToStandardPass());
  passes.addPass(math::createMathExpandOpsPass(
      {{"copysign", "fpowi", "rsqrt"}})); // libm lacks these
  passes.addPass(createConvertMathToLibmPass());
  // Before arith-expand, whose maximum and minimum ignore the sign of zero.
  passes.addPass(createArithToLLVMConversionPass());
  passes.addPass(arith::createArithExpandOpsPass());
  FinalizeMemRefToLLVMConversionPassOptions memory;
  // The allocation functions of the runtime report when memory runs out.
  memory.useGenericFunctions = true;
  passes.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  passes.addPass(createConvertToLLVMPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
  passes.addPass(createCanonicalizerPass()); // erases unused memref fields
  passes.addPass(createParallelCalls());
}

void amp::buildCpuPipeline(OpPassManager &passes) {
  addLinalgPasses(passes);
  addFusionPasses(passes, /*device=*/nullptr);
  addBufferPasses(passes, /*markResults=*/false);
  addFreePasses(passes);
  passes.addPass(createVerifyOps());
  addKernelPasses(passes);
  addLlvmPasses(passes);
  passes.addPass(createVerifyOps());
}

void amp::registerCpuPipelines() {
  PassPipelineRegistration<>("amp-to-cpu",
                             "StableHLO to the LLVM dialect, for this CPU",
                             buildCpuPipeline);
}
