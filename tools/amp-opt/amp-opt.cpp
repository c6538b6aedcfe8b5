// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::amp::registerAmpDialects(registry);
  mlir::amp::registerAmpPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "automatic mixed precision for model graphs\n", registry));
}
