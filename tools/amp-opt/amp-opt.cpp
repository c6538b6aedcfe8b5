// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// read the whole input ==> check and scan its text ==> parse, run passes, print
//                      ==> replace the output file
#include "AtomicOutput.h"
#include "BigStack.h"
#include "CommandLine.h"
#include "InputFormat.h"
#include "InputScan.h"
#include "TextStream.h"
#include "amp/Register.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include <csignal>
#include <mimalloc.h>

using namespace mlir;
using llvm::MemoryBuffer;
using llvm::StringRef;

static LogicalResult fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return failure();
}

/// The whole input in memory that is ours to change; never a mapped file, whose
/// text would change under us.
static llvm::ErrorOr<std::unique_ptr<MemoryBuffer>> readInput(StringRef name) {
  if (name != "-")
    return MemoryBuffer::getFile(name, /*IsText=*/false,
                                 /*RequiresNullTerminator=*/true,
                                 /*IsVolatile=*/true, llvm::Align(64));
  if (llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(reading standard input; end it with ctrl-d)\n";
  return MemoryBuffer::getSTDIN();
}

static LogicalResult checkInput(MemoryBuffer &input, StringRef splitMarker,
                                unsigned maxNesting) {
  std::string foreign = amp::findForeignFormat(input);
  if (!foreign.empty())
    return fail(foreign);
  if (amp::isBytecode(input.getBuffer()))
    return success();
  llvm::MutableArrayRef<char> text(const_cast<char *>(input.getBufferStart()),
                                   input.getBufferSize());
  auto error = amp::scanInput(text, {maxNesting, splitMarker});
  if (error)
    amp::printError(input, *error);
  return failure(error.has_value());
}

static LogicalResult run(const amp::CommandLine &options,
                         DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(llvm::nulls(), MemoryBuffer::getMemBuffer(""), registry,
                       config);

  auto input = readInput(options.input);
  if (std::error_code code = input.getError())
    return fail("cannot read '" + options.input + "': " + code.message());
  if (failed(
          checkInput(**input, config.inputSplitMarker(), options.maxNesting)))
    return failure();

  auto output = amp::AtomicOutput::open(options.output);
  if (!output)
    return fail(llvm::toString(output.takeError()));
  llvm::raw_ostream &file = (*output)->os();
  amp::TextStream text(file, options.boolConstants == amp::BoolStyle::Jax);
  llvm::raw_ostream &os = config.shouldEmitBytecode() ? file : text;
  LogicalResult result = MlirOptMain(os, std::move(*input), registry, config);
  text.finish();
  if (failed(result))
    return failure();
  // Nothing is printed where the expected errors came: no reason to replace.
  if (config.shouldVerifyDiagnostics() && file.tell() == 0)
    return success();
  if (llvm::Error error = (*output)->keep())
    return fail(llvm::toString(std::move(error)));
  return success();
}

int main(int argc, char **argv) {
  // Large graphs wait for memory: with 2 MB pages far less.
  mi_option_enable(mi_option_large_os_pages);
  llvm::InitLLVM init(argc, argv);
  llvm::setBugReportMsg(
      "error: amp-opt stopped at a fault of its own; a file named by -o is as "
      "it was. Please report it with the input and the command below.\n");
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN); // too large a file is an error like any other
#endif
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  amp::registerAmpDialects(registry);
  amp::registerAmpPasses();
  auto options = amp::parseCommandLine(argc, argv, registry);
  if (!options)
    return EXIT_FAILURE;
  LogicalResult result = failure();
  amp::runOnBigStack(options->maxNesting,
                     [&] { result = run(*options, registry); });
  return asMainReturnCode(result);
}
