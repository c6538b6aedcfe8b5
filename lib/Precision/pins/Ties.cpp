// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %m = reduce maximum %x; %e = compare EQ, %x, %m
//   ==>   %x, %m and %e are not low, back to the contraction that computes %x
//
// Values that differ in f32 may be equal in 16 bits: a mask of the largest
// element would have several ones. If a sum counts the ones, as in JAX's
// gradient of a maximum, the gradient is shared, and correct for rounded
// values.
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns true if a node selects elements of its operand by their value.
static bool chooses(const SlotNode &node) {
  KindSet sorts = {OpKind::sort, OpKind::top_k};
  return choosesAmongMany(node.op, node.row) ||
         (node.row && sorts.contains(namedKindOf(node.op)));
}

/// Returns the node that defines `value` and, through data movement, its
/// sources.
static SmallVector<unsigned> findSources(const SlotGraph &graph, Value value) {
  SmallVector<unsigned> sources;
  std::optional<unsigned> maker = graph.nodeOf(value);
  if (maker)
    sources.push_back(*maker);
  for (unsigned i = 0; i < sources.size(); ++i)
    if (moves(graph.nodes[sources[i]]))
      for (unsigned next : graph.definitionsOf(sources[i]))
        if (!llvm::is_contained(sources, next))
          sources.push_back(next);
  return sources;
}

llvm::BitVector
amp::precision::findChoice(const SlotGraph &graph, Value chosen, Value data,
                           function_ref<bool(unsigned)> computes) {
  constexpr unsigned mostNodes = 64;
  llvm::BitVector path(graph.nodes.size());
  std::optional<unsigned> last = graph.nodeOf(chosen);
  if (!last)
    return path;
  SmallVector<unsigned> sources = findSources(graph, data), work = {*last};
  bool isChosen = false, isFrom = false;
  auto passes = [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    return moves(node) || chooses(node) || (computes && computes(number)) ||
           (node.row && node.row->opClass == OpClass::gather_scatter) ||
           namedKindOf(node.op) == OpKind::dynamic_slice;
  };
  for (unsigned i = 0; i < work.size() && i < mostNodes; ++i) {
    const SlotNode &node = graph.nodes[work[i]];
    if (path.test(work[i]) || !passes(work[i]))
      continue;
    if (llvm::is_contained(sources, work[i]) && !chooses(node))
      continue;
    path.set(work[i]);
    isChosen |= chooses(node);
    isFrom |= chooses(node) &&
              llvm::any_of(node.op->getOperands(), [&](Value operand) {
                return findOrigin(operand) == findOrigin(data);
              });
    for (unsigned maker : graph.definitionsOf(work[i])) {
      isFrom |= isChosen && llvm::is_contained(sources, maker);
      work.push_back(maker);
    }
  }
  if (!isChosen || !isFrom)
    path.reset();
  return path;
}

/// Returns true if a reduction uses a predicate, possibly through layout ops
/// and conversions.
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

/// Returns true if an op compares f32 values, in any direction: elements below
/// the maximum are those that do not equal it.
static bool compares(Operation *op) {
  return kindOf(op) == OpKind::compare && op->getNumOperands() == 2 &&
         isF32(op->getOperand(0).getType());
}

void amp::precision::pinExtremumComparisons(PinState &state) {
  SlotGraph &graph = state.graph;
  auto isExact = [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    bool isResult = node.row && node.row->opClass == OpClass::contraction &&
                    !node.isContraction;
    return !node.isForced && !graph.carriedValuesOf(node.op, node.row) &&
           !node.isContraction &&
           (isResult || moves(node) || isPerElement(node.row));
  };
  llvm::BitVector exact(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (!compares(node.op) || node.isForced || isCounted(node.op->getResult(0)))
      continue;
    for (unsigned i : {0u, 1u}) {
      Value data = node.op->getOperand(1 - i);
      llvm::BitVector choice = findChoice(graph, node.op->getOperand(i), data);
      if (choice.none())
        continue;
      std::optional<unsigned> maker = graph.nodeOf(data);
      llvm::BitVector before(graph.nodes.size());
      if (maker) {
        before = graph.reach({*maker}, /*forward=*/false, isExact);
        before.set(*maker);
      }
      exact |= choice;
      exact.set(number);
      for (unsigned n : before.set_bits())
        if (isExact(n))
          exact.set(n);
    }
  }
  // The colour is deny, not none: denials propagate through these nodes.
  for (unsigned number : exact.set_bits())
    if (SlotNode &node = graph.nodes[number]; !node.isForced &&
                                              node.colour != Colour::none &&
                                              node.colour != Colour::deny) {
      pin(node, ReasonKind::structure, "compared with its own maximum");
      node.colour = Colour::deny;
    }
}
