// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_FUZZ_WORKER_H
#define TOOLS_AMP_FUZZ_WORKER_H

#include "Check/Properties.h"
#include "mlir/IR/DialectRegistry.h"
#include <map>

namespace mlir::amp::fuzz {

struct FuzzOptions {
  uint64_t seed = 1;
  int64_t programs = 0; ///< 0: as many as possible in `minutes`
  double minutes = 0;
  int jobs = 1;
  int compileEveryNth = 200; ///< 0: never
  bool reduces = true;
  std::string findings; ///< folder for one file per finding
  std::string self;     ///< this executable
  std::string known;    ///< file of findings to ignore
};

/// Program number `index` of the random stream of a seed.
struct Drawn {
  OwningOpRef<ModuleOp> module;
  std::string options;
  uint64_t inputSeed;
};
Drawn drawProgram(MLIRContext *context, uint64_t seed, int64_t index);

/// By key: number of occurrences, and the file of the first one.
using FindingCounts = std::map<std::string, std::pair<int64_t, std::string>>;
/// Prints counts, rows of the op table that were not covered, and findings.
void printSummary(const std::map<std::string, int64_t> &tally,
                  const FindingCounts &findings, double seconds,
                  MLIRContext *context);

/// Fuzzes in child processes, so that crashes and hangs are findings. Prints a
/// summary and returns the number of distinct findings.
int64_t fuzz(const FuzzOptions &options, DialectRegistry &registry);

/// Reduces the program of a finding with MLIR's reduction tree. Returns the
/// text of a lit test, or "" if the finding is not reproducible.
std::string reduceFinding(StringRef file, StringRef options, uint64_t inputSeed,
                          const Finding &finding, MLIRContext *context);
/// Returns the lit test of a finding.
std::string litTest(StringRef module, StringRef options, uint64_t inputSeed,
                    const Finding &finding);

/// Runs each program in a folder of StableHLO's tests in the interpreter.
/// Prints the number of programs with the expected results.
int conformance(StringRef folder, DialectRegistry &registry, int64_t atLeast);

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_WORKER_H
