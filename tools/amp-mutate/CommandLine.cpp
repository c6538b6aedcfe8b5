// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandLine.h"
#include "Recipes.h"

#include "tools/common/OptionParser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using namespace mlir::amp::mutate;
namespace cl = llvm::cl;

static const char overview[] =
    R"(measures which faults the checkers of amp-opt see

Runs the passes over graphs, changes their outputs by operators (drop a cast,
invert a guard, …), and runs the checker of each pass on each mutant that MLIR's
verifier accepts. Mutants that the checker accepts are executed: where every
result is that of the unmutated output, bit for bit, a mutant is equivalent and
does not count. Prints a table per checker and operator, and the survivors.

  amp-mutate --checker=verify test/Inputs/simplenet.mlir
)";

namespace {
struct Options {
  cl::OptionCategory category{"AMP options"};
  cl::list<std::string> graphs{cl::Positional, cl::desc("<graphs>"),
                               cl::cat(category)};
  cl::list<std::string> checkers{
      "checker",
      cl::desc(
          "verify, scaling, alignment, solution, weights, devices or saved "
          "(default: all)"),
      cl::CommaSeparated, cl::cat(category)};
  cl::list<std::string> operators{"operator",
                                  cl::desc("Operators (default: all)"),
                                  cl::CommaSeparated, cl::cat(category)};
  cl::opt<unsigned> perOperator{
      "per-operator",
      cl::desc("Mutants per operator (default: enough for the targets)"),
      cl::init(0), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("Of the sample (default 0)"),
                         cl::init(0), cl::cat(category)};
  cl::opt<std::string> save{
      "save", cl::desc("Write each survivor and the checker's input there"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> explanations{
      "explanations", cl::desc("File of known survivors and their reasons"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> executes{
      "execute", cl::desc("Run survivors to find equivalent ones (default)"),
      cl::init(true), cl::cat(category)};
  cl::opt<bool> messages{
      "messages", cl::desc("Print how often each message rejected a mutant"),
      cl::cat(category)};
  cl::opt<bool> lists{"list", cl::desc("Print operators and their checkers"),
                      cl::cat(category)};
  cl::opt<unsigned> minPerOperator{
      "min-per-operator", cl::desc("Target: mutants per operator (default 50)"),
      cl::init(50), cl::cat(category)};
  cl::opt<unsigned> minPerChecker{
      "min-per-checker", cl::desc("Target: mutants per checker (default 1000)"),
      cl::init(1000), cl::cat(category)};
  cl::opt<double> minKilled{"min-killed",
                            cl::desc("Target: percent rejected (default 95)"),
                            cl::init(95), cl::cat(category)};
  cl::opt<double> minKilledPerOperator{
      "min-killed-per-operator",
      cl::desc("Target: percent rejected of each operator (default 90)"),
      cl::init(90), cl::cat(category)};
  cl::opt<unsigned> maxUnexplained{
      "max-unexplained",
      cl::desc("Target: survivors without an explanation (default 0)"),
      cl::init(0), cl::cat(category)};
  cl::opt<double> maxDiscarded{
      "max-discarded", cl::desc("Target: percent equivalent (default 10)"),
      cl::init(10), cl::cat(category)};
};
} // namespace

static bool fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return false;
}

static bool checkNames(const CommandLine &line) {
  for (StringRef name : line.checkers)
    if (llvm::none_of(allCheckers(),
                      [&](const CheckerName &c) { return c.name == name; }))
      return fail("--checker: expects verify, scaling, alignment, solution, "
                  "weights, devices or saved, but got '" +
                  name + "'");
  for (StringRef name : line.operators)
    if (llvm::none_of(allOperators(),
                      [&](const Operator &op) { return op.name == name; }))
      return fail("--operator: expects a name that --list prints, but got '" +
                  name + "'");
  return line.lists || !line.graphs.empty() ||
         fail("expects the names of graphs, but got none");
}

/// Returns the path of amp-run, in the same folder as this program.
static std::string findAmpRun(const char *program) {
  static int anchor;
  std::string self = llvm::sys::fs::getMainExecutable(program, &anchor);
  llvm::SmallString<256> path(llvm::sys::path::parent_path(self));
  llvm::sys::path::append(path, "amp-run");
  return path.str().str();
}

std::optional<CommandLine> amp::mutate::parseCommandLine(int argc,
                                                         char **argv) {
  hideLibraryOptions();
  static Options options;
  if (!parseOptions(argc, argv, "amp-mutate", overview))
    return std::nullopt;
  CommandLine line{options.graphs,
                   options.checkers,
                   options.operators,
                   findAmpRun(argv[0]),
                   options.save,
                   options.explanations,
                   options.perOperator,
                   options.seed,
                   options.executes,
                   options.messages,
                   options.lists,
                   {options.minPerOperator, options.minPerChecker,
                    options.maxUnexplained, options.minKilled,
                    options.minKilledPerOperator, options.maxDiscarded}};
  if (!checkNames(line))
    return std::nullopt;
  return line;
}
