// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_FUZZ_WORKER_H
#define TOOLS_AMP_FUZZ_WORKER_H

#include "Check/Properties.h"
#include "mlir/IR/DialectRegistry.h"
#include <map>

namespace mlir::amp::fuzz {

struct FuzzOptions {
  uint64_t seed = 1;
  int64_t programs = 0; ///< 0: as many as fit into `minutes`
  double minutes = 0;
  int jobs = 1;
  int compileEveryNth = 200; ///< 0: no program
  bool reduces = true;
  std::string findings; ///< folder for one file per finding
  std::string self;     ///< this executable
  std::string known;    ///< file of findings that do not count
};

/// A program of the stream of one seed.
struct Drawn {
  OwningOpRef<ModuleOp> module;
  std::string options;
  uint64_t inputSeed;
};
Drawn drawProgram(MLIRContext *context, uint64_t seed, int64_t index);

/// By key: how often, and the file of the first.
using FindingCounts = std::map<std::string, std::pair<int64_t, std::string>>;
/// Prints counts, rows of the op table that did not occur, and findings.
void printSummary(const std::map<std::string, int64_t> &tally,
                  const FindingCounts &findings, double seconds,
                  MLIRContext *context);

/// Fuzzes in child processes, so that crashes and hangs are findings. Prints a
/// summary; returns the number of distinct findings.
int64_t fuzz(const FuzzOptions &options, DialectRegistry &registry);

/// Reduces the program of a finding with MLIR's reduction tree. Returns the
/// text of a lit test, or nothing if the finding cannot be seen again.
std::string reduceFinding(StringRef file, StringRef options, uint64_t inputSeed,
                          const Finding &finding, MLIRContext *context);
/// The lit test of a finding.
std::string litTest(StringRef module, StringRef options, uint64_t inputSeed,
                    const Finding &finding);

/// Runs every program in a folder of StableHLO's tests by the interpreter;
/// prints how many give the results that they expect.
int conformance(StringRef folder, DialectRegistry &registry, int64_t atLeast);

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_WORKER_H
