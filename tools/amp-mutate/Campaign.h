// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutation campaign: all mutants of one checker and their results.
#ifndef AMP_MUTATE_CAMPAIGN_H
#define AMP_MUTATE_CAMPAIGN_H

#include "CommandLine.h"
#include "Execution.h"

namespace mlir::amp::mutate {

/// Mutant that its checker accepts.
struct Survivor {
  const Operator *op;
  std::string where, text;
  /// Name of the mutated op, for explanations.
  std::string opName;
  bool wasRun = true;
};

struct Tally {
  const Operator *op;
  unsigned valid = 0, killed = 0, discarded = 0, survived = 0;
  /// Messages of the checker, with the number of mutants that each one rejects.
  std::map<std::string, unsigned> messages;

  double percent() const {
    unsigned judged = valid - discarded;
    return judged ? 100.0 * killed / judged : 100.0;
  }
};

struct CampaignResult {
  const CheckerName *checker;
  unsigned cases = 0;
  std::vector<Tally> tallies;
  std::vector<Survivor> survivors, discarded;
  /// Unmutated outputs that the checker rejects, and passes that fail.
  std::vector<std::string> problems;
};

CampaignResult runCampaign(MLIRContext &context, const CheckerName &checker,
                           const CommandLine &options, StringRef folder);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_CAMPAIGN_H
