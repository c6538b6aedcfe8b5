// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// amp-opt's own options and the first screen of its help, around MLIR's.
#ifndef AMP_OPT_COMMANDLINE_H
#define AMP_OPT_COMMANDLINE_H

#include "mlir/IR/DialectRegistry.h"
#include <optional>
#include <string>

namespace mlir::amp::opt {

enum class BoolStyle { Jax, Mlir };

struct CommandLine {
  std::string input;
  std::string output;
  BoolStyle boolConstants;
  unsigned maxNesting;
  std::string explain; ///< for --amp; empty if not asked for
};

/// Parses all options, MLIR's among them; none, and an error on stderr, if that
/// fails. Does not return from --help and --version.
std::optional<CommandLine> parseCommandLine(int argc, char **argv,
                                            DialectRegistry &registry);

} // namespace mlir::amp::opt

#endif // AMP_OPT_COMMANDLINE_H
