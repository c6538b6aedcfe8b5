// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common part of the tools' command lines.
#ifndef TOOLS_COMMON_OPTIONPARSER_H
#define TOOLS_COMMON_OPTIONPARSER_H

#include "llvm/ADT/StringRef.h"

namespace mlir::amp::opt {

constexpr unsigned defaultNesting = 512;

/// LLVM's libraries bring hundreds of options for code generation; after this,
/// before a tool makes its own, only --help-hidden lists them.
void hideLibraryOptions();

/// Returns true for --help, its variants and --version.
bool asksForHelp(llvm::StringRef argument);

/// Parses the options that are registered; false, and an error on stderr, if
/// that fails. Does not return from --help and --version.
bool parseOptions(int argc, char **argv, const char *tool,
                  const char *overview);

/// Returns true if the tools accept this --max-nesting; reports an error
/// otherwise.
bool checkNesting(unsigned levels);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_OPTIONPARSER_H
