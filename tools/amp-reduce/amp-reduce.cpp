// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's reducer with the dialects and passes of amp-opt:
//
//   amp-reduce in.mlir -reduction-tree='traversal-mode=0 test=./interesting.sh'
//   amp-reduce in.mlir \
//       -opt-reduction-pass='opt-pass=symbol-dce test=./interesting.sh'
#include "amp-c/Amp.h"
#include "amp/Register.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::amp::registerProgramDialects(registry);
  ampRegisterPasses();
  mlir::MLIRContext context(registry);
  return succeeded(mlir::mlirReduceMain(argc, argv, context)) ? 0 : 1;
}
