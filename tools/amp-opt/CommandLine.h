// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// amp-opt's own options and help overview, in addition to MLIR's.
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
  std::string explain; ///< for --amp; empty if not requested
};

/// Parses all options, including MLIR's. Returns nullopt, with an error on
/// stderr, on failure. Does not return for --help and --version.
std::optional<CommandLine> parseCommandLine(int argc, char **argv,
                                            DialectRegistry &registry);

} // namespace mlir::amp::opt

#endif // AMP_OPT_COMMANDLINE_H
