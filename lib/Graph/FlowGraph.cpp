// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/FlowGraph.h"
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <numeric>
#include <vector>

using namespace mlir;
using namespace mlir::amp;

using Network =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                       boost::no_property, boost::no_property,
                                       uint32_t, uint32_t>;
using Arc = boost::graph_traits<Network>::edge_descriptor;

std::optional<unsigned> FlowGraph::addEdge(unsigned from, unsigned to,
                                           int64_t capacity) {
  if (from == to || from == sink || to == source || capacity == 0)
    return std::nullopt;
  if (from != source && to != sink) {
    edges.push_back({from, to, capacity});
    return edges.size() - 1;
  }
  if (from == source && to == sink)
    constantCost += capacity;
  else if (capacity == infinity)
    pinned.push_back({from == source ? to : from, from == source});
  else if (from == source)
    addCosts(to, 0, capacity);
  else
    addCosts(from, capacity, 0);
  return std::nullopt;
}

void FlowGraph::addCosts(unsigned node, int64_t ofLow, int64_t ofHigh) {
  constantCost += ofLow;
  terminalCapacity[node] += ofHigh - ofLow;
}

/// Adds one edge between each node and either source or sink.
void FlowGraph::addTerminals() {
  llvm::BitVector isPinned(terminalCapacity.size());
  for (auto [node, toSource] : pinned) {
    if (isPinned.test(node))
      continue;
    isPinned.set(node);
    constantCost += toSource ? 0 : terminalCapacity[node];
    edges.push_back(toSource ? Edge{source, node, infinity}
                             : Edge{node, sink, infinity});
    terminalCapacity[node] = 0;
  }
  for (unsigned node = 2; node < terminalCapacity.size(); ++node)
    if (terminalCapacity[node] > 0 && !isPinned.test(node)) {
      edges.push_back({source, node, terminalCapacity[node]});
    } else if (terminalCapacity[node] < 0 && !isPinned.test(node)) {
      constantCost += terminalCapacity[node];
      edges.push_back({node, sink, -terminalCapacity[node]});
    }
  terminalCapacity = {};
  pinned = {};
}

namespace {
/// Forward and reverse arcs, sorted by source node.
struct Arcs {
  std::vector<std::pair<uint32_t, uint32_t>> ends;
  std::vector<int64_t> residual;
  std::vector<Arc> reverse;
  std::vector<uint32_t> back; ///< reverse arc of each inner edge
};
} // namespace

static Arcs sortArcs(ArrayRef<FlowGraph::Edge> edges, unsigned numNodes,
                     unsigned numInner) {
  std::vector<uint32_t> next(numNodes + 1, 0);
  for (const FlowGraph::Edge &edge : edges) {
    ++next[edge.from + 1];
    ++next[edge.to + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  Arcs arcs;
  arcs.ends.resize(2 * edges.size());
  arcs.residual.resize(2 * edges.size());
  arcs.reverse.resize(2 * edges.size());
  arcs.back.reserve(numInner);
  for (const FlowGraph::Edge &edge : edges) {
    uint32_t there = next[edge.from]++, back = next[edge.to]++;
    arcs.ends[there] = {edge.from, edge.to};
    arcs.ends[back] = {edge.to, edge.from};
    arcs.residual[there] = edge.capacity;
    arcs.residual[back] = 0;
    arcs.reverse[there] = Arc(edge.to, back);
    arcs.reverse[back] = Arc(edge.from, there);
    if (arcs.back.size() < numInner)
      arcs.back.push_back(back);
  }
  return arcs;
}

FlowGraph::Cut FlowGraph::minimumCut() {
  unsigned numNodes = terminalCapacity.size(), numInner = edges.size();
  addTerminals();
  Arcs arcs = sortArcs(edges, numNodes, numInner);
  size_t bytes = edges.capacity() * sizeof(Edge);
  edges = {};
  Network network(boost::edges_are_sorted, arcs.ends.begin(), arcs.ends.end(),
                  numNodes);
  bytes = std::max(bytes, arcs.ends.size() * sizeof(arcs.ends[0]));
  arcs.ends = {};
  std::vector<Arc> parents(numNodes);
  std::vector<boost::default_color_type> trees(numNodes);
  std::vector<uint32_t> distances(numNodes);
  auto nodeNumber = get(boost::vertex_index, network);
  auto byArc = [&](auto &values) {
    return boost::make_iterator_property_map(values.begin(),
                                             get(boost::edge_index, network));
  };
  auto byNode = [&](auto &values) {
    return boost::make_iterator_property_map(values.begin(), nodeNumber);
  };
  // The algorithm reads capacities only at the start, so residual capacities
  // may overwrite them.
  int64_t flow = boost::boykov_kolmogorov_max_flow(
      network, byArc(arcs.residual), byArc(arcs.residual), byArc(arcs.reverse),
      byNode(parents), byNode(trees), byNode(distances), nodeNumber, source,
      sink);
  Cut cut{flow + constantCost, llvm::BitVector(numNodes), {}, 0};
  // The residual capacity of a reverse arc is the flow of its edge.
  cut.flows.reserve(numInner);
  for (uint32_t back : arcs.back)
    cut.flows.push_back(arcs.residual[back]);
  for (unsigned node = 0; node < numNodes; ++node)
    if (trees[node] == boost::black_color)
      cut.sourceSide.set(node);
  constexpr size_t perNode = sizeof(Arc) + sizeof(trees[0]) +
                             sizeof(distances[0]) + sizeof(uint32_t) +
                             sizeof(long) + 1;
  cut.bytes = bytes +
              arcs.residual.size() *
                  (sizeof(int64_t) + sizeof(Arc) + sizeof(uint32_t)) +
              numInner * (sizeof(int64_t) + sizeof(uint32_t)) +
              numNodes * perNode;
  return cut;
}
