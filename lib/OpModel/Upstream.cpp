// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Upstream.h"

using namespace mlir;

void amp::registerUpstreamModels(DialectRegistry &registry) {
  registerLinalgModels(registry);
  registerTensorModels(registry);
  registerTosaModels(registry);
  registerSharedDims(registry);
  registerStablehloModels(registry);
}
