// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exponential (denied) -> add (infers) -> transpose (follows) -> multiply
// (infers)   ==>   all of them are denied
#include "lib/Graph/Calls.h"
#include "lib/Verify/bounds/CheckBounds.h"
#include "lib/Verify/permissions/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static SmallVector<unsigned>
collect(const InputGraph &graph,
        function_ref<bool(const ProgramNode &)> accepts) {
  SmallVector<unsigned> found;
  for (unsigned n = 0; n < graph.size(); ++n)
    if (accepts(graph.nodes[n]))
      found.push_back(n);
  return found;
}

static bool isMark(const ProgramNode &node, StringRef mark) {
  return !node.isCarried && node.row && findMark(node.op) == mark;
}

/// Returns a superset of the nodes that are f32 by program structure. A larger
/// set only makes the check more permissive.
static llvm::BitVector findStructural(const InputGraph &graph) {
  auto isOpen = [&](unsigned n) { return !graph.nodes[n].isProduct; };
  auto always = [](unsigned) { return true; };
  auto marks = [&](StringRef mark) {
    return collect(graph,
                   [&](const ProgramNode &n) { return isMark(n, mark); });
  };
  llvm::BitVector pinned =
      graph
          .reach(
              collect(graph, [](const ProgramNode &n) { return n.isProduct; }),
              /*forward=*/false, always)
          .flip();
  pinned |= graph.reach(marks("amp.loss"), /*forward=*/false, isOpen);
  pinned |= graph.reach(marks("amp.seed"), /*forward=*/true, isOpen);
  llvm::BitVector updates =
      graph.reach(marks("amp.gradients"), /*forward=*/true, always);
  pinned |= updates;
  pinned |= findPossibleOrigins(graph);
  for (unsigned n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].isAsked)
      pinned.set(n);
  return pinned;
}

llvm::BitVector amp::verify::findDeniedByPath(const InputGraph &graph) {
  llvm::BitVector denied(graph.size());
  SmallVector<unsigned> work = collect(graph, [](const ProgramNode &node) {
    return !node.isLow &&
           (node.list == ListKind::deny || node.list == ListKind::tf32);
  });
  if (work.empty())
    return denied;
  llvm::BitVector structural = findStructural(graph);
  auto follows = [&](unsigned n, ListKind list) {
    const ProgramNode &node = graph.nodes[n];
    bool isResult = !node.isCarried && !node.isProduct && node.row &&
                    node.row->opClass == OpClass::contraction;
    return node.list == list && !structural.test(n) && !isResult &&
           node.slot != ProgramNode::fixed;
  };
  SmallVector<unsigned> sinks;
  for (unsigned n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].list == ListKind::deny || follows(n, ListKind::infer))
      sinks.push_back(n);
  llvm::BitVector onTheWay =
      graph.reach(sinks, /*forward=*/false,
                  [&](unsigned n) { return follows(n, ListKind::clear); });
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val()))
      if (!denied.test(reader) &&
          (follows(reader, ListKind::infer) ||
           (follows(reader, ListKind::clear) && onTheWay.test(reader)))) {
        denied.set(reader);
        work.push_back(reader);
      }
  for (unsigned n = 0; n < graph.size(); ++n)
    if (!graph.nodes[n].isLow)
      denied.reset(n);
  return denied;
}
