// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flow network in arrays, for the max-flow algorithm of Boost.Graph (Boykov and
// Kolmogorov, 2004): 20 bytes per arc.
#ifndef LIB_GRAPH_FLOWGRAPH_H
#define LIB_GRAPH_FLOWGRAPH_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp {

class FlowGraph {
public:
  /// Infinite capacity: exceeds every finite cut.
  static constexpr int64_t infinity = int64_t(1) << 61;
  static constexpr unsigned source = 0, sink = 1;

  unsigned addNode() {
    terminalCapacity.push_back(0);
    return terminalCapacity.size() - 1;
  }

  /// Adds `capacity` to the cut if `from` is on the source's side and `to` is
  /// not. Returns the edge number; none for edges of source and sink, which are
  /// summed per node.
  std::optional<unsigned> addEdge(unsigned from, unsigned to, int64_t capacity);

  /// Adds `ofLow` to the cut if `node` is on the source's side, else `ofHigh`.
  void addCosts(unsigned node, int64_t ofLow, int64_t ofHigh);

  struct Cut {
    int64_t flow;
    llvm::BitVector sourceSide;
    SmallVector<int64_t, 0> flows; ///< by edge number
    size_t bytes;
  };
  Cut minimumCut();

  struct Edge {
    unsigned from, to;
    int64_t capacity;
  };

private:
  void addTerminals();

  int64_t constantCost = 0;
  /// Cost of the sink's side minus the cost of the source's side, per node. All
  /// edges of a node with source and sink are merged, because the algorithm
  /// reads one terminal capacity per node.
  SmallVector<int64_t, 0> terminalCapacity = {0, 0};
  SmallVector<std::pair<unsigned, bool>, 0> pinned; ///< node, source side?
  SmallVector<Edge, 0> edges;
};

} // namespace mlir::amp

#endif // LIB_GRAPH_FLOWGRAPH_H
