// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's language server with the dialects that amp-opt reads: diagnostics of
// policies and marks while typing, amp.decision of an op in its hover.
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
