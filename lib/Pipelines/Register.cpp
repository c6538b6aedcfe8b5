// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Register.h"
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/sdy/IR/Sdy.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

void amp::registerAmpDialects(DialectRegistry &registry) {
  registry.insert<AmpDialect, chlo::ChloDialect, sdy::SdyDialect,
                  stablehlo::StablehloDialect>();
  registerUpstreamModels(registry);
}

void amp::registerAmpPasses() {
  registerAmpTransformPasses();
  registerAmpPipelines();
}
