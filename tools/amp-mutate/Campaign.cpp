// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// output ==> clone ==> one mutation ==> MLIR's verifier ==> checker
#include "Campaign.h"
#include "Tags.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

namespace {
struct Site {
  unsigned op, variant;
};

/// Sites of one operator in one case, in the order of their use.
struct Queue {
  Case *program;
  std::vector<Site> sites;
  size_t next = 0;
};

/// SplitMix64 (Steele, Lea, Flood 2014): the same sequence on all machines.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t below(uint64_t bound) {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (z ^ (z >> 31)) % bound;
  }

private:
  uint64_t state;
};

/// FNV-1a hash: selects different sites of an operator in each case.
uint64_t hashOf(StringRef text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001B3;
  return hash;
}

class Campaign {
public:
  Campaign(MLIRContext &context, const CheckerName &checker,
           const CommandLine &options, StringRef folder)
      : context(context), options(options), folder(folder),
        execution(options.ampRun, folder) {
    result.checker = &checker;
  }

  CampaignResult run();

private:
  void makeCases();
  Queue listSites(Case &program, const Operator &op);
  void mutate(const Operator &op, unsigned target);
  void tryOne(Case &program, const Operator &op, Site site, Tally &tally);
  void judge(Case &program, ModuleOp mutant, const Operator &op,
             Survivor survivor, Tally &tally);
  void save(Case &program, ModuleOp mutant, const Survivor &survivor);

  MLIRContext &context;
  const CommandLine &options;
  StringRef folder;
  Execution execution;
  std::vector<std::unique_ptr<Case>> cases;
  CampaignResult result;
};
} // namespace

void Campaign::makeCases() {
  unsigned number = 0;
  for (const std::string &graph : options.graphs)
    for (const Recipe &recipe : allRecipes()) {
      if (recipe.checker != result.checker->checker)
        continue;
      std::string problem;
      llvm::SmallString<128> own(folder);
      llvm::sys::path::append(own, Twine(number++));
      llvm::sys::fs::create_directory(own);
      auto made = Case::make(context, graph, recipe, own, problem);
      if (!problem.empty())
        result.problems.push_back(graph + " (" + recipe.name.str() +
                                  "): " + problem);
      if (made && problem.empty())
        cases.push_back(std::move(made));
    }
  result.cases = cases.size();
}

Queue Campaign::listSites(Case &program, const Operator &op) {
  Queue queue{&program, {}};
  unsigned number = 0;
  program.output->walk([&](Operation *candidate) {
    unsigned variants = op.countVariants(candidate, program.facts);
    for (unsigned i = 0; i < variants; ++i)
      queue.sites.push_back({number, i});
    ++number;
  });
  Random random(options.seed ^ hashOf(program.describe() + op.name.str()));
  for (size_t i = queue.sites.size(); i > 1; --i)
    std::swap(queue.sites[i - 1], queue.sites[random.below(i)]);
  return queue;
}

static Operation *findOp(ModuleOp module, unsigned number) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (number-- != 0)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static std::string textOf(Operation *op) {
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(4).skipRegions().useLocalScope();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isa<ModuleOp>(op))
    os << "module";
  else
    op->print(os, flags);
  return text.size() > 200 ? text.substr(0, 200) + "…" : text;
}

static bool isSame(ModuleOp a, ModuleOp b) {
  return OperationEquivalence::isEquivalentTo(
      a, b, OperationEquivalence::IgnoreLocations);
}

void Campaign::tryOne(Case &program, const Operator &op, Site site,
                      Tally &tally) {
  OwningOpRef<ModuleOp> mutant = program.output->clone();
  Operation *target = findOp(*mutant, site.op);
  Survivor survivor{
      &op,
      program.describe() + ", " + describePosition(target->getLoc()) + ", op " +
          std::to_string(site.op) + ", variant " + std::to_string(site.variant),
      textOf(target), target->getName().getStringRef().str()};
  bool isValid = false;
  {
    ScopedDiagnosticHandler silent(&context,
                                   [](Diagnostic &) { return success(); });
    llvm::CrashRecoveryContext guard;
    guard.RunSafely([&] {
      isValid = succeeded(op.apply(target, site.variant, program.facts)) &&
                succeeded(verify(*mutant)) &&
                !isSame(*program.output, *mutant) && program.finish(*mutant);
    });
  }
  if (!isValid)
    return;
  ++tally.valid;
  std::string message;
  if (!program.rejects(*mutant, message))
    return judge(program, *mutant, op, std::move(survivor), tally);
  ++tally.killed;
  ++tally.messages[message];
}

void Campaign::judge(Case &program, ModuleOp mutant, const Operator &op,
                     Survivor survivor, Tally &tally) {
  Equivalence equivalence = Equivalence::different;
  if (options.executes && !op.isNeverEquivalent)
    equivalence = result.checker->checker == solutionChecker
                      ? comparePrices(program, mutant)
                      : execution.compare(program, mutant);
  survivor.wasRun = equivalence != Equivalence::notRun;
  if (equivalence == Equivalence::equal) {
    ++tally.discarded;
    result.discarded.push_back(std::move(survivor));
    return;
  }
  ++tally.survived;
  if (!options.save.empty())
    save(program, mutant, survivor);
  result.survivors.push_back(std::move(survivor));
}

/// Writes NUMBER-OPERATOR.in.mlir and .mutant.mlir; the first line is the site.
void Campaign::save(Case &program, ModuleOp mutant, const Survivor &survivor) {
  std::string stem = options.save + "/" + result.checker->name.str() + "-" +
                     survivor.op->name.str() + "-" +
                     std::to_string(result.survivors.size());
  llvm::sys::fs::create_directories(options.save);
  llvm::sys::fs::copy_file(program.inputFile, stem + ".in.mlir");
  std::error_code code;
  llvm::raw_fd_ostream os(stem + ".mutant.mlir", code);
  if (code) {
    result.problems.push_back("cannot write " + stem + ".mutant.mlir");
    return;
  }
  os << "// " << survivor.where << "\n// "
     << StringRef(survivor.text).take_until([](char c) { return c == '\n'; })
     << "\n// amp-opt MUTANT --" << result.checker->pass
     << (result.checker->readsInput ? "=input=INPUT" : "") << '\n';
  mutant.print(os);
}

void Campaign::mutate(const Operator &op, unsigned target) {
  Tally tally{&op};
  std::vector<Queue> queues;
  for (const std::unique_ptr<Case> &program : cases)
    queues.push_back(listSites(*program, op));
  for (bool isLeft = true; isLeft && tally.valid < target;) {
    isLeft = false;
    for (Queue &queue : queues)
      if (tally.valid < target && queue.next < queue.sites.size()) {
        tryOne(*queue.program, op, queue.sites[queue.next++], tally);
        isLeft = true;
      }
  }
  llvm::errs() << "amp-mutate: " << result.checker->name << ", " << op.name
               << ": " << tally.valid << " mutants, " << tally.killed
               << " rejected, " << tally.discarded << " equivalent\n";
  result.tallies.push_back(std::move(tally));
}

CampaignResult Campaign::run() {
  makeCases();
  SmallVector<const Operator *> claimed;
  for (const Operator &op : allOperators())
    if (op.checkers & result.checker->checker)
      claimed.push_back(&op);
  constexpr unsigned minPerChecker = 1150, minPerOperator = 60;
  unsigned share = (minPerChecker + claimed.size() - 1) / claimed.size();
  unsigned target = options.perOperator ? options.perOperator
                                        : std::max(minPerOperator, share);
  for (const Operator *op : claimed)
    if (options.wants(*op))
      mutate(*op, target);
  return std::move(result);
}

CampaignResult amp::mutate::runCampaign(MLIRContext &context,
                                        const CheckerName &checker,
                                        const CommandLine &options,
                                        StringRef folder) {
  return Campaign(context, checker, options, folder).run();
}
