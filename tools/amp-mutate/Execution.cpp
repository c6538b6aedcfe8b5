// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Execution.h"
#include "Inputs.h"

#include "lib/Cost/Objective.h"
#include "lib/OpModel/Elements.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

/// Time limits. Originals that take longer are not executed. The limit of a
/// mutant is much larger, so that the load of the machine has no effect.
static constexpr unsigned originalSeconds = 10, mutantSeconds = 120;

/// Returns graphs/NAME.npz, the arguments of @main in graphs/NAME.plain.mlir.
static std::string dataOf(StringRef graph) {
  graph.consume_back(".mlir");
  graph.consume_back(".plain");
  return (graph + ".npz").str();
}

static SmallVector<func::FuncOp> entriesOf(ModuleOp module) {
  return llvm::to_vector(
      llvm::make_filter_range(module.getOps<func::FuncOp>(), [](auto function) {
        return function.isPublic() && !function.isExternal();
      }));
}

bool Execution::runOnce(StringRef program, StringRef entry, StringRef inputs,
                        StringRef keep, bool isOriginal, std::string &results) {
  std::string output = folder + "/results.npz";
  llvm::sys::fs::remove(output);
  SmallVector<std::string> arguments = {ampRun, program.str(),
                                        "--entry=" + entry.str()};
  if (!inputs.empty())
    arguments.push_back("--inputs=" + inputs.str());
  if (keep.empty())
    arguments.push_back("--outputs=" + output);
  else
    arguments.append({"--steps=" + std::to_string(numSteps),
                      "--history=" + output, "--keep=" + keep.str()});
  SmallVector<StringRef> views(arguments.begin(), arguments.end());
  std::optional<StringRef> silent[] = {StringRef(), StringRef(), StringRef()};
  int code =
      llvm::sys::ExecuteAndWait(ampRun, views, std::nullopt, silent,
                                isOriginal ? originalSeconds : mutantSeconds);
  auto text = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (code != 0 || !text)
    return false;
  results = (*text)->getBuffer().str();
  return true;
}

/// Generates inputs for the original's functions, so that both programs get
/// equal inputs.
Execution::Results Execution::runAll(Case &original, ModuleOp module,
                                     const Results &expected) {
  std::string program = folder + "/program.mlir", inputs = folder + "/in.npz";
  {
    std::error_code code;
    llvm::raw_fd_ostream os(program, code);
    if (code)
      return std::nullopt;
    module.print(os);
  }
  std::vector<std::string> all;
  for (func::FuncOp entry : entriesOf(module))
    for (InputKind kind : {InputKind::ordinary, InputKind::overflowing}) {
      std::string keep;
      for (unsigned i = 0; i < entry.getNumResults(); ++i)
        keep += (i ? ",out_" : "out_") + std::to_string(i);
      auto hasSteps = writeInputs(entry, kind, dataOf(original.path), inputs);
      if (!hasSteps) {
        llvm::consumeError(hasSteps.takeError());
        return std::nullopt;
      }
      std::string results;
      if (!runOnce(program, entry.getName(),
                   entry.getNumArguments() ? inputs : "", *hasSteps ? keep : "",
                   !expected, results))
        return std::nullopt;
      all.push_back(results);
      if (expected && all.back() != (*expected)[all.size() - 1])
        return all;
    }
  return all;
}

/// Returns names and types of the public functions.
static std::vector<std::pair<StringAttr, Type>> interfaceOf(ModuleOp module) {
  std::vector<std::pair<StringAttr, Type>> all;
  for (func::FuncOp entry : entriesOf(module))
    all.emplace_back(entry.getSymNameAttr(), entry.getFunctionType());
  return all;
}

/// Returns true if 20 steps take only milliseconds.
static bool isSmall(ModuleOp module) {
  constexpr int64_t most = 1 << 22;
  return llvm::all_of(entriesOf(module), [](func::FuncOp entry) {
    return llvm::all_of(entry.getArgumentTypes(), [](Type type) {
      return countElements(type).value_or(most + 1) <= most;
    });
  });
}

Equivalence Execution::compare(Case &original, ModuleOp mutant) {
  auto [found, isNew] = known.try_emplace(&original);
  OwningOpRef<ModuleOp> whole = original.output->clone();
  if (!original.finish(*whole) || !original.lower(*whole))
    return Equivalence::notRun;
  if (isNew)
    found->second =
        isSmall(*whole) ? runAll(original, *whole, std::nullopt) : std::nullopt;
  if (!found->second)
    return Equivalence::notRun;
  OwningOpRef<ModuleOp> lowered(cast<ModuleOp>(mutant->clone()));
  if (!original.lower(*lowered) || interfaceOf(*lowered) != interfaceOf(*whole))
    return Equivalence::different;
  Results results = runAll(original, *lowered, found->second);
  return results == found->second ? Equivalence::equal : Equivalence::different;
}

static std::optional<int64_t> priceOf(ModuleOp module, FloatType low) {
  auto solution =
      module->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
  auto name = solution ? solution.getAs<StringAttr>("chip") : StringAttr();
  const Chip *chip = name ? findChip(name) : nullptr;
  if (!chip)
    return std::nullopt;
  ProgramGraph graph(module);
  Objective objective(graph, *chip, low);
  return objective.evaluate(objective.lowNow);
}

Equivalence amp::mutate::comparePrices(Case &original, ModuleOp mutant) {
  auto before = priceOf(*original.output, original.facts.low);
  auto after = priceOf(mutant, original.facts.low);
  if (!before)
    return Equivalence::notRun;
  return before == after ? Equivalence::equal : Equivalence::different;
}
