// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exponential {amp.reason = #amp.reason<deny, "transcendental">}
//   ==>   {amp.decision = "f32, because transcendental is on the deny list;
//          takes 8.000 us on sm_90; ..."}
#include "amp/ReportPasses.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Report/Formats.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Prices.h"
#include "lib/Report/Words.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ANNOTATEDECISIONS
#include "amp/ReportPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
/// Predicted times of a program with decisions; none if no solver recorded a
/// chip.
struct Times {
  explicit Times(const ProgramGraph &graph) {
    ModuleOp module = graph.getModule();
    auto solution =
        module->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
    auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    auto name = solution ? solution.getAs<StringAttr>("chip") : nullptr;
    chip = name ? findChip(name) : nullptr;
    if (!chip || !policy)
      return;
    compute = cast<FloatType>(policy.getCompute());
    prices.emplace(graph, *chip, compute);
    shares = prices->shareOut();
  }

  void print(raw_ostream &os, Operation *op) const;

  const Chip *chip;
  FloatType compute;
  std::optional<Prices> prices;
  llvm::DenseMap<Operation *, int64_t> shares;
};

struct AnnotateDecisions : amp::impl::AnnotateDecisionsBase<AnnotateDecisions> {
  using Base::Base;

  void runOnOperation() override {
    auto name = StringAttr::get(&getContext(), "amp.decision");
    const auto &graph = getAnalysis<ProgramGraph>();
    Times times(graph);
    for (const PlacedOp &placed : graph.getOps()) {
      Operation *op = placed.op;
      auto reason = op->getAttrOfType<ReasonAttr>(AmpDialect::reasonAttrName);
      if (!reason || !precisionOf(op) || !decidesItself(op))
        continue;
      std::string text;
      llvm::raw_string_ostream os(text);
      os << Formats::of(op).inWords() << ", because "
         << inWords(reason, handlesLow(op));
      times.print(os, op);
      op->setDiscardableAttr(name, StringAttr::get(&getContext(), text));
    }
  }
};
} // namespace

void Times::print(raw_ostream &os, Operation *op) const {
  if (!prices)
    return;
  if (auto share = shares.find(op); share != shares.end()) {
    os << "; takes ";
    printTime(os, share->second);
    os << " on " << chip->name;
  }
  std::optional<int64_t> more = prices->ofLow(op);
  if (!more)
    return;
  os << "; if only this op were " << compute << ", the program would take ";
  if (*more == 0) {
    os << "as long";
    return;
  }
  printTime(os, std::abs(*more));
  os << (*more < 0 ? " less" : " more");
}
