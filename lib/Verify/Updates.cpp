// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %t = transpose %w : f16; subtract f32(%t), … : f32   // an update
//   ==>   breaks "… stay f32"
#include "lib/Graph/Calls.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static StringRef markOf(const ProgramNode &node) {
  return node.isCarried || !node.row ? StringRef() : findMark(node.op);
}

static SmallVector<unsigned> findMarks(const InputGraph &graph,
                                       StringRef mark) {
  SmallVector<unsigned> found;
  for (unsigned n = 0; n < graph.size(); ++n)
    if (markOf(graph.nodes[n]) == mark)
      found.push_back(n);
  return found;
}

/// Adds to `nodes` producers that have no other users, up to contractions.
static llvm::BitVector addFeeders(const InputGraph &graph,
                                  llvm::BitVector nodes) {
  SmallVector<unsigned> work(nodes.set_bits_begin(), nodes.set_bits_end());
  while (!work.empty())
    for (unsigned maker : graph.definitionsOf(work.pop_back_val())) {
      if (nodes.test(maker) || graph.nodes[maker].isProduct ||
          graph.nodes[maker].isAsked ||
          !llvm::all_of(graph.usersOf(maker),
                        [&](unsigned reader) { return nodes.test(reader); }))
        continue;
      nodes.set(maker);
      work.push_back(maker);
    }
  return nodes;
}

/// Returns the data movement nodes that only forward arguments or values of
/// `sources`: the largest set whose producers are in the set or in `sources`.
static llvm::BitVector findMoves(const InputGraph &graph,
                                 const llvm::BitVector &sources) {
  llvm::BitVector moves(graph.size());
  for (unsigned n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].moves())
      moves.set(n);
  SmallVector<unsigned> work;
  auto check = [&](unsigned n) {
    if (!moves.test(n) ||
        llvm::all_of(graph.definitionsOf(n), [&](unsigned maker) {
          return moves.test(maker) || sources.test(maker);
        }))
      return;
    moves.reset(n);
    work.push_back(n);
  };
  for (unsigned n = 0; n < graph.size(); ++n)
    check(n);
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val()))
      check(reader);
  return moves;
}

/// Returns the elementwise nodes on which the new value of a state depends and
/// that depend on its old value, with no contraction or gradient between.
static llvm::BitVector findStateSteps(const InputGraph &graph, Operation *mark,
                                      unsigned number) {
  auto isStep = [&](unsigned n) {
    return markOf(graph.nodes[n]).empty() && !graph.nodes[n].isProduct &&
           (graph.nodes[n].moves() || isPerElement(graph.nodes[n].row));
  };
  llvm::BitVector steps(graph.size());
  std::optional<unsigned> made = graph.nodeOf(mark->getOperand(number));
  if (!made || !isStep(*made))
    return steps;
  Value old = graph.sourceOf(mark->getOperand(mark->getNumResults() + number));
  llvm::BitVector before = graph.reach({*made}, /*forward=*/false, isStep);
  before.set(*made);
  SmallVector<unsigned> work;
  for (unsigned n : before.set_bits())
    if (llvm::any_of(graph.nodes[n].op->getOperands(), [&](Value operand) {
          return graph.sourceOf(operand) == old;
        }))
      work.push_back(n);
  while (!work.empty()) {
    unsigned at = work.pop_back_val();
    if (steps.test(at))
      continue;
    steps.set(at);
    for (unsigned reader : graph.usersOf(at))
      if (before.test(reader))
        work.push_back(reader);
  }
  return steps;
}

static LogicalResult refuseLow(const InputGraph &graph,
                               const llvm::BitVector &nodes, StringRef where) {
  for (unsigned n : nodes.set_bits())
    if (graph.nodes[n].isLow && !graph.nodes[n].isAsked)
      return breaks(graph.nodes[n].op, Guarantee::structure)
             << "expects f32 " << where;
  return success();
}

LogicalResult amp::verify::checkUpdates(const InputGraph &graph) {
  SmallVector<unsigned> gradients = findMarks(graph, "amp.gradients");
  SmallVector<unsigned> states = findMarks(graph, "amp.state");
  if (gradients.empty() && states.empty())
    return success();
  llvm::BitVector updates =
      graph.reach(gradients, /*forward=*/true, [&](unsigned n) {
        return markOf(graph.nodes[n]) != "amp.state";
      });
  if (failed(refuseLow(graph, addFeeders(graph, updates),
                       "where nothing but an update reads the value")))
    return failure();
  llvm::SmallPtrSet<Operation *, 8> seen;
  for (unsigned state : states) {
    Operation *mark = graph.nodes[state].op;
    unsigned count = mark->getNumResults();
    if (mark->getNumOperands() == 2 * count && seen.insert(mark).second)
      for (unsigned i = 0; i < count; ++i)
        if (failed(refuseLow(graph, findStateSteps(graph, mark, i),
                             "from the old to the new value of a state")))
          return failure();
    updates.set(state);
  }
  llvm::BitVector moves = findMoves(graph, updates);
  SmallVector<unsigned> from(updates.set_bits_begin(), updates.set_bits_end());
  llvm::BitVector moved = graph.reach(
      from, /*forward=*/false, [&](unsigned n) { return moves.test(n); });
  return refuseLow(graph, moved, "where an update reads what was moved");
}
