// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Gradients.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/degrees/DegreeRules.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Node = StepGraph::Node;
using Kind = StepGraph::Kind;

/// Limit on the number of candidates for a seed that is not a literal.
static constexpr unsigned mostCandidates = 512;

GradientTerms::GradientTerms(const StepGraph &graph,
                             const ArgumentDependence &dependence,
                             const Updates &updates,
                             ArrayRef<StatePair> known) {
  llvm::SetVector<unsigned> everything, some, added;
  for (unsigned result = 0; result < updates.size(); ++result) {
    SmallVector<unsigned> arguments =
        llvm::to_vector(updates.of(result).carried);
    for (const StatePair &pair : known)
      if (pair.result == result)
        arguments.push_back(pair.argument);
    if (arguments.empty())
      continue;
    added.insert(updates.of(result).increments.begin(),
                 updates.of(result).increments.end());
    for (unsigned term : updates.listTerms(result)) {
      everything.insert(term);
      for (unsigned argument : arguments)
        if (dependence.reaches(argument, term)) {
          some.insert(term);
          updated.push_back({argument, term});
        }
    }
  }
  all = everything.takeVector();
  proven = some.takeVector();
  increments = added.takeVector();
}

SmallVector<unsigned> GradientTerms::listNearest(const StepGraph &graph) const {
  llvm::BitVector stops(graph.numValues());
  for (unsigned term : all)
    stops.set(term);
  llvm::SetVector<unsigned> nearest;
  std::optional<unsigned> last;
  llvm::BitVector reached, seen(graph.numValues());
  for (auto [argument, proven] : updated) {
    if (last != argument) {
      reached = forwardSlice(graph, {argument}, stops);
      seen.reset();
    }
    last = argument;
    SmallVector<unsigned> work = {proven};
    while (!work.empty()) {
      unsigned value = work.pop_back_val();
      if (seen.test(value))
        continue;
      seen.set(value);
      if (stops[value] && reached[value])
        nearest.insert(value);
      else
        llvm::append_range(work, graph.operandsOf(graph.definitionOf(value)));
    }
  }
  return nearest.takeVector();
}

/// Visits the operands that the results of `node` may be multiples of.
static void forEachLinear(const StepGraph &graph, OpDegrees &degrees,
                          const Node &node,
                          llvm::function_ref<void(unsigned)> visit) {
  ArrayRef<unsigned> operands = graph.operandsOf(node);
  if (node.kind == Kind::merge) {
    llvm::for_each(graph.inputsOf(node), visit);
    return;
  }
  if (node.kind != Kind::op || node.isOpaque)
    return;
  const OpDegree &degree = degrees.of(node.op);
  if (!degree.propagatesScale)
    return;
  if (degree.isProduct && operands[degree.tied[0]] == operands[degree.tied[1]])
    return;
  for (unsigned i : degree.tied)
    visit(operands[i]);
}

static SmallVector<unsigned>
followLinear(const StepGraph &graph, OpDegrees &degrees,
             ArrayRef<unsigned> from, llvm::function_ref<bool(unsigned)> isStop,
             unsigned most) {
  llvm::SetVector<unsigned> reached;
  reached.insert(from.begin(), from.end());
  for (unsigned i = 0; i < reached.size() && reached.size() < most; ++i)
    if (!isStop(reached[i]))
      forEachLinear(graph, degrees, graph.definitionOf(reached[i]),
                    [&](unsigned value) {
                      if (isScalable(graph.typeOf(value)))
                        reached.insert(value);
                    });
  return reached.takeVector();
}

llvm::BitVector amp::scaling::findLinearMakers(const StepGraph &graph,
                                               OpDegrees &degrees,
                                               unsigned value) {
  llvm::BitVector found(graph.numValues());
  for (unsigned maker : followLinear(
           graph, degrees, {value}, [](unsigned) { return false; },
           graph.numValues() + 1))
    found.set(maker);
  return found;
}

/// Returns true if `value` is a loop-invariant argument or literal.
static bool isInvariant(const StepGraph &graph, unsigned value) {
  const Node &node = graph.definitionOf(value);
  return node.isLoop && llvm::all_of(graph.inputsOf(node), [&](unsigned input) {
           input = graph.strip(input);
           return input == value || graph.isArgument(input) ||
                  graph.isConstant(input);
         });
}

SmallVector<unsigned> amp::scaling::listLinearMakers(const StepGraph &graph,
                                                     OpDegrees &degrees,
                                                     unsigned value) {
  SmallVector<unsigned> found = followLinear(
      graph, degrees, {value}, [](unsigned) { return false; }, mostCandidates);
  llvm::erase_if(found, [&](unsigned maker) {
    return graph.isArgument(maker) || graph.isConstant(maker) ||
           isInvariant(graph, maker);
  });
  return found;
}

void amp::scaling::restrictCore(const StepGraph &graph, GradientGoal &goal) {
  SmallVector<unsigned> ends(goal.gradients);
  llvm::append_range(ends, goal.unscaled);
  goal.core = backwardSlice(graph, ends);
}

GradientGoal amp::scaling::makeGoal(const StepGraph &graph, OpDegrees &degrees,
                                    const Updates &updates,
                                    ArrayRef<unsigned> gradients) {
  GradientGoal goal;
  goal.cut.resize(graph.numValues());
  for (unsigned value : gradients)
    goal.cut.set(value);
  // A term of which other terms are multiples belongs to the backward pass,
  // unless a new state is between them.
  auto isState = [&](unsigned value) {
    std::optional<unsigned> result = updates.findResult(value);
    return result && !updates.of(*result).carried.empty();
  };
  auto uncut = [&](ArrayRef<unsigned> inside, unsigned except) {
    for (unsigned value :
         followLinear(graph, degrees, inside, isState, graph.numValues() + 1))
      if (value != except)
        goal.cut.reset(value);
  };
  SmallVector<unsigned> inside;
  for (unsigned value : gradients) {
    SmallVector<unsigned> operands;
    forEachLinear(graph, degrees, graph.definitionOf(value),
                  [&](unsigned operand) { operands.push_back(operand); });
    if (graph.definitionOf(value).isLoop) // a sum in a loop is its own operand
      uncut(operands, value);
    else
      llvm::append_range(inside, operands);
  }
  uncut(inside, graph.numValues());
  for (unsigned value : gradients) {
    if (!goal.cut[value])
      continue;
    goal.gradients.push_back(value);
    if (graph.definitionOf(value).isLoop) // its own loop uses it, too
      goal.cut.reset(value);
  }
  llvm::BitVector behind = forwardSlice(graph, gradients);
  for (auto [result, value] : llvm::enumerate(graph.getReturned()))
    if (!behind[value] && !graph.isArgument(value) &&
        updates.of(result).carried.empty())
      goal.unscaled.push_back(value);
  restrictCore(graph, goal);
  return goal;
}

/// Looks through casts and data movement.
static unsigned stripLayout(const StepGraph &graph, unsigned value) {
  constexpr KindSet moves = {OpKind::broadcast_in_dim, OpKind::reverse,
                             OpKind::slice, OpKind::transpose};
  for (;;) {
    value = graph.strip(value);
    const Node &node = graph.definitionOf(value);
    if (node.kind != Kind::op || node.numOperands != 1 ||
        !moves.contains(kindOf(node.op)))
      return value;
    value = graph.operandsOf(node).front();
  }
}

/// Looks through loops, to the initial value.
static unsigned stripLoops(const StepGraph &graph, unsigned value) {
  while (!graph.isArgument(value) && graph.definitionOf(value).isLoop)
    value =
        stripLayout(graph, graph.inputsOf(graph.definitionOf(value)).front());
  return value;
}

/// Returns whether the program multiplies `value`, up to casts and data
/// movement, by an argument that `isOwn` accepts.
static bool isFactorOfArgument(const StepGraph &graph, OpDegrees &degrees,
                               unsigned value,
                               llvm::function_ref<bool(unsigned)> isOwn) {
  llvm::SetVector<unsigned> same;
  same.insert(value);
  for (unsigned i = 0; i < same.size() && i < 64; ++i)
    for (unsigned slot : graph.slotsOf(same[i])) {
      const Node &node = graph.getNodes()[graph.nodeAt(slot)];
      if (node.kind != Kind::op || node.isOpaque || node.numResults != 1)
        continue;
      const OpDegree &degree = degrees.of(node.op);
      if (!degree.isProduct) {
        if (node.numOperands == 1 &&
            stripLayout(graph, node.firstResult) == value)
          same.insert(node.firstResult);
        continue;
      }
      for (unsigned tied : degree.tied) {
        unsigned other = stripLayout(graph, graph.operandsOf(node)[tied]);
        if (other != value && isOwn(stripLoops(graph, other)))
          return true;
      }
    }
  return false;
}

bool amp::scaling::isAdjoint(const StepGraph &graph, OpDegrees &degrees,
                             unsigned value, const llvm::BitVector &scaled,
                             llvm::function_ref<bool(unsigned)> isOwn) {
  static constexpr unsigned most = 64;
  llvm::SetVector<unsigned> reached;
  reached.insert(value);
  for (unsigned i = 0; i < reached.size() && i < most; ++i) {
    const Node &node = graph.definitionOf(reached[i]);
    if (node.kind == Kind::merge)
      for (unsigned input : graph.inputsOf(node))
        if (scaled[input])
          reached.insert(input);
    if (node.kind != Kind::op || node.isOpaque)
      continue;
    const OpDegree &degree = degrees.of(node.op);
    ArrayRef<unsigned> operands = graph.operandsOf(node);
    for (unsigned tied : degree.tied) {
      if (scaled[operands[tied]]) {
        reached.insert(operands[tied]);
        continue;
      }
      unsigned factor = stripLayout(graph, operands[tied]);
      if (degree.isProduct && !graph.isConstant(factor) &&
          isFactorOfArgument(graph, degrees, factor, isOwn))
        return true;
    }
  }
  return false;
}

/// Returns the sizes of a tensor in ascending order, without ones.
static SmallVector<int64_t> listSizes(Type type) {
  SmallVector<int64_t> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    sizes.assign(tensor.getShape().begin(), tensor.getShape().end());
  llvm::erase(sizes, 1);
  llvm::sort(sizes);
  return sizes;
}

bool amp::scaling::lookLikeParameters(const StepGraph &graph,
                                      ArrayRef<unsigned> values,
                                      unsigned seed) {
  std::set<SmallVector<int64_t>> known;
  for (unsigned i = 0; i < graph.numArguments(); ++i)
    if (i != seed && isFloat(graph.typeOf(i)))
      known.insert(listSizes(graph.typeOf(i)));
  unsigned count = llvm::count_if(values, [&](unsigned value) {
    return known.count(listSizes(graph.typeOf(value)));
  });
  return 2 * count > values.size();
}

SmallVector<unsigned> amp::scaling::listLosses(const StepGraph &graph,
                                               const Updates &updates,
                                               const Roles &roles,
                                               const llvm::BitVector &scaled) {
  SmallVector<unsigned> gradients;
  for (unsigned value : scaled.set_bits())
    gradients.push_back(value);
  llvm::BitVector behind = forwardSlice(graph, gradients);
  llvm::BitVector floats(graph.numValues());
  for (const Node &node : graph.getNodes()) {
    bool isFrom = node.kind == Kind::argument ||
                  llvm::any_of(graph.operandsOf(node),
                               [&](unsigned value) { return floats[value]; });
    for (unsigned i = 0; i < node.numResults; ++i)
      if (isFrom && isFloat(graph.typeOf(node.firstResult + i)))
        floats.set(node.firstResult + i);
  }
  SmallVector<unsigned> losses;
  for (auto [result, value] : llvm::enumerate(graph.getReturned())) {
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
    if (type && type.getRank() == 0 && floats[value] && !behind[value] &&
        !graph.isArgument(value) && updates.of(result).carried.empty() &&
        !roles.isOther(result) && !llvm::is_contained(losses, value))
      losses.push_back(value);
  }
  return losses;
}
