// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// embed FILE.mlir [malformed[-kind]|PASSES [stablehlo]]: mixes the precision of a
// graph of the toy dialect and prints it; with "malformed", the dialect brings
// a malformed row; with PASSES, such as "amp{compute=f16}", runs these instead,
// with StableHLO loaded if a third word says so
#include "amp/Pipelines.h"

#include "Toy.h"
#include "amp/Register.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc < 2)
    return EXIT_FAILURE;
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, toy::ToyDialect>();
  StringRef given = argc > 2 ? argv[2] : "";
  bool isMalformed = given.starts_with("malformed");
  if (isMalformed)
    toy::registerMalformedRows(registry, given == "malformed-kind");
  else
    toy::registerAmpRows(registry);
  amp::registerAmpDialects(registry);
  MLIRContext context(registry);
  if (argc > 3) // a scaled step has ops of StableHLO
    context.getOrLoadDialect("stablehlo");

  auto module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return EXIT_FAILURE;
  amp::AmpOptions options;
  options.compute = "bf16";
  options.preset = "default";
  options.solver = "paint";
  options.summary = true;
  PassManager passes(&context);
  if (given.empty() || isMalformed)
    amp::buildAmpPipeline(passes, options);
  else if (amp::registerAmpTransforms();
           failed(parsePassPipeline(given, passes)))
    return EXIT_FAILURE;
  if (failed(passes.run(*module)))
    return EXIT_FAILURE;
  module->print(llvm::outs());
  return EXIT_SUCCESS;
}
