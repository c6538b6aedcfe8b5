// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Table.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static void printRow(StringRef checker, StringRef op, const Tally &tally) {
  llvm::outs() << llvm::formatv("{0,-10} {1,-20} {2,6} {3,6} {4,9} {5,8} "
                                "{6,7:F1} %\n",
                                checker, op, tally.valid, tally.killed,
                                tally.discarded, tally.survived,
                                tally.percent());
}

static Tally sumOf(const CampaignResult &result) {
  Tally sum{nullptr};
  for (const Tally &tally : result.tallies) {
    sum.valid += tally.valid;
    sum.killed += tally.killed;
    sum.discarded += tally.discarded;
    sum.survived += tally.survived;
  }
  return sum;
}

static void printTable(const CampaignResult &result) {
  llvm::outs() << llvm::formatv("{0,-10} {1,-20} {2,6} {3,6} {4,9} {5,8} "
                                "{6,9}\n",
                                "checker", "operator", "valid", "killed",
                                "discarded", "survived", "killed");
  for (const Tally &tally : result.tallies)
    printRow(result.checker->name, tally.op->name, tally);
  printRow(result.checker->name, "all", sumOf(result));
}

static void printMessages(const CampaignResult &result) {
  for (const Tally &tally : result.tallies)
    for (const auto &[message, count] : tally.messages)
      llvm::outs() << "  " << tally.op->name << ": " << count << " x "
                   << message << '\n';
}

/// Returns the number of survivors without a reason.
static unsigned printSurvivors(const CampaignResult &result,
                               const Explanations &explanations) {
  unsigned unexplained = 0;
  for (const Survivor &survivor : result.survivors) {
    StringRef reason = explanations.find(result.checker->name, survivor);
    unexplained += reason.empty();
    llvm::outs() << "survivor: " << result.checker->name << ", "
                 << survivor.op->name << ", " << survivor.where << "\n  "
                 << survivor.text << "\n  "
                 << (reason.empty() ? StringRef("not explained") : reason)
                 << (survivor.wasRun ? "" : " (could not be run)") << '\n';
  }
  for (const Survivor &survivor : result.discarded)
    llvm::outs() << "equivalent: " << result.checker->name << ", "
                 << survivor.op->name << ", " << survivor.where << "\n  "
                 << survivor.text << '\n';
  return unexplained;
}

static bool checkTargets(const CampaignResult &result, const Targets &targets,
                         unsigned unexplained) {
  bool isReached = true;
  auto miss = [&](const Twine &what) {
    llvm::outs() << "target missed: " << result.checker->name << ": " << what
                 << '\n';
    isReached = false;
  };
  auto number = [](double value) {
    return llvm::formatv("{0:F1}", value).str();
  };
  for (const std::string &problem : result.problems)
    miss(problem);
  for (const Tally &tally : result.tallies) {
    StringRef name = tally.op->name;
    if (tally.valid < targets.perOperator)
      miss(name + ": " + Twine(tally.valid) + " mutants, of " +
           Twine(targets.perOperator));
    if (tally.percent() < targets.killedPerOperator)
      miss(name + ": " + number(tally.percent()) + " % killed, of " +
           number(targets.killedPerOperator) + " %");
  }
  Tally sum = sumOf(result);
  if (sum.valid < targets.perChecker)
    miss(Twine(sum.valid) + " mutants, of " + Twine(targets.perChecker));
  if (sum.percent() < targets.killed)
    miss(number(sum.percent()) + " % killed, of " + number(targets.killed) +
         " %");
  if (100.0 * sum.discarded > targets.discarded * sum.valid)
    miss(Twine(sum.discarded) + " of " + Twine(sum.valid) +
         " mutants equivalent, of " + number(targets.discarded) + " %");
  if (unexplained > targets.unexplained)
    miss(Twine(unexplained) + " survivors without an explanation");
  return isReached;
}

bool amp::mutate::printResult(const CampaignResult &result,
                              const CommandLine &options,
                              const Explanations &explanations) {
  if (options.printsMessages)
    printMessages(result);
  unsigned unexplained = printSurvivors(result, explanations);
  llvm::outs() << result.checker->pass << " on " << result.cases
               << " unmutated outputs\n";
  printTable(result);
  bool isReached = checkTargets(result, options.targets, unexplained);
  llvm::outs().flush();
  return isReached;
}

void amp::mutate::printOperators() {
  for (const Operator &op : allOperators()) {
    llvm::outs() << llvm::formatv("{0,-20} {1}; seen by", op.name, op.summary);
    for (const CheckerName &checker : allCheckers())
      if (op.checkers & checker.checker)
        llvm::outs() << ' ' << checker.pass;
    llvm::outs() << '\n';
  }
}
