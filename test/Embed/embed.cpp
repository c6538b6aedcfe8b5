// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// embed FILE.mlir [malformed]: mixes the precision of a graph of the toy
// dialect and prints it; with the second word, the dialect brings a malformed
// row
#include "amp/Pipelines.h"

#include "Toy.h"
#include "amp/Register.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc < 2)
    return EXIT_FAILURE;
  DialectRegistry registry;
  registry.insert<func::FuncDialect, toy::ToyDialect>();
  if (argc > 2)
    toy::registerMalformedRows(registry);
  else
    toy::registerAmpRows(registry);
  amp::registerAmpDialect(registry);
  MLIRContext context(registry);

  auto module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return EXIT_FAILURE;
  amp::AmpOptions options;
  options.compute = "bf16";
  options.preset = "default";
  options.solver = "paint";
  options.summary = true;
  PassManager passes(&context);
  amp::buildAmpPipeline(passes, options);
  if (failed(passes.run(*module)))
    return EXIT_FAILURE;
  module->print(llvm::outs());
  return EXIT_SUCCESS;
}
