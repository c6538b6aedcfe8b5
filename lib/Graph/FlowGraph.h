// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A network in arrays, for the max-flow of Boost.Graph (Boykov and Kolmogorov,
// 2004): 20 bytes per arc.
#ifndef LIB_GRAPH_FLOWGRAPH_H
#define LIB_GRAPH_FLOWGRAPH_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp {

class FlowGraph {
public:
  /// More than any cut that is not forbidden.
  static constexpr int64_t endless = int64_t(1) << 61;
  static constexpr unsigned source = 0, sink = 1;

  unsigned addNode() {
    net.push_back(0);
    return net.size() - 1;
  }

  /// Costs `capacity` if `from` is on the source's side and `to` is not.
  /// Returns the number of the edge; none for edges of source and sink, which
  /// are summed up per node.
  std::optional<unsigned> addEdge(unsigned from, unsigned to, int64_t capacity);

  /// Costs `ofLow` if `node` is on the source's side, else `ofHigh`.
  void addCosts(unsigned node, int64_t ofLow, int64_t ofHigh);

  struct Cut {
    int64_t flow;
    llvm::BitVector sourceSide;
    SmallVector<int64_t, 0> flows; ///< by the numbers of edges
    size_t bytes;
  };
  Cut minimumCut();

  struct Edge {
    unsigned from, to;
    int64_t capacity;
  };

private:
  void addTerminals();

  int64_t always = 0;
  /// Additional cost of a node on the sink's side; `endless` if it is
  /// forbidden. One number for all edges of a node with source and sink,
  /// because the algorithm reads one.
  SmallVector<int64_t, 0> net = {0, 0};
  SmallVector<std::pair<unsigned, bool>, 0> pinned; ///< to the source's side?
  SmallVector<Edge, 0> edges;
};

} // namespace mlir::amp

#endif // LIB_GRAPH_FLOWGRAPH_H
