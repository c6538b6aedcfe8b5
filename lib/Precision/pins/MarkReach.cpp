// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/pins/MarkReach.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Reach.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

StringRef amp::precision::markOf(const SlotNode &node) {
  return node.row ? findMark(node.op) : StringRef();
}

SmallVector<unsigned> amp::precision::findMarks(const SlotGraph &graph,
                                                StringRef mark) {
  SmallVector<unsigned> marks;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (markOf(node) == mark)
      marks.push_back(number);
  return marks;
}

/// Adds the results (operands) of an op that are not f32.
void MarkReach::addOthers(Operation *op) {
  auto values =
      forward ? ValueRange(op->getResults()) : ValueRange(op->getOperands());
  for (Value value : values)
    if (!isF32(value.getType()) && follows(value.getType()) &&
        known.insert(value).second)
      others.push_back(value);
}

/// Adds the ops that read arguments (define results) of the function that `op`
/// calls, if it has no nodes.
void MarkReach::addCallee(Operation *op) {
  FunctionOpInterface callee = program.calleeOf(op);
  if (!callee || callee.isExternal() ||
      graph.carriedValuesOf(callee, lookupRow(callee)))
    return;
  Region &body = callee.getFunctionBody();
  if (forward)
    for (Value argument : body.getArguments())
      inCallees.insert(argument.user_begin(), argument.user_end());
  else if (body.hasOneBlock())
    for (Value returned : body.front().getTerminator()->getOperands())
      if (Operation *maker = returned.getDefiningOp())
        inCallees.insert(maker);
}

/// Returns the nodes of the ops at which the search leaves the other values.
llvm::BitVector MarkReach::findBehindOthers() {
  Reach flow(program);
  flow.followOnly([&](Value value) {
    return !isF32(value.getType()) && follows(value.getType());
  });
  SmallVector<Value> values = std::exchange(others, {});
  llvm::DenseSet<Operation *> ops =
      (forward ? flow.forth(values, stops) : flow.back(values, stops)).ops;
  ops.insert_range(std::exchange(inCallees, {}));
  llvm::BitVector nodes(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (ops.contains(node.op) && !stops(node.op) && passes(number))
      nodes.set(number);
  return nodes;
}

llvm::BitVector MarkReach::from(StringRef mark) {
  for (const PlacedOp &placed : program.getOps())
    if (findMark(placed.op) == mark)
      addOthers(placed.op);
  SmallVector<unsigned> starts = findMarks(graph, mark);
  llvm::BitVector found(graph.nodes.size());
  while (!starts.empty() || !others.empty() || !inCallees.empty()) {
    llvm::BitVector next = graph.reach(starts, forward, passes);
    if (!others.empty() || !inCallees.empty())
      next |= findBehindOthers();
    next.reset(found);
    found |= next;
    starts.assign(next.set_bits_begin(), next.set_bits_end());
    for (unsigned node : starts) {
      addOthers(graph.nodes[node].op);
      addCallee(graph.nodes[node].op);
    }
  }
  return found;
}
