// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_GRAPH_ADJACENCY_H
#define LIB_GRAPH_ADJACENCY_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace mlir::amp {

/// Adjacency lists of a directed graph in compressed sparse row form.
class Adjacency {
public:
  using Edge = std::pair<unsigned, unsigned>; ///< from, to

  Adjacency() = default;
  /// Edges of one node keep their order. `reversed` swaps source and target.
  Adjacency(ArrayRef<Edge> edges, unsigned numNodes, bool reversed = false);

  ArrayRef<unsigned> operator[](unsigned node) const {
    return ArrayRef(targets).slice(offsets[node],
                                   offsets[node + 1] - offsets[node]);
  }

  /// Returns the nodes reachable from `from` through nodes that `passes`
  /// accepts. A node of `from` is included only if a cycle leads back to it.
  llvm::BitVector reach(ArrayRef<unsigned> from,
                        function_ref<bool(unsigned)> passes) const;

private:
  std::vector<unsigned> offsets, targets;
};

} // namespace mlir::amp

#endif // LIB_GRAPH_ADJACENCY_H
