// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_COMMANDLINE_H
#define AMP_MUTATE_COMMANDLINE_H

#include "Operator.h"

namespace mlir::amp::mutate {

/// Bounds that a run must reach.
struct Targets {
  unsigned perOperator, perChecker, unexplained;
  double killed, killedPerOperator, discarded;
};

struct CommandLine {
  std::vector<std::string> graphs, checkers, operators;
  std::string ampRun, save, explanations;
  unsigned perOperator;
  uint64_t seed;
  bool executes, printsMessages, lists;
  Targets targets;

  bool wants(const Operator &op) const {
    return operators.empty() || llvm::is_contained(operators, op.name);
  }
};

/// None, and an error on stderr, if the command line makes no sense.
std::optional<CommandLine> parseCommandLine(int argc, char **argv);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_COMMANDLINE_H
