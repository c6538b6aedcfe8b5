// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/Structure.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/Precision/pins/MarkReach.h"
#include "lib/Precision/pins/Pins.h"
#include "lib/Precision/pins/StateUpdates.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns true for the types of data; false for predicates and tokens.
static bool isData(Type type) {
  return isa<ShapedType, TupleType>(type) && !elementOf(type).isInteger(1);
}

/// Returns true for the types of data but integers, such as labels.
static bool isNoIndex(Type type) {
  return isData(type) && !elementOf(type).isIntOrIndex();
}

/// Returns true if the user permits this very node to be low: by force, or by a
/// rule or requirement that allows it.
static bool isUserRequested(const SlotNode &node) {
  return node.isForced ||
         (node.colour == Colour::allow && isUsers(node.reason));
}

/// Returns the nodes of comparisons. SlotGraph::nodeOf cannot find them,
/// because they have no f32 result.
static llvm::DenseMap<Operation *, unsigned>
findComparisons(const SlotGraph &graph) {
  llvm::DenseMap<Operation *, unsigned> comparisons;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (node.row && node.row->opClass == OpClass::select &&
        llvm::none_of(node.op->getResultTypes(), isF32))
      comparisons[node.op] = number;
  return comparisons;
}

/// Returns `from` and all nodes on which it depends. Dependences through i1
/// results of comparisons count, too; they pass through ops without f32 values.
static llvm::BitVector findBefore(const SlotGraph &graph,
                                  ArrayRef<unsigned> from) {
  llvm::DenseMap<Operation *, unsigned> comparisons = findComparisons(graph);
  llvm::BitVector seen(graph.nodes.size());
  SmallVector<unsigned> work;
  auto visit = [&](unsigned node) {
    if (!seen.test(node)) {
      seen.set(node);
      work.push_back(node);
    }
  };
  llvm::DenseSet<Operation *> seenOps;
  auto visitComparisons = [&](Operation *reader) {
    SmallVector<Operation *> ops = {reader};
    while (!ops.empty())
      for (Value operand : ops.pop_back_val()->getOperands()) {
        Operation *maker = operand.getDefiningOp();
        if (!maker || isF32(operand.getType()) || !seenOps.insert(maker).second)
          continue;
        if (auto known = comparisons.find(maker); known != comparisons.end())
          visit(known->second);
        else
          ops.push_back(maker);
      }
  };
  llvm::for_each(from, visit);
  while (!work.empty()) {
    unsigned node = work.pop_back_val();
    llvm::for_each(graph.definitionsOf(node), visit);
    if (graph.nodes[node].isMixed)
      visitComparisons(graph.nodes[node].op);
  }
  return seen;
}

llvm::BitVector amp::precision::findMadeOf(const SlotGraph &graph,
                                           llvm::BitVector nodes,
                                           const llvm::BitVector &sources) {
  SmallVector<unsigned> work;
  auto dropIfMixed = [&](unsigned node) {
    auto isKept = [&](unsigned maker) {
      return nodes.test(maker) || sources.test(maker);
    };
    if (!nodes.test(node) || llvm::all_of(graph.definitionsOf(node), isKept))
      return;
    nodes.reset(node);
    work.push_back(node);
  };
  llvm::for_each(llvm::seq<unsigned>(0, graph.nodes.size()), dropIfMixed);
  while (!work.empty())
    llvm::for_each(graph.usersOf(work.pop_back_val()), dropIfMixed);
  return nodes;
}

void amp::precision::pinWhatOnlyFeeds(SlotGraph &graph,
                                      const llvm::BitVector &nodes) {
  llvm::BitVector fed = nodes;
  auto isFed = [&](unsigned reader) { return fed.test(reader); };
  SmallVector<unsigned> work(nodes.set_bits_begin(), nodes.set_bits_end());
  while (!work.empty())
    for (unsigned maker : graph.definitionsOf(work.pop_back_val())) {
      SlotNode &node = graph.nodes[maker];
      if (fed.test(maker) || node.isContraction || isUserRequested(node) ||
          !llvm::all_of(graph.usersOf(maker), isFed))
        continue;
      fed.set(maker);
      work.push_back(maker);
      pin(node, ReasonKind::structure, "an update reads it");
    }
}

void amp::precision::pinStructure(PinState &state) {
  SlotGraph &graph = state.graph;
  auto pinAll = [&](const llvm::BitVector &nodes, StringRef why) {
    for (unsigned node : nodes.set_bits())
      if (!isUserRequested(graph.nodes[node]))
        pin(graph.nodes[node], ReasonKind::structure, why);
  };
  auto notContraction = [&](unsigned n) {
    return !graph.nodes[n].isContraction;
  };
  auto isContraction = [](Operation *op) {
    return amp::isContraction(lookupRow(op));
  };
  auto notState = [&](unsigned n) {
    return markOf(graph.nodes[n]) != "amp.state";
  };
  auto isState = [](Operation *op) { return findMark(op) == "amp.state"; };
  pinAll(MarkReach(state, /*forward=*/false, notContraction, isContraction,
                   isNoIndex)
             .from("amp.loss"),
         "loss");
  pinAll(MarkReach(state, /*forward=*/true, notContraction, isContraction,
                   isNoIndex)
             .from("amp.seed"),
         "seed");
  llvm::BitVector updates =
      MarkReach(state, /*forward=*/true, notState, isState, isData)
          .from("amp.gradients");
  updates |= findStateUpdates(state);
  pinAll(updates, "update");
  pinWhatOnlyFeeds(graph, updates);

  SmallVector<unsigned> contractions;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (node.isContraction && node.colour != Colour::none)
      contractions.push_back(number);
  llvm::BitVector last = findBefore(graph, contractions).flip();
  pinAll(last, "nothing after it multiplies matrices");

  updates |= last;
  for (unsigned mark : findMarks(graph, "amp.state"))
    updates.set(mark);
  // Data movement from arguments, such as that of a weight into a loop, a
  // function or a manual region.
  llvm::BitVector moved(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (moves(node))
      moved.set(number);
  moved = findMadeOf(graph, std::move(moved), updates);
  pinAll(graph.reach(llvm::to_vector_of<unsigned>(updates.set_bits()),
                     /*forward=*/false,
                     [&](unsigned node) { return moved.test(node); }),
         "an update reads it");
}

//===----------------------------------------------------------------------===//
// Exact comparisons
//===----------------------------------------------------------------------===//

ExactGroups amp::precision::findExactGroups(const SlotGraph &graph) {
  llvm::DenseMap<Operation *, unsigned> comparisons = findComparisons(graph);
  ExactGroups groups;
  // Adds comparisons that use `value`, possibly through layout ops, and these.
  auto addComparisons = [&](Value value, SmallVector<unsigned> &group) {
    SmallVector<Value> work = {value};
    while (!work.empty())
      for (OpOperand &use : work.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (auto known = comparisons.find(user); known != comparisons.end()) {
          group.push_back(known->second);
          continue;
        }
        // Result i of a barrier is operand i.
        ResultRange results = user->getResults();
        if (results.size() > 1 && results.size() == user->getNumOperands())
          results = results.slice(use.getOperandNumber(), 1);
        if (results.empty())
          continue;
        std::optional<unsigned> node = graph.nodeOf(results.front());
        if (!node || !graph.nodes[*node].row ||
            graph.nodes[*node].row->opClass != OpClass::layout ||
            llvm::is_contained(group, *node))
          continue;
        group.push_back(*node);
        work.append(results.begin(), results.end());
      }
  };
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (!choosesAmongMany(node.op, node.row))
      continue;
    SmallVector<unsigned> group = {static_cast<unsigned>(number)};
    for (Value result : node.op->getResults())
      if (isF32(result.getType()))
        addComparisons(result, group);
    if (group.size() > 1)
      groups.push_back(std::move(group));
  }
  return groups;
}
