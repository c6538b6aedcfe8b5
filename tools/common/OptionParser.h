// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common part of the tools' command-line parsers.
#ifndef TOOLS_COMMON_OPTIONPARSER_H
#define TOOLS_COMMON_OPTIONPARSER_H

#include "llvm/ADT/StringRef.h"

namespace mlir::amp::opt {

constexpr unsigned defaultNesting = 512;

/// Moves the registered options, hundreds from LLVM's code generation
/// libraries, to --help-hidden. Call this before a tool registers its own
/// options.
void hideLibraryOptions();

/// Returns true for --help, its variants and --version.
bool asksForHelp(llvm::StringRef argument);

/// Parses the registered options. Returns false, with an error on stderr, on
/// failure. Does not return for --help and --version.
bool parseOptions(int argc, char **argv, const char *tool,
                  const char *overview);

/// Returns true if this --max-nesting is valid; otherwise reports an error.
bool checkNesting(unsigned levels);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_OPTIONPARSER_H
