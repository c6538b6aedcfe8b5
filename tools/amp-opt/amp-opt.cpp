// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// read the whole input  ==>  scan its words  ==>  parse, run passes, print  ==>
// replace the output file
#include "AtomicOutput.h"
#include "InputScan.h"
#include "TextStream.h"
#include "amp/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include <csignal>

using namespace mlir;
using llvm::StringRef;

namespace {
enum class BoolStyle { Jax, Mlir };
llvm::cl::opt<BoolStyle> boolConstants(
    "bool-constants",
    llvm::cl::desc("Spelling of large i1 constants in the output (both are "
                   "read)"),
    llvm::cl::values(clEnumValN(BoolStyle::Jax, "jax",
                                "one byte per element, as JAX does"),
                     clEnumValN(BoolStyle::Mlir, "mlir",
                                "one bit per element, as MLIR 22 does")),
    llvm::cl::init(BoolStyle::Jax));

LogicalResult fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return failure();
}

/// The whole input in memory that is ours to change; never a mapped file, whose
/// text would change under us.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> readInput(StringRef name) {
  if (name == "-")
    return llvm::MemoryBuffer::getSTDIN();
  return llvm::MemoryBuffer::getFile(name, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/true,
                                     /*IsVolatile=*/true, llvm::Align(64));
}

LogicalResult run(StringRef inputName, StringRef outputName,
                  DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  auto input = readInput(inputName);
  if (std::error_code code = input.getError())
    return fail("cannot read '" + inputName + "': " + code.message());
  amp::scanInput({const_cast<char *>((*input)->getBufferStart()),
                  (*input)->getBufferSize()});

  auto output = amp::AtomicOutput::open(outputName);
  if (!output)
    return fail(llvm::toString(output.takeError()));
  amp::TextStream text((*output)->os(), boolConstants == BoolStyle::Jax);
  llvm::raw_ostream &os = config.shouldEmitBytecode() ? (*output)->os() : text;
  LogicalResult result = MlirOptMain(os, std::move(*input), registry, config);
  text.finish();
  if (failed(result))
    return failure();
  if (llvm::Error error = (*output)->keep())
    return fail(llvm::toString(std::move(error)));
  return success();
}
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN); // too large a file is an error like any other
#endif
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  amp::registerAmpDialects(registry);
  amp::registerAmpPasses();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "automatic mixed precision for model graphs\n", registry);
  return asMainReturnCode(run(input, output, registry));
}
