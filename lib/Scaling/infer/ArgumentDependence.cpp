// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/ArgumentDependence.h"
#include "lib/OpModel/OpModel.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

ArgumentDependence::ArgumentDependence(const StepGraph &graph)
    : words(graph.numArguments() / 64 + 1),
      bits(size_t(graph.numValues()) * words), tensors(words) {
  for (unsigned i = 0; i < graph.numArguments(); ++i) {
    row(i)[i / 64] |= uint64_t(1) << (i % 64);
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(i));
    if (isFloat(graph.typeOf(i)) && type && type.getRank() != 0)
      tensors[i / 64] |= uint64_t(1) << (i % 64);
  }
  // Only merges have later values as operands: regions follow their merges.
  for (bool changed = true; changed;) {
    changed = false;
    for (const StepGraph::Node &node : graph.getNodes())
      for (unsigned operand : graph.operandsOf(node))
        for (unsigned i = 0; i < node.numResults; ++i)
          changed |= addTo(node.firstResult + i, operand) &&
                     node.kind == StepGraph::Kind::merge;
  }
}

bool ArgumentDependence::addTo(unsigned value, unsigned from) {
  bool changed = false;
  for (unsigned i = 0; i < words; ++i) {
    uint64_t all = row(value)[i] | row(from)[i];
    changed |= all != row(value)[i];
    row(value)[i] = all;
  }
  return changed;
}

bool ArgumentDependence::isFromAlone(unsigned argument, unsigned value) const {
  for (unsigned i = 0; i < words; ++i) {
    uint64_t own = i == argument / 64 ? uint64_t(1) << (argument % 64) : 0;
    if (row(value)[i] != own)
      return false;
  }
  return true;
}

bool ArgumentDependence::isFromTensors(unsigned value) const {
  for (unsigned i = 0; i < words; ++i)
    if (row(value)[i] & tensors[i])
      return true;
  return false;
}

llvm::BitVector amp::scaling::backwardSlice(const StepGraph &graph,
                                            ArrayRef<unsigned> values) {
  llvm::BitVector found(graph.getNodes().size());
  SmallVector<unsigned> work(values.begin(), values.end());
  while (!work.empty()) {
    unsigned node = graph.nodeOf(work.pop_back_val());
    if (found.test(node))
      continue;
    found.set(node);
    llvm::append_range(work, graph.operandsOf(graph.getNodes()[node]));
  }
  return found;
}

llvm::BitVector amp::scaling::forwardSlice(const StepGraph &graph,
                                           ArrayRef<unsigned> values,
                                           const llvm::BitVector &stops) {
  llvm::BitVector found(graph.numValues());
  SmallVector<unsigned> work(values.begin(), values.end());
  while (!work.empty()) {
    unsigned value = work.pop_back_val();
    if (found.test(value))
      continue;
    found.set(value);
    if (!stops.empty() && stops[value])
      continue;
    for (unsigned slot : graph.slotsOf(value)) {
      const StepGraph::Node &user = graph.getNodes()[graph.nodeAt(slot)];
      for (unsigned i = 0; i < user.numResults; ++i)
        work.push_back(user.firstResult + i);
    }
  }
  return found;
}
