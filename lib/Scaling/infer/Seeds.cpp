// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Seeds.h"
#include "lib/Scaling/degrees/DegreeRules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Node = StepGraph::Node;
using Kind = StepGraph::Kind;

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

namespace {
/// Moves scaled uses of computed constants to their operands: if all uses of
/// broadcast(1.0) are scaled, the seed is its operand 1.0.
class SeedHoister {
public:
  SeedHoister(const StepGraph &graph, OpDegrees &degrees)
      : graph(graph), degrees(degrees) {}

  SmallVector<Seed> run(ArrayRef<unsigned> slots);

private:
  std::optional<unsigned> linearOperandSlot(unsigned value);
  bool isComplete(unsigned value) const;

  const StepGraph &graph;
  OpDegrees &degrees;
  llvm::MapVector<unsigned, llvm::SetVector<unsigned>> scaled; ///< by value
};
} // namespace

/// Returns whether all uses of `value` are scaled, and it is not returned.
bool SeedHoister::isComplete(unsigned value) const {
  auto known = scaled.find(value);
  return known != scaled.end() &&
         known->second.size() == graph.slotsOf(value).size() &&
         !llvm::is_contained(graph.getReturned(), value);
}

/// Returns the slot of the operand that `value` is a multiple of.
std::optional<unsigned> SeedHoister::linearOperandSlot(unsigned value) {
  const Node &node = graph.definitionOf(value);
  if (node.kind != Kind::op || node.numResults != 1)
    return std::nullopt;
  const OpDegree &degree = degrees.of(node.op);
  if (!degree.propagatesScale || degree.hasThreshold)
    return std::nullopt;
  if (degree.isProduct || degree.tied.size() == 1)
    return node.firstOperand + degree.tied.front();
  return std::nullopt;
}

SmallVector<Seed> SeedHoister::run(ArrayRef<unsigned> slots) {
  SmallVector<unsigned> work;
  for (unsigned slot : slots) {
    scaled[graph.valueAt(slot)].insert(slot);
    work.push_back(graph.valueAt(slot));
  }
  while (!work.empty()) {
    unsigned value = work.pop_back_val();
    if (!isComplete(value))
      continue;
    std::optional<unsigned> above = linearOperandSlot(value);
    if (!above)
      continue;
    scaled.erase(value);
    scaled[graph.valueAt(*above)].insert(*above);
    work.push_back(graph.valueAt(*above));
  }
  SmallVector<Seed> seeds;
  for (auto &[value, uses] : scaled) {
    seeds.push_back({value, {}});
    if (!isComplete(value))
      seeds.back().slots.assign(uses.begin(), uses.end());
  }
  llvm::sort(seeds,
             [](const Seed &a, const Seed &b) { return a.value < b.value; });
  return seeds;
}

Seeds amp::scaling::findLiteralSeeds(const StepGraph &graph, OpDegrees &degrees,
                                     GradientGoal &goal, Proof isProof) {
  DegreeSystem system(graph, degrees, goal.core, goal.cut);
  for (unsigned value : goal.unscaled)
    if (isScalable(graph.typeOf(value)) && !graph.isConstant(value))
      system.requireUnscaled(value);
  llvm::erase_if(goal.gradients,
                 [&](unsigned value) { return system.isUnscaled(value); });
  for (unsigned value : goal.gradients)
    system.requireScaled(value);
  system.solve();
  Seeds seeds;
  seeds.isConflict = system.hasConflict();
  seeds.scaled.resize(graph.numValues());
  if (goal.gradients.empty() || seeds.isConflict)
    return seeds;
  for (unsigned i = 0; i < graph.numValues(); ++i)
    if (goal.core[graph.nodeOf(i)] && system.isScaled(i))
      seeds.scaled.set(i);
  llvm::MapVector<unsigned, SmallVector<unsigned>> classes;
  for (unsigned value : goal.gradients)
    classes[system.classOf(value)].push_back(value);
  goal.gradients.clear();
  llvm::DenseSet<unsigned> proven;
  for (auto &[number, values] : classes)
    if (isProof(values, seeds.scaled)) {
      proven.insert(number);
      llvm::append_range(goal.gradients, values);
    }
  for (unsigned i : seeds.scaled.set_bits())
    if (!proven.contains(system.classOf(i)))
      seeds.scaled.reset(i);
  SmallVector<unsigned> literals = system.listScaledLiterals();
  llvm::erase_if(literals, [&](unsigned slot) {
    return !proven.contains(system.classOf(graph.numValues() + slot));
  });
  seeds.all = SeedHoister(graph, degrees).run(literals);
  return seeds;
}

//===----------------------------------------------------------------------===//
// Other values
//===----------------------------------------------------------------------===//

namespace {
/// Degree of a value under up to 64 candidate seeds, one bit each: `scaled` if
/// it is scaled with the candidate, `broken` if an op is not linear in the
/// candidate.
struct CandidateDegree {
  uint64_t scaled = 0, broken = 0;

  bool operator==(const CandidateDegree &o) const {
    return scaled == o.scaled && broken == o.broken;
  }
};

class SeedPropagation {
public:
  SeedPropagation(const StepGraph &graph, OpDegrees &degrees,
                  const GradientGoal &goal)
      : graph(graph), degrees(degrees), goal(goal), trials(graph.numValues()),
        any(findAnyValues(graph, degrees)) {}

  void run(ArrayRef<unsigned> candidates);
  CandidateDegree of(unsigned value) const { return trials[value]; }

private:
  CandidateDegree operandOf(unsigned value) const {
    return goal.cut[value] ? CandidateDegree() : trials[value];
  }
  CandidateDegree compute(const Node &node);

  const StepGraph &graph;
  OpDegrees &degrees;
  const GradientGoal &goal;
  std::vector<CandidateDegree> trials;
  llvm::BitVector any, computed;
};
} // namespace

CandidateDegree SeedPropagation::compute(const Node &node) {
  CandidateDegree all;
  auto breakAll = [&](unsigned value) {
    CandidateDegree trial = operandOf(value);
    all.broken |= trial.broken | trial.scaled;
  };
  ArrayRef<unsigned> operands = graph.operandsOf(node);
  if (node.kind != Kind::merge && (node.isOpaque || !node.op)) {
    llvm::for_each(operands, breakAll);
    return all;
  }
  SmallVector<unsigned, 4> tied;
  bool propagatesScale = true, isProduct = false;
  if (node.kind == Kind::merge) {
    llvm::append_range(tied, graph.inputsOf(node));
  } else {
    const OpDegree &degree = degrees.of(node.op);
    propagatesScale = degree.propagatesScale;
    isProduct = degree.isProduct;
    for (unsigned i : degree.tied)
      tied.push_back(operands[i]);
    for (unsigned i : degree.unscaled)
      breakAll(operands[i]);
  }
  if (isProduct) {
    CandidateDegree a = operandOf(tied[0]), b = operandOf(tied[1]);
    if (any[tied[0]] || any[tied[1]])
      return {};
    all.broken |= a.broken | b.broken | (a.scaled & b.scaled);
    all.scaled = (a.scaled | b.scaled) & ~all.broken;
    return all;
  }
  uint64_t every = ~uint64_t(0), some = 0;
  for (unsigned operand : tied) {
    if (any[operand] || !computed[operand] ||
        !isScalable(graph.typeOf(operand)))
      continue;
    CandidateDegree trial = operandOf(operand);
    all.broken |= trial.broken;
    every &= trial.scaled;
    some |= trial.scaled;
  }
  all.broken |= some & ~every;
  if (propagatesScale)
    all.scaled = some & every & ~all.broken;
  return all;
}

/// Values that a loop has not computed yet do not constrain its merges, so the
/// sets of scaled values only shrink from iteration to iteration.
void SeedPropagation::run(ArrayRef<unsigned> candidates) {
  static constexpr unsigned mostRounds = 16;
  std::fill(trials.begin(), trials.end(), CandidateDegree());
  computed = any;
  computed.reset();
  llvm::DenseMap<unsigned, uint64_t> own;
  for (auto [number, value] : llvm::enumerate(candidates))
    own[value] |= uint64_t(1) << number;
  for (auto &[value, bits] : own)
    trials[value].scaled = bits;
  for (unsigned round = 0; round < mostRounds; ++round) {
    bool changed = false;
    for (unsigned i = 0; i < graph.getNodes().size(); ++i) {
      const Node &node = graph.getNodes()[i];
      bool isFixed = node.kind == Kind::argument || node.kind == Kind::constant;
      computed.set(node.firstResult, node.firstResult + node.numResults);
      if (!goal.core[i] || isFixed)
        continue;
      CandidateDegree trial = compute(node);
      for (unsigned k = 0; k < node.numResults; ++k) {
        unsigned value = node.firstResult + k;
        CandidateDegree mine = trial;
        if (uint64_t bits = own.lookup(value)) {
          mine.scaled |= bits;
          mine.broken &= ~bits;
        }
        changed |= !(trials[value] == mine);
        trials[value] = mine;
      }
    }
    if (!changed)
      return;
  }
  std::fill(trials.begin(), trials.end(), CandidateDegree());
}

SmallVector<unsigned> amp::scaling::filterSeeds(const StepGraph &graph,
                                                OpDegrees &degrees,
                                                ArrayRef<unsigned> candidates,
                                                const GradientGoal &goal) {
  SmallVector<unsigned> found;
  SeedPropagation trials(graph, degrees, goal);
  for (; !candidates.empty(); candidates = candidates.drop_front(
                                  std::min<size_t>(64, candidates.size()))) {
    ArrayRef<unsigned> some = candidates.take_front(64);
    trials.run(some);
    uint64_t all = ~uint64_t(0);
    for (unsigned value : goal.gradients)
      all &= trials.of(value).scaled;
    for (unsigned value : goal.unscaled)
      all &= ~(trials.of(value).scaled | trials.of(value).broken);
    for (auto [number, value] : llvm::enumerate(some))
      if (all >> number & 1)
        found.push_back(value);
  }
  return found;
}

Seeds amp::scaling::makeSeed(const StepGraph &graph, OpDegrees &degrees,
                             unsigned value, const GradientGoal &goal) {
  SeedPropagation trials(graph, degrees, goal);
  trials.run({value});
  Seeds seeds;
  seeds.scaled.resize(graph.numValues());
  for (unsigned i = 0; i < graph.numValues(); ++i)
    if (trials.of(i).scaled)
      seeds.scaled.set(i);
  Seed seed = {value, {}};
  for (unsigned slot : graph.slotsOf(value))
    if (goal.core[graph.nodeAt(slot)])
      seed.slots.push_back(slot);
  if (seed.slots.size() == graph.slotsOf(value).size() &&
      !llvm::is_contained(graph.getReturned(), value))
    seed.slots.clear();
  seeds.all.push_back(seed);
  return seeds;
}
