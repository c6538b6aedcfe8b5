// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/States.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

const StatePair *States::findResult(unsigned result) const {
  const StatePair *found = llvm::find_if(
      pairs, [&](const StatePair &pair) { return pair.result == result; });
  return found == pairs.end() ? nullptr : found;
}

const StatePair *States::findArgument(unsigned argument) const {
  const StatePair *found = llvm::find_if(
      pairs, [&](const StatePair &pair) { return pair.argument == argument; });
  return found == pairs.end() ? nullptr : found;
}

namespace {
class Matching {
public:
  Matching(const StepGraph &graph, const ArgumentDependence &dependence,
           const Updates &updates)
      : graph(graph), dependence(dependence), updates(updates),
        candidates(updates.size()) {}

  States run(ArrayRef<StatePair> known);

private:
  void findCandidates(ArrayRef<StatePair> known);
  SmallVector<unsigned, 2> listCandidates(unsigned result) const;
  void assign(unsigned result, unsigned argument);
  void pairCopies();
  bool isSnapshot(unsigned result, unsigned argument) const;
  void checkSnapshots();
  void checkReturned();
  void checkOrder(ArrayRef<StatePair> known);
  bool isSubtracted(unsigned result, unsigned argument) const;
  Ambiguity describe(unsigned result, ArrayRef<unsigned> arguments) const;
  Ambiguity describeSecond(unsigned result) const;

  const StepGraph &graph;
  const ArgumentDependence &dependence;
  const Updates &updates;
  std::vector<SmallVector<unsigned, 2>> candidates;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 1>> wanted; ///< by argument
  llvm::DenseMap<unsigned, unsigned> assigned; ///< result by argument
  SmallVector<unsigned> work;
  States states;
};
} // namespace

/// Returns the arguments that a result may replace: those it carries. An
/// integer or scalar that carries none may replace an argument that alone
/// determines it, as a counter, a schedule or a key does.
SmallVector<unsigned, 2> Matching::listCandidates(unsigned result) const {
  unsigned value = graph.getReturned()[result];
  if (graph.isConstant(value))
    return {};
  const Update &update = updates.of(result);
  if (!update.carried.empty())
    return update.carried;
  Type type = graph.typeOf(value);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (isFloat(type) && tensor && tensor.getRank() != 0)
    return {};
  for (unsigned i = 0; i < graph.numArguments(); ++i)
    if (graph.typeOf(i) == type && dependence.isFromAlone(i, value))
      return {i};
  return {};
}

void Matching::findCandidates(ArrayRef<StatePair> known) {
  llvm::DenseSet<unsigned> taken, values;
  FunctionOpInterface function = graph.getFunction();
  for (const StatePair &pair : known) {
    taken.insert(pair.result);
    values.insert(graph.getReturned()[pair.result]);
  }
  for (unsigned result = 0; result < candidates.size(); ++result) {
    auto role = function.getResultAttrOfType<StringAttr>(
        result, AmpDialect::roleAttrName);
    // A value that is returned twice is a state once.
    if (role || taken.contains(result) ||
        !values.insert(graph.getReturned()[result]).second)
      continue;
    candidates[result] = listCandidates(result);
    for (unsigned argument : candidates[result])
      wanted[argument].push_back(result);
  }
}

void Matching::assign(unsigned result, unsigned argument) {
  assigned[argument] = result;
  states.pairs.push_back(
      {argument, result, "argument " + std::to_string(argument)});
  candidates[result].clear();
  for (unsigned other : wanted[argument])
    if (other != result && llvm::is_contained(candidates[other], argument)) {
      llvm::erase(candidates[other], argument);
      if (candidates[other].empty() && !states.ambiguity)
        states.ambiguity = describeSecond(other);
      if (candidates[other].size() == 1)
        work.push_back(other);
    }
}

/// Pairs 16-bit copies of weights, and weights that are returned twice, if one
/// copy and one unassigned argument have the type.
void Matching::pairCopies() {
  llvm::DenseMap<unsigned, unsigned> originals;
  for (const StatePair &pair : states.pairs) {
    unsigned value = graph.getReturned()[pair.result];
    if (isFloat(graph.typeOf(value)) && !graph.isArgument(value))
      originals[graph.strip(value)] = pair.result;
  }
  llvm::MapVector<Type, SmallVector<StateCopy>> byType;
  for (unsigned result = 0; result < updates.size(); ++result) {
    unsigned value = graph.getReturned()[result];
    auto known = originals.find(graph.strip(value));
    if (known != originals.end() && !states.findResult(result))
      byType[graph.typeOf(value)].push_back({result, known->second, false});
  }
  for (auto &[type, copies] : byType) {
    SmallVector<unsigned> left;
    for (unsigned i = 0; i < graph.numArguments(); ++i)
      if (graph.typeOf(i) == type && !assigned.contains(i))
        left.push_back(i);
    if (copies.size() == 1 && left.size() == 1)
      assign(copies.front().result, left.front());
    else
      for (StateCopy &copy : copies) {
        copy.mayBeState = !left.empty();
        states.copies.push_back(copy);
      }
  }
}

/// Describes a result whose possible arguments are all replaced by others.
Ambiguity Matching::describeSecond(unsigned result) const {
  Ambiguity ambiguity;
  SmallVector<unsigned, 2> own = listCandidates(result);
  unsigned other = assigned.lookup(own.front());
  ambiguity.reason = "results " + std::to_string(std::min(other, result)) +
                     " and " + std::to_string(std::max(other, result)) +
                     " both update argument " + std::to_string(own.front());
  ambiguity.attribute = "amp.role = \"metric\" on the result that is no state";
  ambiguity.where = graph.getReturned()[result];
  return ambiguity;
}

Ambiguity Matching::describe(unsigned result,
                             ArrayRef<unsigned> arguments) const {
  Ambiguity ambiguity;
  ambiguity.reason = "result " + std::to_string(result) +
                     " may replace argument " + std::to_string(arguments[0]) +
                     " or argument " + std::to_string(arguments[1]);
  ambiguity.attribute =
      "the same amp.state, such as \"w\", on the result and on its argument";
  ambiguity.where = graph.getReturned()[result];
  return ambiguity;
}

/// Returns whether a result is an argument unchanged, or a function of it and
/// of literals alone. It may then replace another argument, one without uses.
bool Matching::isSnapshot(unsigned result, unsigned argument) const {
  unsigned value = graph.getReturned()[result];
  if (graph.strip(value) == argument)
    return true;
  auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
  return type && type.getRank() != 0 && isFloat(type) &&
         dependence.isFromAlone(argument, value);
}

/// return subtract(add(%w, subtract(%w, %last)), %g), %w: the second result may
/// replace %last. A snapshot of an argument is only certain to replace this
/// argument if no other result could replace it.
void Matching::checkSnapshots() {
  for (unsigned result = 0; result < candidates.size() && !states.ambiguity;
       ++result) {
    if (candidates[result].size() != 1 ||
        !isSnapshot(result, candidates[result].front()))
      continue;
    unsigned argument = candidates[result].front();
    for (unsigned other : wanted[argument])
      if (other != result && candidates[other].size() > 1 &&
          llvm::is_contained(candidates[other], argument) && !states.ambiguity)
        states.ambiguity = describe(other, candidates[other]);
  }
}

/// Reports results that return an argument which another result replaces, if
/// they may replace an unassigned argument of their type.
void Matching::checkReturned() {
  FunctionOpInterface function = graph.getFunction();
  for (unsigned result = 0; result < candidates.size() && !states.ambiguity;
       ++result) {
    unsigned argument = graph.strip(graph.getReturned()[result]);
    auto known = assigned.find(argument);
    if (!graph.isArgument(argument) || known == assigned.end() ||
        known->second == result || states.findResult(result) ||
        graph.getReturned()[known->second] == graph.getReturned()[result] ||
        function.getResultAttr(
            result,
            StringAttr::get(function.getContext(), AmpDialect::roleAttrName)))
      continue;
    Type type = graph.typeOf(graph.getReturned()[result]);
    for (unsigned i = 0; i < graph.numArguments() && !states.ambiguity; ++i)
      if (graph.typeOf(i) == type && !assigned.contains(i)) {
        states.ambiguity = Ambiguity{
            "result " + std::to_string(result) + " is argument " +
                std::to_string(argument) + ", which result " +
                std::to_string(known->second) +
                " replaces, and may replace argument " + std::to_string(i),
            "the same amp.state, such as \"w\", on the result and on its "
            "argument, or amp.role = \"metric\" on the result",
            {}};
        states.ambiguity->where = graph.getReturned()[known->second];
      }
  }
}

/// Returns true if `argument` is only subtracted in `result`, as in no average.
bool Matching::isSubtracted(unsigned result, unsigned argument) const {
  llvm::SetVector<std::pair<unsigned, unsigned>> seen; // value, is it negated
  seen.insert({graph.getReturned()[result], 0});
  bool isNegated = false;
  for (unsigned i = 0; i < seen.size(); ++i) {
    auto [value, negated] = seen[i];
    if (value == argument) {
      if (!negated)
        return false;
      isNegated = true;
    }
    std::optional<unsigned> other = updates.findResult(value);
    if (graph.isArgument(value) || graph.isConstant(value) ||
        (other && *other != result))
      continue;
    const StepGraph::Node &node = graph.definitionOf(value);
    bool flips = node.op && isHlo(node.op, OpKind::negate);
    for (auto [number, operand] : llvm::enumerate(graph.operandsOf(node))) {
      bool isLess = node.op && isHlo(node.op, OpKind::subtract) && number == 1;
      seen.insert({operand, (negated != 0) != (flips || isLess)});
    }
  }
  return isNegated;
}

/// %v1 = subtract(%w, %g); return add(%v1, subtract(%v1, %v)), %v1: Nesterov's
/// method replaces %w and %v, an average of weights would replace %v and %w.
/// Only the order tells them apart: reports two such results in the opposite
/// order of their arguments.
void Matching::checkOrder(ArrayRef<StatePair> known) {
  auto isKnown = [&](unsigned result) {
    return llvm::any_of(
        known, [&](const StatePair &pair) { return pair.result == result; });
  };
  llvm::DenseMap<unsigned, unsigned> arguments;
  for (auto [argument, result] : assigned)
    arguments[result] = argument;
  for (const StatePair &pair : states.pairs)
    for (unsigned first : updates.of(pair.result).others) {
      auto found = arguments.find(first);
      if (states.ambiguity || found == arguments.end() || isKnown(first) ||
          isKnown(pair.result) ||
          graph.typeOf(found->second) != graph.typeOf(pair.argument) ||
          ((first < pair.result) == (found->second < pair.argument) &&
           !isSubtracted(pair.result, pair.argument)) ||
          dependence.reaches(pair.argument, graph.getReturned()[first]))
        continue;
      states.ambiguity =
          describe(pair.result, {std::min(pair.argument, found->second),
                                 std::max(pair.argument, found->second)});
    }
}

/// The matching is unique if results with one candidate, assigned first, leave
/// one candidate to each of the others in turn.
States Matching::run(ArrayRef<StatePair> known) {
  states.pairs.assign(known.begin(), known.end());
  findCandidates(known);
  for (const StatePair &pair : known) {
    assigned[pair.argument] = pair.result;
    for (unsigned other : wanted[pair.argument])
      llvm::erase(candidates[other], pair.argument);
  }
  checkSnapshots();
  for (unsigned result = 0; result < candidates.size(); ++result)
    if (candidates[result].size() == 1)
      work.push_back(result);
  for (unsigned i = 0; i < work.size(); ++i)
    if (candidates[work[i]].size() == 1)
      assign(work[i], candidates[work[i]].front());
  for (unsigned result = 0; result < candidates.size() && !states.ambiguity;
       ++result)
    if (candidates[result].size() > 1)
      states.ambiguity = describe(result, candidates[result]);
  pairCopies();
  checkReturned();
  checkOrder(known);
  llvm::sort(states.pairs, [](const StatePair &a, const StatePair &b) {
    return a.result < b.result;
  });
  return states;
}

States amp::scaling::matchStates(const StepGraph &graph,
                                 const ArgumentDependence &dependence,
                                 const Updates &updates,
                                 ArrayRef<StatePair> known) {
  return Matching(graph, dependence, updates).run(known);
}
