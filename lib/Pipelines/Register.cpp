// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Register.h"
#include "amp/Pipelines.h"
#include "dialects/amp/IR/Amp.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/mhlo/IR/Mhlo.h"
#include "dialects/nodes/IR/Nodes.h"
#include "dialects/sdy/IR/Sdy.h"
#include "dialects/stablehlo/Conversion/Conversion.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/tm_tensor/IR/TmTensor.h"
#include "lib/Lowering/Common/Passes.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "lib/Lowering/Gpu/Attention/Passes.h"
#include "lib/Lowering/Gpu/Library/Passes.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include <mutex>

using namespace mlir;

/// Registers a dialect unless its name is registered: MLIR aborts on a second
/// dialect with the same name.
template <typename DialectT>
static void insertUnlessKnown(DialectRegistry &registry) {
  if (!registry.getDialectAllocator(DialectT::getDialectNamespace()))
    registry.insert<DialectT>();
}

void amp::registerAmpDialects(DialectRegistry &registry) {
  registerAmpDialect(registry);
  insertUnlessKnown<chlo::ChloDialect>(registry);
  insertUnlessKnown<mhlo::MhloDialect>(registry);
  insertUnlessKnown<sdy::SdyDialect>(registry);
  insertUnlessKnown<stablehlo::StablehloDialect>(registry);
  insertUnlessKnown<tm_tensor::TmTensorDialect>(registry);
  insertUnlessKnown<nodes::AtenDialect>(registry);
  insertUnlessKnown<nodes::OnnxDialect>(registry);
}

void amp::registerAmpPasses(std::function<void(AmpOptions &)> adjust) {
  registerAmpTransforms(std::move(adjust));
  static std::once_flag once;
  std::call_once(once, [] {
    stablehlo::registerAmpStablehloConversionPasses();
    registerAmpCommonLoweringPasses();
    registerAmpCpuPasses();
    registerAmpAttentionPasses();
    registerAmpGpuPasses();
    registerAmpLibraryPasses();
    registerAmpTensorCorePasses();
    registerCpuPipelines();
    registerGpuPipelines();
  });
}
