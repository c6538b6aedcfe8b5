// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OptionParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using llvm::StringRef;

bool mlir::amp::opt::asksForHelp(StringRef argument) {
  StringRef name = argument.ltrim('-');
  return argument.starts_with("-") &&
         (name == "h" || name == "version" || name.starts_with("help"));
}

void mlir::amp::opt::hideLibraryOptions() {
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (option->getOptionHiddenFlag() == cl::NotHidden &&
        !name.starts_with("help") && name != "version" && name != "color")
      option->setHiddenFlag(cl::Hidden);
}

bool mlir::amp::opt::parseOptions(int argc, char **argv, const char *tool,
                                  const char *overview) {
  static const char *name = tool;
  cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << name
       << " " AMP_VERSION ", mixed precision for model graphs, built on MLIR "
       << LLVM_VERSION_STRING << '\n';
  });

  // LLVM's messages begin with the program's name.
  llvm::SmallVector<const char *> arguments(argv, argv + argc);
  bool isQuestion = llvm::any_of(llvm::drop_begin(arguments), asksForHelp);
  arguments[0] = isQuestion ? tool : "error";
  std::string message;
  llvm::raw_string_ostream messages(message);
  if (cl::ParseCommandLineOptions(argc, arguments.data(), overview, &messages))
    return true;
  StringRef text = message;
  for (size_t at; (at = text.find("error --help")) != StringRef::npos;) {
    llvm::errs() << text.take_front(at) << tool << " --help";
    text = text.drop_front(at + strlen("error --help"));
  }
  llvm::errs() << text;
  return false;
}

bool mlir::amp::opt::checkNesting(unsigned levels) {
  constexpr unsigned most = 20000;
  if (levels <= most)
    return true;
  llvm::WithColor::error() << "--max-nesting: expected at most " << most
                           << ", but got " << levels << '\n';
  return false;
}
