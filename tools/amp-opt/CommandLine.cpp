// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandLine.h"
#include "tools/common/OptionParser.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
namespace cl = llvm::cl;
using llvm::StringRef;

static const char overview[] =
    R"(mixed precision for model graphs

Reads a model graph as MLIR (usually a whole training step, as JAX exports it),
lowers ops to 16 bits where the cost model predicts a speedup and the policy and
the ranges permit it, and writes a graph that runs wherever the input did.

  Print a summary, and write nothing:
    amp-opt step.mlir --amp="compute=bf16 summary=true" -o /dev/null

  Print the reasons for the ops of a function, a scope, a line or a name:
    amp-opt step.mlir --amp="compute=bf16" --amp-explain=dot_general -o /dev/null

  Rewrite it:
    amp-opt step.mlir --amp="compute=bf16" -o fast.mlir

  Only read, verify and print it again:
    amp-opt step.mlir -o copy.mlir

Without a file it reads standard input, and without -o it writes standard
output. A file is replaced only if all went well, so -o may name the input.
It is also an MLIR optimizer: all of MLIR's passes and options are here, and
--list-passes and --show-dialects name them.
)";

namespace {
struct Options {
  cl::OptionCategory category{"AMP options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Output file"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<amp::opt::BoolStyle> boolConstants{
      "bool-constants",
      cl::desc("How to print large i1 constants (both spellings are read)"),
      cl::values(clEnumValN(amp::opt::BoolStyle::Jax, "jax",
                            "a byte per element, as JAX does (default)"),
                 clEnumValN(amp::opt::BoolStyle::Mlir, "mlir",
                            "a bit per element, as MLIR 22 does")),
      cl::init(amp::opt::BoolStyle::Jax), cl::cat(category)};
  cl::opt<std::string> explain{
      "amp-explain",
      cl::desc("With --amp: print on stderr, for each op whose name, function, "
               "scope or location matches, the reason of its precision"),
      cl::value_desc("regex"), cl::cat(category)};
  cl::opt<unsigned> maxNesting{
      "max-nesting",
      cl::desc("Refuse an input that nests deeper (default 512)"),
      cl::value_desc("levels"), cl::init(amp::opt::defaultNesting),
      cl::cat(category)};
};
} // namespace

std::optional<amp::opt::CommandLine>
amp::opt::parseCommandLine(int argc, char **argv, DialectRegistry &registry) {
  hideLibraryOptions();
  static Options options;
  registerCLIOptions("amp-opt", registry);
  if (!parseOptions(argc, argv, "amp-opt", overview) ||
      !checkNesting(options.maxNesting))
    return std::nullopt;
  if (options.explain.getNumOccurrences() && options.explain.empty()) {
    llvm::WithColor::error()
        << "--amp-explain: expected a regular expression, but got nothing\n";
    return std::nullopt;
  }
  return CommandLine{options.input, options.output, options.boolConstants,
                     options.maxNesting, options.explain};
}
