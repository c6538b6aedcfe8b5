// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// read the whole input ==> check and scan its text ==> parse, run passes, print
//                      ==> replace the output file
#include "CommandLine.h"
#include "tools/common/TextStream.h"
#include "amp/Pipelines.h"
#include "amp/Register.h"
#include "lib/Lowering/Common/Passes.h"
#include "lib/Support/AtomicOutput.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "tools/common/BigStack.h"
#include "tools/common/Diagnostics.h"
#include "tools/common/InputScan.h"
#include "tools/common/ReadInput.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"
#ifdef AMP_LINK_ALL // libMLIR.so has all of them
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#endif
#include <csignal>
#ifdef AMP_MIMALLOC
#include <mimalloc.h>
#endif

using namespace mlir;
using llvm::MemoryBuffer;
using llvm::StringRef;

static LogicalResult fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return failure();
}

/// Verifies once after the last pass instead of after each pass, unless the
/// command line or `verifiesEachPass` requests the latter.
static void verifyAtEnd(MlirOptMainConfig &config) {
  auto option = llvm::cl::getRegisteredOptions().find("verify-each");
  if (amp::verifiesEachPass() || option->second->getNumOccurrences() != 0)
    return;
  config.verifyPasses(false);
  config.setPassPipelineSetupFn([given = config](PassManager &passes) {
    if (failed(given.setupPassPipeline(passes)))
      return failure();
    if (!passes.empty())
      passes.addPass(amp::createVerifyOps());
    return success();
  });
}

/// After the passes, `explains` is true if a pipeline used --amp-explain.
static LogicalResult run(const amp::opt::CommandLine &options,
                         DialectRegistry &registry, const bool &explains) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(llvm::nulls(), MemoryBuffer::getMemBuffer(""), registry,
                       config);
  verifyAtEnd(config);

  auto input = amp::opt::readInput(
      options.input, {options.maxNesting, config.inputSplitMarker()});
  if (!input)
    return failure();

  auto output = amp::AtomicOutput::open(options.output);
  if (!output)
    return fail(llvm::toString(output.takeError()));
  llvm::raw_ostream &file = (*output)->os();
  amp::opt::TextStream text(file,
                            options.boolConstants == amp::opt::BoolStyle::Jax);
  llvm::raw_ostream &os = config.shouldEmitBytecode() ? file : text;
  LogicalResult result = MlirOptMain(os, std::move(input), registry, config);
  text.finish();
  if (failed(result))
    return failure();
  if (!options.explain.empty() && !explains)
    return fail(
        "--amp-explain: expected --amp too, whose decisions it explains");
  // With only expected errors, nothing is printed: the output file stays.
  if (config.shouldVerifyDiagnostics() && file.tell() == 0)
    return success();
  if (llvm::Error error = (*output)->keep())
    return fail(llvm::toString(std::move(error)));
  return success();
}

extern "C" int ampOptMain(int argc, char **argv) {
  // Page faults of large graphs are expensive: 2 MB pages reduce them.
#ifdef AMP_MIMALLOC
  mi_option_enable(mi_option_large_os_pages);
#endif
  llvm::InitLLVM init(argc, argv);
  llvm::setBugReportMsg(
      "error: amp-opt stopped at a fault of its own; a file named by -o is as "
      "it was. Please report it with the input and the command below.\n");
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN); // too large a file is then an ordinary error
#endif
  DialectRegistry registry;
#ifdef AMP_LINK_ALL
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
#else
  registerTransformsPasses();
#endif
  amp::registerProgramDialects(registry);
  std::string explain; // for each --amp, known after option parsing
  bool explains = false;
  amp::registerAmpPasses([&](amp::AmpOptions &amp) {
    explains = true;
    if (!explain.empty())
      amp.explain = explain;
  });
  auto options = amp::opt::parseCommandLine(argc, argv, registry);
  if (!options)
    return EXIT_FAILURE;
  amp::opt::registerBriefDiagnostics(
      registry, /*ownsUnlocated=*/!MlirOptMainConfig::createFromCLOptions()
                    .shouldVerifyDiagnostics());
  explain = options->explain;
  LogicalResult result = failure();
  amp::opt::runOnBigStack(options->maxNesting,
                          [&] { result = run(*options, registry, explains); });
  return asMainReturnCode(result);
}
