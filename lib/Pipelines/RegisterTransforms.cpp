// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration without this project's StableHLO. In a file of its own, so that
// a program that does not use Register.cpp links no StableHLO.
#include "amp/Passes.h"
#include "amp/Pipelines.h"
#include "amp/Register.h"
#include "amp/ReportPasses.h"
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
    registerAmpReportPasses();
    registerAmpScalingPasses();
    registerAmpShapesPasses();
    registerAmpPipelines(std::move(adjust));
  });
}
