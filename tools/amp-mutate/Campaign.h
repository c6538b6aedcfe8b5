// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All mutants of one checker, and what became of them.
#ifndef AMP_MUTATE_CAMPAIGN_H
#define AMP_MUTATE_CAMPAIGN_H

#include "CommandLine.h"
#include "Execution.h"

namespace mlir::amp::mutate {

/// A mutant that its checker accepts.
struct Survivor {
  const Operator *op;
  std::string where, text;
  /// The name of the mutated op, for explanations.
  std::string opName;
  bool wasRun = true;
};

struct Tally {
  const Operator *op;
  unsigned valid = 0, killed = 0, discarded = 0, survived = 0;
  /// Messages of the checker, with how often each guarantee was named.
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
  /// Outputs that the checker rejects unmutated, and passes that fail.
  std::vector<std::string> problems;
};

CampaignResult runCampaign(MLIRContext &context, const CheckerName &checker,
                           const CommandLine &options, StringRef folder);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_CAMPAIGN_H
