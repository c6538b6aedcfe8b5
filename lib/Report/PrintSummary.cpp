// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Passes.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Report/Formats.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Table.h"
#include "lib/Report/Totals.h"
#include "lib/Report/Words.h"
#include "lib/Report/memory/Measure.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PRINTSUMMARY
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// Prints the most frequent reasons, each with its count and an example op.
static void printReasons(raw_ostream &os, MLIRContext *context,
                         ArrayRef<PlacedOp> program) {
  static constexpr size_t numPrinted = 5;
  struct Group {
    int64_t ops = 0;
    Operation *first = nullptr;
  };
  llvm::MapVector<std::pair<ReasonAttr, unsigned>, Group> groups;
  auto name = StringAttr::get(context, AmpDialect::reasonAttrName);
  for (const PlacedOp &placed : program) {
    auto reason =
        dyn_cast_if_present<ReasonAttr>(placed.op->getDiscardableAttr(name));
    if (!reason || !precisionOf(placed.op) ||
        placed.op->hasTrait<OpTrait::ConstantLike>())
      continue;
    Group &group = groups[{reason, handlesLow(placed.op) ? 1 : 0}];
    ++group.ops;
    group.first = group.first ? group.first : placed.op;
  }
  auto sorted = groups.takeVector();
  llvm::stable_sort(sorted, [](const auto &a, const auto &b) {
    return a.second.ops > b.second.ops;
  });
  for (const auto &[key, group] : ArrayRef(sorted).take_front(numPrinted)) {
    auto [reason, low] = key;
    os << "  "
       << llvm::left_justify(&group == &sorted[0].second ? "why" : "", 16)
       << group.ops << (low ? " 16-bit" : " wide") << " (such as "
       << group.first->getName().getStringRef() << "): " << inWords(reason, low)
       << '\n';
  }
}

/// Prints the program time that the solver's model predicts.
static void printSolution(raw_ostream &os, DictionaryAttr solution) {
  if (!solution)
    return;
  llvm::ListSeparator separator;
  auto say = [&](StringRef name, StringRef words) {
    if (auto time = solution.getAs<IntegerAttr>(name))
      os << separator << llvm::format("%.3f us", time.getInt() / 1e9) << words;
  };
  os << "  predicted time  ";
  if (auto chip = solution.getAs<StringAttr>("chip"))
    os << "on " << chip.getValue() << ": ";
  say("f32", " in f32");
  say("paint", " as painted");
  say("time", " as decided");
  if (solution.get("flow") && solution.get("flow") == solution.get("time"))
    os << ", the least by the flow";
  os << '\n';
}

/// Prints the fractions of 16-bit ops that are safe by proof, by loss scaling,
/// or by a list.
static void printSafety(raw_ostream &os, MLIRContext *context,
                        ArrayRef<PlacedOp> program) {
  auto reasonName = StringAttr::get(context, AmpDialect::reasonAttrName);
  auto safetyName = StringAttr::get(context, AmpDialect::safetyAttrName);
  int64_t all = 0, proven = 0, guarded = 0;
  for (const PlacedOp &placed : program) {
    if (!handlesLow(placed.op) || !placed.op->getDiscardableAttr(reasonName))
      continue;
    Safety safety = safetyOf(placed.op, safetyName);
    ++all;
    proven += safety == Safety::proven;
    guarded += safety == Safety::guarded;
  }
  if (all == 0)
    return;
  auto percent = [&](int64_t count) {
    return llvm::format("%.1f %%", 100.0 * count / all);
  };
  os << "  " << llvm::left_justify("16-bit ops", 16) << percent(proven)
     << " proven safe, " << percent(guarded) << " guarded by scaling, "
     << percent(all - proven - guarded) << " assumed\n";
}

/// Prints the number of contractions that stay f32.
static void printContractions(raw_ostream &os, ArrayRef<PlacedOp> program) {
  int64_t exact = 0, cut = 0;
  for (const PlacedOp &placed : program)
    if (std::optional<bool> mayBe = mayUseTf32(placed.op))
      ++(*mayBe ? cut : exact);
  if (exact + cut > 0)
    os << "  " << llvm::left_justify("f32 contractions", 16) << " " << cut
       << " that a GPU may round to TF32, " << exact << " exact\n";
}

namespace {
struct PrintSummary : amp::impl::PrintSummaryBase<PrintSummary> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto question = MemoryQuestion::parse(module, memory, batch);
    if (failed(question))
      return signalPassFailure();
    auto before =
        module->getAttrOfType<DictionaryAttr>(AmpDialect::beforeAttrName);
    numGraphs += !getCachedAnalysis<ProgramGraph>();
    auto &graph = getAnalysis<ProgramGraph>();
    ArrayRef<PlacedOp> program = graph.getOps();
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "summary of @" << module.getName().value_or("module");
    if (module->hasAttr(AmpDialect::appliedAttrName))
      os << " (mixed precision was applied before; nothing changed)";
    else if (before)
      os << ", before -> after";
    os << '\n';
    printTotals(os, before, measure(graph, *question));
    printSolution(os, module->getAttrOfType<DictionaryAttr>(
                          AmpDialect::solutionAttrName));
    printContractions(os, program);
    printSafety(os, &getContext(), program);
    printReasons(os, &getContext(), program);
    // The summary is the output of the pass, not a diagnostic. It is written at
    // once, so that threads do not interleave.
    printOnStderr(text);
    markAllAnalysesPreserved();
  }
};
} // namespace
