// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_COMMANDLINE_H
#define AMP_MUTATE_COMMANDLINE_H

#include "Operator.h"

namespace mlir::amp::mutate {

/// Targets of a campaign: the exit status depends on them.
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

/// Returns nullopt, with an error on stderr, for an invalid command line.
std::optional<CommandLine> parseCommandLine(int argc, char **argv);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_COMMANDLINE_H
