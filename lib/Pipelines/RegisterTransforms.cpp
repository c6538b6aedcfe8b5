// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration without this project's StableHLO. A program that calls nothing
// of Register.cpp links none of its dialects.
#include "amp/LedgerPasses.h"
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "amp/Register.h"
#include "amp/ScalingPasses.h"
#include "amp/ShapesPasses.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/DialectRegistry.h"
#include <mutex>

using namespace mlir;

void amp::registerAmpDialect(DialectRegistry &registry) {
  registry.insert<AmpDialect>();
  registerUpstreamModels(registry);
}

void amp::registerAmpTransforms(std::function<void(AmpOptions &)> adjust) {
  static std::once_flag once;
  std::call_once(once, [&] {
    registerAmpTransformPasses();
    registerAmpLedgerPasses();
    registerAmpScalingPasses();
    registerAmpShapesPasses();
    registerAmpPipelines(std::move(adjust));
  });
}
