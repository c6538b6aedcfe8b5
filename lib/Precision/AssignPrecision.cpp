// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b   ==>   dot %a, %b {amp.precision =
//                      #amp.precision<[bf16, f32], <allow, "contraction">>}
// add %a, %b   ==>   add %a, %b {amp.precision =
//                      #amp.precision<[], <unlisted>>}
#include "amp/Passes.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Precision/CallSites.h"
#include "lib/Precision/Colours.h"
#include "lib/Precision/Dual.h"
#include "lib/Precision/Optimize.h"
#include "lib/Precision/Structure.h"
#include "lib/Precision/Tf32.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ASSIGNPRECISION
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
/// Writes the decisions to the ops, as `amp.precision`.
class Writer {
public:
  Writer(const SlotGraph &graph, PolicyAttr policy)
      : graph(graph), policy(policy),
        unlisted(
            ReasonAttr::get(policy.getContext(), ReasonKind::unlisted, {})),
        name(StringAttr::get(policy.getContext(),
                             AmpDialect::precisionAttrName)) {}

  /// Writes one type per slot, or none if all slots keep their types. Must be
  /// called in the order of the nodes.
  void write(Operation *op, ArrayRef<Type> current) {
    SmallVector<Type> slots(current);
    ReasonAttr reason;
    bool isLow = false;
    for (; next < graph.nodes.size() && graph.nodes[next].op == op; ++next) {
      const SlotNode &node = graph.nodes[next];
      bool low = node.slot != SlotNode::fixed && node.colour == Colour::allow;
      if (!reason || (low && !isLow))
        reason = node.reason;
      isLow |= low;
      if (node.slot != SlotNode::fixed)
        slots[node.slot] = low ? policy.getCompute() : policy.getAccumulate();
    }
    if (!isLow) {
      slots.clear();
      warnIfForced(op, reason ? reason : unlisted);
    }
    auto precision =
        PrecisionAttr::get(op->getContext(), slots, reason ? reason : unlisted);
    if (!op->getRawDictionaryAttrs().empty())
      return op->setDiscardableAttr(name, precision);
    DictionaryAttr &alone = dictionaries[precision];
    if (!alone)
      alone = DictionaryAttr::get(op->getContext(),
                                  NamedAttribute(name, precision));
    op->setDiscardableAttrs(alone);
  }

private:
  static void warnIfForced(Operation *op, ReasonAttr reason) {
    auto constraint =
        op->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName);
    if (constraint && constraint.getList() == ListKind::force)
      op->emitWarning() << "keeps its types, although '"
                        << AmpDialect::requireAttrName
                        << "' forces it low, for the reason " << reason;
  }

  const SlotGraph &graph;
  PolicyAttr policy;
  ReasonAttr unlisted;
  StringAttr name;
  unsigned next = 0;
  /// Attribute dictionaries for ops without other attributes, by decision.
  llvm::DenseMap<PrecisionAttr, DictionaryAttr> dictionaries;
};

struct AssignPrecision : amp::impl::AssignPrecisionBase<AssignPrecision> {
  using Base::Base;
  void runOnOperation() override;

private:
  LogicalResult solve(SlotGraph &graph, const ProgramGraph &program,
                      PolicyAttr policy, const OpSet &strict,
                      const RangeFacts &facts);

  void writeSolution(const CallSites &sites);

  NamedAttrList solution;
  std::optional<Dual> dual; ///< certificate of the minimum cut
};

struct SolverName {
  StringLiteral name;
  Solver solver;
};
} // namespace

static SmallVector<Type> typesOf(ArrayRef<CarriedValue> carriedValues) {
  return llvm::map_to_vector(carriedValues, [](const CarriedValue &carried) {
    Value value = carried.values.empty() ? carried.inputs.front()->get()
                                         : carried.values.front();
    return getElementTypeOrSelf(value.getType());
  });
}

static void writeDecisions(const SlotGraph &graph, PolicyAttr policy) {
  Writer writer(graph, policy);
  for (auto [op, row] : graph.ops) {
    if (auto carriedValues = graph.carriedValuesOf(op, row))
      writer.write(op, typesOf(*carriedValues));
    else
      writer.write(op, SmallVector<Type>(row ? numSlots(op, *row) : 0,
                                         policy.getAccumulate()));
  }
}

/// Erases `amp.listed`: the reasons hold the results of rules and conditions.
static void consumeListed(ModuleOp module) {
  auto listed =
      StringAttr::get(module.getContext(), AmpDialect::listedAttrName);
  auto listedResult =
      StringAttr::get(module.getContext(), AmpDialect::listedResultAttrName);
  module.walk([&](Operation *op) {
    for (StringAttr name : {listed, listedResult})
      if (op->getDiscardableAttr(name))
        op->removeDiscardableAttr(name);
  });
}

static constexpr SolverName solverNames[] = {
    {"mincut", Solver::mincut},
    {"paint", Solver::paint},
    {"exhaustive", Solver::exhaustive},
};

static std::string listChips() {
  return llvm::join(
      llvm::map_range(allChips(), [](const Chip &chip) { return chip.name; }),
      ", ");
}

LogicalResult AssignPrecision::solve(SlotGraph &graph,
                                     const ProgramGraph &program,
                                     PolicyAttr policy, const OpSet &strict,
                                     const RangeFacts &facts) {
  ModuleOp module = getOperation();
  const SolverName *known = llvm::find_if(
      solverNames, [&](const SolverName &s) { return s.name == solver; });
  if (known == std::end(solverNames))
    return emitOptionError(module)
           << "expects a solver of mincut, paint, exhaustive, but got '"
           << solver << "'";
  const Chip *target = findChip(chip);
  if (!target)
    return emitOptionError(module) << "expects a chip of " << listChips()
                                   << ", but got '" << chip << "'";
  ExactGroups groups = findExactGroups(graph);
  dual.reset();
  solution = {};
  if (known->solver == Solver::paint && !compare)
    return paint(graph, groups);

  Objective objective(program, *target, cast<FloatType>(policy.getCompute()),
                      strict);
  Builder builder(module.getContext());
  auto say = [&](StringRef name, int64_t number) {
    solution.set(name, builder.getI64IntegerAttr(number));
  };
  solution.set("chip", builder.getStringAttr(chip));
  solution.set("solver", builder.getStringAttr(solver));
  say("f32", objective.evaluate(objective.lowNow).value_or(0));
  if (compare && known->solver != Solver::paint) {
    SlotGraph painted = graph;
    if (failed(paint(painted, groups)))
      return failure();
    say("paint", costOf(painted, objective));
  }
  if (known->solver == Solver::paint) {
    if (failed(paint(graph, groups)))
      return failure();
    say("time", costOf(graph, objective));
  } else {
    FailureOr<Optimum> optimum =
        optimize(module.getLoc(), graph, groups, objective, facts.fitting,
                 known->solver);
    if (failed(optimum))
      return failure();
    say("flow", optimum->flow);
    say("time", optimum->time);
    if (compare)
      say("graph_bytes", optimum->graphBytes);
    if (known->solver == Solver::mincut)
      dual.emplace(objective, std::move(optimum->constraints), optimum->flows,
                   strict);
  }
  return success();
}

void AssignPrecision::writeSolution(const CallSites &sites) {
  ModuleOp module = getOperation();
  if (dual)
    dual->write(module, sites.getKeptFor(), solution);
  dual.reset();
  if (!solution.empty())
    module->setDiscardableAttr(AmpDialect::solutionAttrName,
                               solution.getDictionary(module.getContext()));
  solution.clear();
}

void AssignPrecision::runOnOperation() {
  ModuleOp module = getOperation();
  if (module->hasAttr(AmpDialect::appliedAttrName))
    return;
  auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
  if (!policy) {
    emitError(module.getLoc())
        << "expects '" << AmpDialect::policyAttrName
        << "' on the module; run amp-attach-policy first";
    return signalPassFailure();
  }
  numGraphs += !getCachedAnalysis<ProgramGraph>();
  const ProgramGraph *program = &getAnalysis<ProgramGraph>();
  FailureOr<CallSites> sites = CallSites::find(*program, policy);
  if (failed(sites))
    return signalPassFailure();
  sites->split(module);
  std::optional<ProgramGraph> copied;
  if (sites->changed()) {
    program = &copied.emplace(module);
    ++numGraphs;
  }
  SlotGraph graph(*program, *sites);
  RangeAnalysis ranges(*program);
  auto compute = cast<FloatType>(policy.getCompute());
  Magnitudes magnitudes(graph, ranges);
  if (policy.getIo() && failed(checkInterface(module, ranges, magnitudes,
                                              cast<FloatType>(policy.getIo()))))
    return signalPassFailure();
  colour(graph, policy);
  PinState state{graph,
                 *program,
                 policy,
                 ranges,
                 magnitudes,
                 compute,
                 findParameters(graph)};
  applyPins(state);
  OpSet strict = findStrict(graph, ranges, policy);
  if (failed(solve(graph, *program, policy, strict, state.facts)))
    return signalPassFailure();
  refuseTf32(graph, strict);
  writeDecisions(graph, policy);
  writeSafety(graph, state.facts, compute);
  consumeListed(module);
  sites->merge(module, [&](Operation *op, Operation *copy) {
    return strict.contains(op) == strict.contains(copy) &&
           (!dual || dual->areAlike(op, copy));
  });
  writeSolution(*sites);
  // Without copies of functions, only attributes changed.
  if (!sites->changed())
    markAllAnalysesPreserved();
}
