// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Network of the minimum s-t cut; arrows show capacities.
//   slot low  <=>  its node is on the source side
//   product   source -high-> operands -mixed-> result -low-> sink,
//             result -infinity-> operands
//   sharing   users -infinity-> shared -cost-> definition    (of low users)
//             definition -cost-> shared -infinity-> users    (of f32 users)
#include "lib/Precision/Mincut.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/FlowGraph.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
class Network {
public:
  Network(const Objective &objective, const Constraints &constraints);

  FlowGraph graph;
  unsigned nodeOf(unsigned slot) const;
  SmallVector<EdgeFlow, 0> collectFlows(ArrayRef<int64_t> flows) const;

private:
  void addProduct(const Objective::Product &product);
  void addSharing(const Objective::Sharing &sharing);
  void addEdge(unsigned from, unsigned to, int64_t capacity, OpOperand *use,
               unsigned term, bool isReverse = false,
               bool isAlwaysWritten = false);

  const Objective &objective;
  const Constraints &constraints;
  SmallVector<unsigned, 0> nodes; ///< by leader slot of a group
  SmallVector<std::pair<unsigned, OpOperand *>> readers;

  /// Edge between two free nodes, with its use and term in the solution.
  struct NamedEdge {
    OpOperand *use;
    unsigned edge;
    uint8_t term;
    bool isReverse; ///< the flow counts as negative
    /// The edge is written even if its flow is zero. A use that only calls of
    /// one function share is the only use after copies of it are merged.
    bool isAlwaysWritten;
  };
  SmallVector<NamedEdge, 0> named;
};
} // namespace

unsigned Network::nodeOf(unsigned slot) const {
  if (slot == Objective::high)
    return FlowGraph::sink;
  if (slot == Objective::low)
    return FlowGraph::source;
  return nodes[constraints.groups[slot]];
}

void Network::addEdge(unsigned from, unsigned to, int64_t capacity,
                      OpOperand *use, unsigned term, bool isReverse,
                      bool isAlwaysWritten) {
  if (std::optional<unsigned> edge = graph.addEdge(from, to, capacity))
    named.push_back(
        {use, *edge, static_cast<uint8_t>(term), isReverse, isAlwaysWritten});
}

void Network::addProduct(const Objective::Product &product) {
  unsigned operands = nodeOf(product.operands), result = nodeOf(product.result);
  graph.addEdge(FlowGraph::source, operands, product.cost.high);
  OpOperand *use = &product.op->getOpOperand(0);
  addEdge(operands, result, product.cost.mixed, use, EdgeFlow::product);
  graph.addEdge(result, FlowGraph::sink, product.cost.low);
  addEdge(result, operands, FlowGraph::infinity, use, EdgeFlow::product,
          /*isReverse=*/true);
}

void Network::addSharing(const Objective::Sharing &sharing) {
  constexpr unsigned source = FlowGraph::source, sink = FlowGraph::sink;
  unsigned thisEnd = sharing.isLow ? source : sink;
  unsigned otherEnd = sharing.isLow ? sink : source;
  unsigned maker =
      sharing.maker == Objective::none ? otherEnd : nodeOf(sharing.maker);
  readers.clear();
  for (unsigned i = 0; i < sharing.numReaders; ++i) {
    unsigned number = sharing.firstReader + i;
    if (unsigned node = nodeOf(objective.readers[number]);
        node != otherEnd && node != maker)
      readers.push_back({node, objective.uses[number]});
  }
  if (readers.empty() || maker == thisEnd)
    return;
  llvm::stable_sort(readers, llvm::less_first());
  auto sameNode = [](const auto &a, const auto &b) {
    return a.first == b.first;
  };
  readers.erase(std::unique(readers.begin(), readers.end(), sameNode),
                readers.end());
  auto join = [&](unsigned reader, unsigned to, int64_t capacity,
                  OpOperand *use) {
    unsigned term = 2 * static_cast<unsigned>(sharing.kind) + sharing.isLow;
    bool isAlwaysWritten = maker == otherEnd &&
                           capacity == FlowGraph::infinity &&
                           findCallee(use->getOwner());
    addEdge(sharing.isLow ? reader : to, sharing.isLow ? to : reader, capacity,
            use, term, /*isReverse=*/false, isAlwaysWritten);
  };
  auto [first, use] = readers.front();
  if (llvm::any_of(readers,
                   [&](auto reader) { return reader.first == thisEnd; }))
    return join(thisEnd, maker, sharing.cost, use);
  if (readers.size() == 1)
    return join(first, maker, sharing.cost, use);
  unsigned shared = graph.addNode();
  for (auto [reader, use] : readers)
    join(reader, shared, FlowGraph::infinity, use);
  graph.addEdge(sharing.isLow ? shared : maker, sharing.isLow ? maker : shared,
                sharing.cost);
}

SmallVector<EdgeFlow, 0> Network::collectFlows(ArrayRef<int64_t> flows) const {
  SmallVector<EdgeFlow, 0> found;
  for (const NamedEdge &edge : named)
    if (int64_t flow = flows[edge.edge]; flow != 0 || edge.isAlwaysWritten)
      found.push_back({edge.use, edge.term, edge.isReverse ? -flow : flow});
  return found;
}

Network::Network(const Objective &objective, const Constraints &constraints)
    : objective(objective), constraints(constraints) {
  nodes.resize(objective.slots.size());
  for (unsigned slot = 0; slot < nodes.size(); ++slot)
    if (constraints.groups[slot] == slot)
      nodes[slot] = constraints.pinnedHigh.test(slot)  ? FlowGraph::sink
                    : constraints.pinnedLow.test(slot) ? FlowGraph::source
                                                       : graph.addNode();
  graph.addEdge(FlowGraph::source, FlowGraph::sink, objective.fixedCost);
  // Add up the costs per group; those of pinned groups are constant.
  SmallVector<OpCost, 0> costs(nodes.size());
  for (auto [number, slot] : llvm::enumerate(objective.slots))
    costs[constraints.groups[number]] += slot.cost;
  for (auto [slot, cost] : llvm::enumerate(costs))
    if (constraints.groups[slot] == slot) {
      if (nodes[slot] == FlowGraph::source || nodes[slot] == FlowGraph::sink)
        graph.addEdge(FlowGraph::source, FlowGraph::sink,
                      nodes[slot] == FlowGraph::source ? cost.low : cost.high);
      else
        graph.addCosts(nodes[slot], cost.low, cost.high);
    }
  llvm::for_each(objective.products,
                 [&](const auto &product) { addProduct(product); });
  llvm::for_each(objective.sharings,
                 [&](const auto &sharing) { addSharing(sharing); });
  for (auto [low, with] : constraints.lowOnlyWith)
    addEdge(nodeOf(low), nodeOf(with), FlowGraph::infinity,
            &objective.slots[low].op->getOpOperand(0), EdgeFlow::lowOnlyWith);
}

Solution amp::precision::solveMincut(const Objective &objective,
                                     const Constraints &constraints) {
  Network network(objective, constraints);
  FlowGraph::Cut cut = network.graph.minimumCut();
  Solution solution{llvm::BitVector(objective.slots.size()), cut.flow,
                    cut.bytes, network.collectFlows(cut.flows)};
  for (unsigned slot = 0; slot < objective.slots.size(); ++slot)
    solution.low[slot] = cut.sourceSide.test(network.nodeOf(slot));
  return solution;
}

SmallVector<unsigned> amp::precision::findFree(const Constraints &constraints) {
  SmallVector<unsigned> free;
  for (auto [slot, leader] : llvm::enumerate(constraints.groups))
    if (leader == slot && !constraints.pinnedHigh.test(slot) &&
        !constraints.pinnedLow.test(slot))
      free.push_back(slot);
  return free;
}

std::optional<Solution>
amp::precision::solveExhaustively(const Objective &objective,
                                  const Constraints &constraints) {
  SmallVector<unsigned> free = findFree(constraints);
  if (free.size() > mostFree)
    return std::nullopt;
  Solution best{{}, FlowGraph::infinity, 0, {}};
  llvm::BitVector low(objective.slots.size());
  for (uint32_t choice = 0; choice < (uint32_t(1) << free.size()); ++choice) {
    llvm::BitVector groups = constraints.pinnedLow;
    for (auto [bit, slot] : llvm::enumerate(free))
      groups[slot] = (choice >> bit) & 1;
    for (unsigned slot = 0; slot < objective.slots.size(); ++slot)
      low[slot] = groups.test(constraints.groups[slot]);
    bool breaks = llvm::any_of(constraints.lowOnlyWith, [&](auto pair) {
      return low.test(pair.first) && !low.test(pair.second);
    });
    std::optional<int64_t> cost = objective.evaluate(low);
    if (!breaks && cost && *cost < best.flow)
      best = {low, *cost, 0, {}};
  }
  return best;
}
