// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandLine.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace cl = llvm::cl;
using llvm::StringRef;

static const char overview[] =
    R"(mixed precision for model graphs

Reads a model graph as MLIR (usually a whole training step, as JAX exports it),
lets the operations that profit compute in 16 bits and keeps the rest as it is,
and writes a graph that runs wherever the first one did.

  Say what would change, and write nothing:
    amp-opt step.mlir --amp="compute=bf16 summary=true" -o /dev/null

  Change it:
    amp-opt step.mlir --amp="compute=bf16" -o fast.mlir

  Only read, verify and print it again:
    amp-opt step.mlir -o copy.mlir

Without a file it reads standard input, and without -o it writes standard
output. A file is replaced only if all went well, so -o may name the input.
It is also an MLIR optimizer: all of MLIR's passes and options are here, and
--list-passes and --show-dialects name them.
)";

namespace {
constexpr unsigned largestNesting = 20000;

struct Options {
  cl::OptionCategory category{"AMP options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Output file"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<amp::BoolStyle> boolConstants{
      "bool-constants",
      cl::desc("How to print large i1 constants (both spellings are read)"),
      cl::values(clEnumValN(amp::BoolStyle::Jax, "jax",
                            "a byte per element, as JAX does (default)"),
                 clEnumValN(amp::BoolStyle::Mlir, "mlir",
                            "a bit per element, as MLIR 22 does")),
      cl::init(amp::BoolStyle::Jax), cl::cat(category)};
  cl::opt<unsigned> maxNesting{
      "max-nesting",
      cl::desc("Refuse an input that nests deeper (default 512)"),
      cl::value_desc("levels"), cl::init(512), cl::cat(category)};
};

/// LLVM's libraries bring hundreds of options for code generation;
/// --help-hidden still lists them.
void hideLibraryOptions() {
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (option->getOptionHiddenFlag() == cl::NotHidden &&
        !name.starts_with("help") && name != "version" && name != "color")
      option->setHiddenFlag(cl::Hidden);
}

bool asksForHelp(StringRef argument) {
  StringRef name = argument.ltrim('-');
  return argument.starts_with("-") &&
         (name == "h" || name == "version" || name.starts_with("help"));
}
} // namespace

std::optional<amp::CommandLine>
amp::parseCommandLine(int argc, char **argv, DialectRegistry &registry) {
  hideLibraryOptions();
  static Options options;
  registerCLIOptions("amp-opt", registry);
  cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "amp-opt, mixed precision for model graphs, built on MLIR "
       << LLVM_VERSION_STRING << '\n';
  });

  // LLVM starts its messages with the program's name.
  llvm::SmallVector<const char *> arguments(argv, argv + argc);
  bool isQuestion = llvm::any_of(llvm::drop_begin(arguments), asksForHelp);
  arguments[0] = isQuestion ? "amp-opt" : "error";
  std::string message;
  llvm::raw_string_ostream messages(message);
  if (!cl::ParseCommandLineOptions(argc, arguments.data(), overview,
                                   &messages)) {
    StringRef text = message;
    for (size_t at; (at = text.find("error --help")) != StringRef::npos;) {
      llvm::errs() << text.take_front(at) << "amp-opt --help";
      text = text.drop_front(at + strlen("error --help"));
    }
    llvm::errs() << text;
    return std::nullopt;
  }
  if (options.maxNesting > largestNesting) {
    llvm::WithColor::error()
        << "--max-nesting: expected at most " << largestNesting << ", but got "
        << options.maxNesting << '\n';
    return std::nullopt;
  }
  return CommandLine{options.input, options.output, options.boolConstants,
                     options.maxNesting};
}
