// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Register.h"
#include "lib/CAPI/Run.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;

void amp::capi::registerProgramDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAmpDialects(registry);
}
