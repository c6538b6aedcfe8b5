// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// minimal FILE.mlir: prints the module in bf16
#include "amp/Register.h"

#include "amp/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  mlir::amp::registerAmpDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[argc - 1], &context);
  mlir::PassManager passes(&context);
  mlir::amp::AmpOptions options;
  options.compute = "bf16";
  mlir::amp::buildAmpPipeline(passes, options);
  if (!module || failed(passes.run(*module)))
    return EXIT_FAILURE;
  module->print(llvm::outs());
}
