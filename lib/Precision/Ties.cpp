// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %m = reduce maximum %x; compare EQ, %x, %m   ==>   %x is not low, up to the
//                                                    contraction behind it
//
// Values that differ in f32 are equal in 16 bits: a mask of the largest element
// would hold several. Gradients of a maximum count them and share: such a mask,
// which a sum reads, is right for whatever was rounded.
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
class TieFinder {
public:
  explicit TieFinder(SlotGraph &graph) : graph(graph) {}

  /// Returns the comparisons of what `extremum` chooses among with its result,
  /// and what moves the result there.
  llvm::BitVector findComparisons(unsigned extremum) const;

  /// Adds what computes the operands of `extremum`, element by element, and the
  /// results of contractions that these read.
  void addOperands(unsigned extremum, llvm::BitVector &exact) const;

private:
  bool isMove(unsigned n) const { return moves(graph.nodes[n]); }
  llvm::BitVector sourcesOf(unsigned node) const;

  SlotGraph &graph;
};
} // namespace

/// Returns true if a sum over elements reads a predicate.
static bool isCounted(Value predicate) {
  SmallVector<Value> work = {predicate};
  for (unsigned i = 0; i < work.size(); ++i)
    for (Operation *user : work[i].getUsers()) {
      const OpRow *row = lookupRow(user);
      if (!row)
        continue;
      if (classOf(user, row) == OpClass::reduction)
        return true;
      if (row->opClass == OpClass::convert || row->opClass == OpClass::layout)
        llvm::append_range(work, user->getResults());
    }
  return false;
}

/// Returns the nodes that `node` is moved from, itself included.
llvm::BitVector TieFinder::sourcesOf(unsigned node) const {
  llvm::BitVector sources(graph.nodes.size());
  SmallVector<unsigned> work = {node};
  while (!work.empty()) {
    unsigned n = work.pop_back_val();
    if (sources.test(n))
      continue;
    sources.set(n);
    if (isMove(n))
      llvm::append_range(work, graph.makersOf(n));
  }
  return sources;
}

llvm::BitVector TieFinder::findComparisons(unsigned extremum) const {
  llvm::BitVector found(graph.nodes.size());
  Value chosen = graph.nodes[extremum].op->getOperand(0);
  std::optional<unsigned> data = graph.nodeOf(chosen);
  llvm::BitVector results = graph.reach({extremum}, /*forward=*/true,
                                        [&](unsigned n) { return isMove(n); });
  llvm::BitVector readers = results;
  results.set(extremum);
  for (unsigned result : results.set_bits())
    for (unsigned reader : graph.readersOf(result))
      readers.set(reader);
  llvm::BitVector sources =
      data ? sourcesOf(*data) : llvm::BitVector(graph.nodes.size());
  auto isChosen = [&](Value operand) {
    std::optional<unsigned> node = graph.nodeOf(operand);
    if (node && results.test(*node))
      return false;
    return findOrigin(operand) == findOrigin(chosen) ||
           (node && sourcesOf(*node).anyCommon(sources));
  };
  for (unsigned reader : readers.set_bits()) {
    Operation *op = graph.nodes[reader].op;
    if (kindOf(op) == OpKind::compare && !isCounted(op->getResult(0)) &&
        llvm::any_of(op->getOperands(), isChosen))
      found.set(reader);
  }
  if (found.any())
    for (unsigned n : readers.set_bits())
      if (isMove(n))
        found.set(n);
  return found;
}

void TieFinder::addOperands(unsigned extremum, llvm::BitVector &exact) const {
  auto isResult = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return node.row && node.row->opClass == OpClass::contraction &&
           !node.isContraction;
  };
  exact |= graph.reach({extremum}, /*forward=*/false, [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isForced && !node.isContraction &&
           (isResult(n) || isMove(n) || isPerElement(node.row));
  });
  exact.set(extremum);
}

void amp::precision::pinTies(PinState &state) {
  SlotGraph &graph = state.graph;
  TieFinder finder(graph);
  llvm::BitVector exact(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (!choosesAmongMany(node.op, node.row) ||
        node.op->getNumOperands() == 0 ||
        !isF32(node.op->getOperand(0).getType()) || node.isForced)
      continue;
    llvm::BitVector comparisons = finder.findComparisons(number);
    if (comparisons.none())
      continue;
    exact |= comparisons;
    finder.addOperands(number, exact);
  }
  for (unsigned number : exact.set_bits())
    if (SlotNode &node = graph.nodes[number]; !node.isForced)
      pin(node, ReasonKind::structure, "compared with its own maximum");
}
