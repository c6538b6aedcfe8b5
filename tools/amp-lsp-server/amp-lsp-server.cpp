// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's language server with the dialects of amp-opt: live diagnostics of
// policies and marks, and the amp.decision of an op on hover.
#include "amp/Register.h"
#include "dialects/amp/IR/AmpComposites.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::amp::registerProgramDialects(registry);
  registry.addExtension(+[](mlir::MLIRContext *,
                            mlir::amp::stablehlo::StablehloDialect *dialect) {
    dialect->addInterfaces<mlir::amp::VerifiesMarks>();
  });
  return succeeded(mlir::MlirLspServerMain(argc, argv, registry)) ? 0 : 1;
}
