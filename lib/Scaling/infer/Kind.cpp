// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Kind.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/degrees/DegreeRules.h"
#include "lib/Scaling/infer/Gradients.h"
#include "lib/Scaling/infer/ReturnedTerms.h"
#include "lib/Scaling/infer/Roles.h"
#include "lib/Scaling/infer/Unpaired.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

StringRef amp::scaling::nameOf(ProgramKind kind) {
  switch (kind) {
  case ProgramKind::trainingStep:
    return "training step";
  case ProgramKind::gradientFunction:
    return "gradient function";
  case ProgramKind::noTraining:
    return "no training";
  }
  llvm_unreachable("all kinds have a name");
}

namespace {
class KindFinder {
public:
  KindFinder(const StepGraph &graph, OpDegrees &degrees,
             ArrayRef<StatePair> known)
      : graph(graph), degrees(degrees), known(known), roles(graph),
        dependence(graph), none(graph.numValues()),
        updates(graph, dependence, none) {}

  Inference run();

private:
  bool findTrainingStep();
  bool findGradientFunction();
  bool findReturned();
  bool findChanged();
  bool findSeeds(GradientGoal goal, unsigned enough);
  bool isUpdatedBy(unsigned argument, unsigned term) const;
  bool hasAdjoint(ArrayRef<unsigned> values,
                  const llvm::BitVector &scaled) const;
  bool findGivenSeed(const GradientGoal &goal);
  bool findValueSeed(const GradientGoal &goal, unsigned enough);
  bool findArgumentSeed();
  void pairStates();
  bool isDirect(const StatePair &pair) const;
  void checkTrained();
  llvm::BitVector listGradientValues() const;
  void findLoss();
  void explain();

  const StepGraph &graph;
  OpDegrees &degrees;
  ArrayRef<StatePair> known;
  Roles roles;
  ArgumentDependence dependence;
  llvm::BitVector none;
  Updates updates;
  SmallVector<ReturnedTerm> changed; ///< of a gradient function
  Inference found;
};
} // namespace

/// Returns whether `term` updates an argument that some result carries, or is
/// returned, as it is or clipped, with the type of the argument.
bool KindFinder::isUpdatedBy(unsigned argument, unsigned term) const {
  for (const ReturnedTerm &returned : changed)
    if (returned.term == term &&
        graph.typeOf(graph.getReturned()[returned.result]) ==
            graph.typeOf(argument))
      return true;
  for (unsigned result = 0; result < updates.size(); ++result) {
    if (graph.getReturned()[result] == term &&
        graph.typeOf(term) == graph.typeOf(argument))
      return true;
    auto isOrCopies = [&](unsigned own) {
      return own == argument ||
             (graph.typeOf(own) != graph.typeOf(argument) &&
              isF32(graph.typeOf(own)) && isFloat(graph.typeOf(argument)) &&
              countElements(graph.typeOf(own)) ==
                  countElements(graph.typeOf(argument)));
    };
    if (llvm::any_of(updates.of(result).carried, isOrCopies) &&
        llvm::is_contained(updates.listTerms(result), term))
      return true;
  }
  return llvm::any_of(
      known, [&](const StatePair &pair) { return pair.argument == argument; });
}

bool KindFinder::hasAdjoint(ArrayRef<unsigned> values,
                            const llvm::BitVector &scaled) const {
  return llvm::any_of(values, [&](unsigned value) {
    return isAdjoint(graph, degrees, value, scaled, [&](unsigned own) {
      return graph.isArgument(own) && isUpdatedBy(own, value);
    });
  });
}

/// Finds the seeds of `goal`. `enough` gradients of one seed prove a backward
/// pass; fewer do not, because any function may end with a factor, unless one
/// of them is an adjoint (isAdjoint).
bool KindFinder::findSeeds(GradientGoal goal, unsigned enough) {
  if (goal.gradients.empty())
    return false;
  if (!roles.seeds.empty())
    return findGivenSeed(goal);
  GradientGoal all = goal;
  auto isProof = [&](ArrayRef<unsigned> values, const llvm::BitVector &scaled) {
    return values.size() >= enough || hasAdjoint(values, scaled);
  };
  Seeds seeds = findLiteralSeeds(graph, degrees, goal, isProof);
  if (seeds.all.empty() || seeds.isConflict)
    return findValueSeed(all, enough);
  found.seeds = std::move(seeds);
  found.terms = goal.gradients;
  return true;
}

bool KindFinder::findGivenSeed(const GradientGoal &goal) {
  Seeds seeds;
  seeds.scaled.resize(graph.numValues());
  for (unsigned value : roles.seeds) {
    Seeds one = makeSeed(graph, degrees, value, goal);
    seeds.scaled |= one.scaled;
    llvm::append_range(seeds.all, one.all);
  }
  for (unsigned value : goal.gradients)
    if (seeds.scaled[value])
      found.terms.push_back(value);
  found.seeds = std::move(seeds);
  return !found.terms.empty();
}

/// Finds a seed that is not a literal: a value of which all gradients, at least
/// `enough`, are multiples.
bool KindFinder::findValueSeed(const GradientGoal &goal, unsigned enough) {
  if (goal.gradients.size() < enough)
    return false;
  SmallVector<unsigned> candidates =
      listLinearMakers(graph, degrees, goal.gradients.front());
  SmallVector<unsigned> seeds = filterSeeds(graph, degrees, candidates, goal);
  if (seeds.empty())
    return false;
  found.seeds = makeSeed(graph, degrees, *llvm::min_element(seeds), goal);
  found.terms = goal.gradients;
  return true;
}

bool KindFinder::findTrainingStep() {
  GradientTerms terms(graph, dependence, updates, known);
  if (findSeeds(makeGoal(graph, degrees, updates, terms.proven), /*enough=*/2))
    return true;
  if (!terms.proven.empty()) {
    SmallVector<unsigned> nearest = terms.listNearest(graph);
    return nearest != terms.proven &&
           findSeeds(makeGoal(graph, degrees, updates, nearest), /*enough=*/2);
  }
  ArrayRef<unsigned> others =
      terms.all.empty() && !roles.seeds.empty() ? terms.increments : terms.all;
  unsigned never = graph.numValues() + 1;
  return findSeeds(makeGoal(graph, degrees, updates, others), never);
}

/// Returns the results that carry no argument and have the type of an argument
/// that they are computed from, as a gradient has the type of its parameter.
static SmallVector<unsigned>
listGradientResults(const StepGraph &graph,
                    const ArgumentDependence &dependence,
                    const Updates &updates, const Roles &roles) {
  SmallVector<unsigned> results;
  for (auto [result, value] : llvm::enumerate(graph.getReturned())) {
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
    bool isTensor = type && type.getRank() != 0 && isFloat(type) &&
                    !graph.isArgument(value) && !graph.isConstant(value);
    if (!isTensor || roles.isOther(result) ||
        !updates.of(result).carried.empty())
      continue;
    bool isGradient = roles.isGradient(result);
    for (unsigned i = 0; i < graph.numArguments() && !isGradient; ++i)
      isGradient = graph.typeOf(i) == type && dependence.reaches(i, value);
    if (isGradient)
      results.push_back(result);
  }
  return results;
}

/// Finds a seed among the arguments: a gradient function may take the gradient
/// of its output. Its parameters are then arguments too, possibly transposed.
bool KindFinder::findArgumentSeed() {
  SmallVector<unsigned> values, candidates;
  for (auto [result, value] : llvm::enumerate(graph.getReturned())) {
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
    if (type && type.getRank() != 0 && isFloat(type) &&
        updates.of(result).carried.empty() && !roles.isOther(result))
      values.push_back(value);
  }
  if (values.size() < 2)
    return false;
  GradientGoal goal = makeGoal(graph, degrees, updates, values);
  goal.gradients.assign(values.begin(), values.end());
  goal.cut.reset();
  for (unsigned i = 0; i < graph.numArguments(); ++i)
    if (isFloat(graph.typeOf(i)))
      candidates.push_back(i);
  SmallVector<unsigned> seeds = filterSeeds(graph, degrees, candidates, goal);
  llvm::erase_if(seeds, [&](unsigned seed) {
    return !lookLikeParameters(graph, values, seed);
  });
  if (seeds.empty())
    return false;
  if (seeds.size() > 1)
    found.ambiguity =
        Ambiguity{"all results grow with argument " + std::to_string(seeds[0]) +
                      " and with argument " + std::to_string(seeds[1]),
                  "amp.role = \"seed\" on one of them",
                  {}};
  found.seeds = makeSeed(graph, degrees, seeds.front(), goal);
  found.terms = values;
  return true;
}

/// Creates the goal of a gradient function. Scalars are not constrained: a
/// scalar is the loss, or the gradient of a scalar.
static GradientGoal makeGoalOfFunction(const StepGraph &graph,
                                       OpDegrees &degrees,
                                       const Updates &updates,
                                       ArrayRef<unsigned> values) {
  GradientGoal goal = makeGoal(graph, degrees, updates, values);
  llvm::erase_if(goal.unscaled, [&](unsigned value) {
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
    return type && type.getRank() == 0;
  });
  restrictCore(graph, goal);
  return goal;
}

bool KindFinder::findReturned() {
  SmallVector<unsigned> values = llvm::map_to_vector(
      listGradientResults(graph, dependence, updates, roles),
      [&](unsigned result) { return graph.getReturned()[result]; });
  return findSeeds(makeGoalOfFunction(graph, degrees, updates, values),
                   /*enough=*/3) ||
         findArgumentSeed();
}

/// Finds gradients that are clipped or accumulated before they are returned.
/// Their number proves nothing, because normalized features have the same form.
bool KindFinder::findChanged() {
  changed = listReturnedTerms(graph, dependence, updates, roles);
  llvm::SetVector<unsigned> values;
  for (const ReturnedTerm &returned : changed)
    values.insert(returned.term);
  unsigned never = graph.numValues() + 1;
  GradientGoal goal =
      makeGoalOfFunction(graph, degrees, updates, values.getArrayRef());
  return findSeeds(goal, never);
}

bool KindFinder::findGradientFunction() {
  if (!findReturned() && !findChanged())
    return false;
  for (auto [result, value] : llvm::enumerate(graph.getReturned()))
    if (found.seeds.scaled[value])
      found.gradients.push_back(result);
  return true;
}

/// Pairs states. No argument is carried through a gradient.
void KindFinder::pairStates() {
  Updates paired(graph, dependence, found.seeds.scaled);
  found.states = matchStates(graph, dependence, paired, known);
  found.ambiguity = found.states.ambiguity;
}

/// Returns true if a state enters a term of its update by a path without a
/// gradient.
bool KindFinder::isDirect(const StatePair &pair) const {
  llvm::BitVector stops(graph.numValues());
  for (unsigned term : found.terms)
    stops.set(term);
  llvm::BitVector reached = forwardSlice(graph, {pair.argument}, stops);
  return llvm::any_of(updates.listTerms(pair.result),
                      [&](unsigned term) { return reached[term]; });
}

/// Reports a parameter whose update depends on the parameter but has no scaled
/// term. States that gradients are computed from are exempt: they are hidden
/// states, as in a recurrent network.
void KindFinder::checkTrained() {
  llvm::BitVector forward = backwardSlice(graph, found.terms);
  for (const StatePair &pair : found.states.pairs) {
    bool isScaled = false, isProven = false;
    auto &terms = found.termsOf.emplace_back();
    for (unsigned term : updates.listTerms(pair.result)) {
      isScaled |= found.seeds.scaled[term];
      if (found.seeds.scaled[term])
        terms.push_back(term);
      isProven |= dependence.reaches(pair.argument, term) &&
                  !forward[graph.nodeOf(term)] &&
                  graph.typeOf(term) == graph.typeOf(pair.argument);
    }
    if (isScaled || !isProven || found.ambiguity || !isDirect(pair))
      continue;
    found.ambiguity =
        Ambiguity{"the update of argument " + std::to_string(pair.argument) +
                      " is computed from it, but does not grow with the seed",
                  "amp.role = \"seed\" on the op that starts its backward pass",
                  {}};
    found.ambiguity->where = graph.getReturned()[pair.result];
  }
}

/// Returns the gradients and all values of the backward pass. Excludes seeds
/// that the forward pass uses too.
llvm::BitVector KindFinder::listGradientValues() const {
  llvm::BitVector values = found.seeds.scaled;
  for (const Seed &seed : found.seeds.all)
    if (!seed.slots.empty())
      values.reset(seed.value);
  for (unsigned term : found.terms)
    values.set(term);
  return values;
}

/// Finds the loss: a scalar computed from floats, without comparisons or
/// gradients.
void KindFinder::findLoss() {
  if (roles.loss) {
    found.loss = roles.loss;
    return;
  }
  SmallVector<unsigned> values =
      listLosses(graph, updates, roles, found.seeds.scaled);
  for (unsigned value : values) {
    unsigned result =
        llvm::find(graph.getReturned(), value) - graph.getReturned().begin();
    if (llvm::is_contained(found.losses, result))
      continue;
    found.losses.push_back(result);
    llvm::BitVector makers = findLinearMakers(graph, degrees, value);
    if (llvm::all_of(values, [&](unsigned other) { return makers[other]; }))
      found.loss = result;
  }
}

void KindFinder::explain() {
  found.kind = ProgramKind::noTraining;
  unsigned carried = 0;
  for (unsigned result = 0; result < updates.size(); ++result)
    carried += !updates.of(result).carried.empty();
  if (!changed.empty())
    found.reason =
        std::to_string(changed.size()) +
        " values may be gradients that are clipped or accumulated, but no "
        "literal scales them; if they are, amp.role = \"seed\" on the op that "
        "starts the backward pass says so";
  else if (carried == 0)
    found.reason = "no result updates an argument, and no results are "
                   "gradients: none grow with one literal or argument";
  else
    found.reason = std::to_string(carried) +
                   " results carry an argument on, but none by a gradient: no "
                   "updates grow with one literal; if they do, amp.role = "
                   "\"seed\" on the op that starts the backward pass says so";
}

Inference KindFinder::run() {
  if (findTrainingStep())
    found.kind = ProgramKind::trainingStep;
  else if (findGradientFunction())
    found.kind = ProgramKind::gradientFunction;
  if (found.kind == ProgramKind::noTraining) {
    explain();
    return found;
  }
  if (found.ambiguity)
    return found;
  pairStates();
  checkTrained();
  if (found.kind == ProgramKind::trainingStep && !found.ambiguity)
    found.ambiguity =
        findUnpaired(graph, roles, found.states, listGradientValues());
  findLoss();
  return found;
}

Inference amp::scaling::inferMarks(const StepGraph &graph, OpDegrees &degrees,
                                   ArrayRef<StatePair> known) {
  return KindFinder(graph, degrees, known).run();
}
