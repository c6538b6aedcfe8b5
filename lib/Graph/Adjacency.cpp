// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Adjacency.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

Adjacency::Adjacency(ArrayRef<Edge> edges, unsigned numNodes, bool reversed)
    : offsets(numNodes + 1, 0), targets(edges.size()) {
  for (auto [from, to] : edges)
    ++offsets[(reversed ? to : from) + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<unsigned> next(offsets.begin(), offsets.end());
  for (auto [from, to] : edges)
    targets[next[reversed ? to : from]++] = reversed ? from : to;
}

llvm::BitVector Adjacency::reach(ArrayRef<unsigned> from,
                                 function_ref<bool(unsigned)> passes) const {
  llvm::BitVector seen(offsets.size() - 1);
  SmallVector<unsigned> work(from);
  while (!work.empty())
    for (unsigned next : (*this)[work.pop_back_val()])
      if (!seen.test(next) && passes(next)) {
        seen.set(next);
        work.push_back(next);
      }
  return seen;
}
