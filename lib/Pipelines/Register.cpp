// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Register.h"
#include "amp/LedgerPasses.h"
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "amp/ScalingPasses.h"
#include "amp/ShapesPasses.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/mhlo/IR/Mhlo.h"
#include "dialects/nodes/IR/Nodes.h"
#include "dialects/sdy/IR/Sdy.h"
#include "dialects/stablehlo/Conversion/Conversion.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/tm_tensor/IR/TmTensor.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "lib/Lowering/Gpu/Library/Passes.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Passes.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

void amp::registerAmpDialect(DialectRegistry &registry) {
  registry.insert<AmpDialect>();
  registerUpstreamModels(registry);
}

void amp::registerAmpDialects(DialectRegistry &registry) {
  registerAmpDialect(registry);
  registry.insert<chlo::ChloDialect, mhlo::MhloDialect, nodes::AtenDialect,
                  nodes::OnnxDialect, sdy::SdyDialect,
                  stablehlo::StablehloDialect, tm_tensor::TmTensorDialect>();
}

void amp::registerAmpPasses(std::function<void(AmpOptions &)> adjust) {
  registerAmpTransformPasses();
  registerAmpLedgerPasses();
  registerAmpScalingPasses();
  registerAmpShapesPasses();
  stablehlo::registerAmpStablehloConversionPasses();
  registerAmpCpuPasses();
  registerAmpGpuPasses();
  registerAmpLibraryPasses();
  registerAmpTensorCorePasses();
  registerAmpPipelines(std::move(adjust));
  registerCpuPipelines();
  registerGpuPipelines();
}
