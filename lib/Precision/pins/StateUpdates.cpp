// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/pins/StateUpdates.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/MarkReach.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
class StateUpdates {
public:
  explicit StateUpdates(const PinState &state);

  llvm::BitVector findPaths() const;
  llvm::BitVector findFunctions() const;

private:
  struct Pair {
    Value updated, old;
  };

  void addPath(const Pair &pair, llvm::BitVector &found) const;
  SmallVector<Value> operandsOf(const SlotNode &node) const;
  llvm::DenseSet<Value> listStateArguments() const;

  const SlotGraph &graph;
  SmallVector<Pair> pairs;
};
} // namespace

StateUpdates::StateUpdates(const PinState &state) : graph(state.graph) {
  for (const PlacedOp &placed : state.program.getOps()) {
    unsigned count = placed.op->getNumResults();
    OperandRange values = placed.op->getOperands();
    if (findMark(placed.op) == "amp.state" && values.size() == 2 * count)
      for (unsigned i = 0; i < count; ++i)
        pairs.push_back({values[i], values[count + i]});
  }
}

//===----------------------------------------------------------------------===//
// Elementwise paths
//===----------------------------------------------------------------------===//

void StateUpdates::addPath(const Pair &pair, llvm::BitVector &found) const {
  auto isStep = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isContraction && markOf(node).empty() &&
           (isPerElement(node.row) || moves(node));
  };
  std::optional<unsigned> end = graph.nodeOf(pair.updated);
  if (!end || !isStep(*end))
    return;
  llvm::BitVector before = graph.reachWith({*end}, /*forward=*/false, isStep);
  SmallVector<unsigned> starts;
  for (unsigned n : before.set_bits())
    if (llvm::is_contained(graph.nodes[n].op->getOperands(), pair.old))
      starts.push_back(n);
  found |= graph.reachWith(starts, /*forward=*/true,
                           [&](unsigned n) { return before.test(n); });
}

llvm::BitVector StateUpdates::findPaths() const {
  llvm::BitVector found(graph.nodes.size());
  for (const Pair &pair : pairs)
    addPath(pair, found);
  return found;
}

//===----------------------------------------------------------------------===//
// Functions of states alone
//===----------------------------------------------------------------------===//

/// Returns the operands of the op, or the inputs of the carried value.
SmallVector<Value> StateUpdates::operandsOf(const SlotNode &node) const {
  SmallVector<Value> operands(node.op->getOperands());
  if (auto carriedValues = graph.carriedValuesOf(node.op, node.row)) {
    operands.clear();
    for (OpOperand *input : (*carriedValues)[node.slot].inputs)
      operands.push_back(input->get());
  }
  return operands;
}

/// Returns the old values of states, and the arguments that control flow
/// carries to them.
llvm::DenseSet<Value> StateUpdates::listStateArguments() const {
  llvm::DenseSet<Value> values;
  SmallVector<unsigned> nodes;
  for (const Pair &pair : pairs) {
    values.insert(pair.old);
    if (std::optional<unsigned> node = graph.nodeOf(pair.old))
      nodes.push_back(*node);
  }
  llvm::BitVector moved =
      graph.reachWith(nodes, /*forward=*/false,
                      [&](unsigned n) { return moves(graph.nodes[n]); });
  for (unsigned n : moved.set_bits())
    values.insert_range(operandsOf(graph.nodes[n]));
  return values;
}

static bool isScalar(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || (shaped.hasRank() && shaped.getRank() == 0);
}

llvm::BitVector StateUpdates::findFunctions() const {
  if (pairs.empty())
    return llvm::BitVector(graph.nodes.size());
  auto all = [](unsigned) { return true; };
  llvm::DenseSet<Value> arguments = listStateArguments();
  SmallVector<unsigned> states, data, readers;
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    StringRef mark = markOf(node);
    if (!mark.empty() && mark != "amp.state")
      readers.push_back(number);
    for (Value operand : operandsOf(node))
      if (arguments.contains(operand))
        states.push_back(number);
      else if (isa<BlockArgument>(operand) && !graph.nodeOf(operand) &&
               !isScalar(operand.getType()))
        data.push_back(number);
    if (mark == "amp.gradients")
      data.push_back(number);
  }
  llvm::BitVector found = graph.reachWith(states, /*forward=*/true, all);
  found.reset(graph.reachWith(data, /*forward=*/true, all));
  found.reset(graph.reachWith(readers, /*forward=*/false, all));
  return found;
}

llvm::BitVector amp::precision::findStateUpdates(const PinState &state) {
  StateUpdates updates(state);
  llvm::BitVector found = updates.findPaths();
  found |= updates.findFunctions();
  return found;
}
