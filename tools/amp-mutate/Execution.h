// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equivalence test of programs by execution.
#ifndef AMP_MUTATE_EXECUTION_H
#define AMP_MUTATE_EXECUTION_H

#include "Case.h"

namespace mlir::amp::mutate {

enum class Equivalence { equal, different, notRun };

/// Executes programs with amp-run in child processes.
class Execution {
public:
  Execution(StringRef ampRun, StringRef folder)
      : ampRun(ampRun), folder(folder) {}

  /// Compares all results of all public functions bit by bit: for 20 steps on
  /// ordinary inputs, and for 20 steps of which some overflow. `mutant` has the
  /// form that is checked. Programs that take seconds are not executed.
  Equivalence compare(Case &original, ModuleOp mutant);

private:
  /// Results of each run; nullopt if a run failed.
  using Results = std::optional<std::vector<std::string>>;
  /// Stops at the first run that differs from `expected`.
  Results runAll(Case &original, ModuleOp module, const Results &expected);
  bool runOnce(StringRef program, StringRef entry, StringRef inputs,
               StringRef keep, bool isOriginal, std::string &results);

  std::string ampRun, folder;
  llvm::DenseMap<Case *, Results> known;
};

/// Compares the objective values of the solver for both programs.
Equivalence comparePrices(Case &original, ModuleOp mutant);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_EXECUTION_H
