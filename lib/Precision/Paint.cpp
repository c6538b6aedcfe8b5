// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   allow -> clear -> infer -> allow      all low: infer and clear between
//   allows deny  -> infer -> clear -> infer      all f32: deny floods, stops at
//   allow allow -> clear -> (f32)               clear follows: low allow ->
//   infer -> (f32)               infer follows what it reads: low
#include "lib/Precision/Paint.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class Painter {
public:
  explicit Painter(SlotGraph &graph) : graph(graph) {}

  void floodDeny();
  void allowBetween();
  void inferFromMakers();
  void clearBesideAllow();
  void demote(const ExactGroups &groups);

private:
  bool has(unsigned node, Colour colour) const {
    return graph.nodes[node].colour == colour;
  }
  bool canFollow(unsigned node) const {
    return has(node, Colour::clear) || has(node, Colour::infer);
  }
  SmallVector<unsigned> all(function_ref<bool(unsigned)> keep) const;
  void set(unsigned node, Colour colour, ReasonKind kind);

  SlotGraph &graph;
};
} // namespace

SmallVector<unsigned> Painter::all(function_ref<bool(unsigned)> keep) const {
  SmallVector<unsigned> kept;
  for (unsigned node = 0; node < graph.nodes.size(); ++node)
    if (keep(node))
      kept.push_back(node);
  return kept;
}

/// A node that follows keeps the list entry that let it follow as its reason.
void Painter::set(unsigned node, Colour colour, ReasonKind kind) {
  SlotNode &painted = graph.nodes[node];
  painted.colour = colour;
  StringAttr entry = painted.reason ? painted.reason.getEntry() : nullptr;
  painted.reason = ReasonAttr::get(painted.op->getContext(), kind, entry);
}

/// Deny goes forward through infer, and through a clear only on the way to
/// another infer or deny; each node it takes learns who denied it.
void Painter::floodDeny() {
  auto isSink = [&](unsigned n) {
    return has(n, Colour::deny) || has(n, Colour::infer);
  };
  llvm::BitVector onTheWay =
      graph.reach(all(isSink), /*forward=*/false,
                  [&](unsigned n) { return has(n, Colour::clear); });
  SmallVector<unsigned> work =
      all([&](unsigned n) { return has(n, Colour::deny); });
  while (!work.empty()) {
    unsigned denied = work.pop_back_val();
    StringRef by = graph.nodes[denied].reason.getKind() == ReasonKind::path
                       ? graph.nodes[denied].reason.getEntry().getValue()
                       : graph.nodes[denied].op->getName().getStringRef();
    for (unsigned reader : graph.readersOf(denied)) {
      if (!has(reader, Colour::infer) &&
          !(has(reader, Colour::clear) && onTheWay.test(reader)))
        continue;
      SlotNode &node = graph.nodes[reader];
      node.colour = Colour::deny;
      node.reason = ReasonAttr::get(node.op->getContext(), ReasonKind::path,
                                    StringAttr::get(node.op->getContext(), by));
      work.push_back(reader);
    }
  }
}

/// Clear and infer nodes both behind and before an allow, over such nodes only.
void Painter::allowBetween() {
  SmallVector<unsigned> allowed =
      all([&](unsigned n) { return has(n, Colour::allow); });
  auto follows = [&](unsigned n) { return canFollow(n); };
  llvm::BitVector between = graph.reach(allowed, /*forward=*/true, follows);
  between &= graph.reach(allowed, /*forward=*/false, follows);
  for (unsigned node : between.set_bits())
    set(node, Colour::allow,
        has(node, Colour::infer) ? ReasonKind::infer : ReasonKind::clear);
}

/// An infer that reads from allow, and from no deny, is low although nothing
/// after it is.
void Painter::inferFromMakers() {
  SmallVector<unsigned> work =
      all([&](unsigned n) { return has(n, Colour::allow); });
  while (!work.empty())
    for (unsigned reader : graph.readersOf(work.pop_back_val())) {
      auto isDenied = [&](unsigned n) { return has(n, Colour::deny); };
      if (!has(reader, Colour::infer) ||
          llvm::any_of(graph.makersOf(reader), isDenied))
        continue;
      set(reader, Colour::allow, ReasonKind::infer);
      work.push_back(reader);
    }
}

/// What is still clear takes the precision of an allow on either side of it.
void Painter::clearBesideAllow() {
  SmallVector<unsigned> work =
      all([&](unsigned n) { return has(n, Colour::allow); });
  while (!work.empty()) {
    unsigned node = work.pop_back_val();
    for (ArrayRef<unsigned> side :
         {graph.readersOf(node), graph.makersOf(node)})
      for (unsigned beside : side)
        if (has(beside, Colour::clear)) {
          set(beside, Colour::allow, ReasonKind::clear);
          work.push_back(beside);
        }
  }
}

void Painter::demote(const ExactGroups &groups) {
  for (ArrayRef<unsigned> group : groups)
    if (llvm::any_of(group, [&](unsigned n) { return !has(n, Colour::allow); }))
      for (unsigned node : group)
        if (has(node, Colour::allow))
          set(node, Colour::deny, ReasonKind::exact);
}

void amp::paint(SlotGraph &graph, const ExactGroups &groups) {
  Painter painter(graph);
  painter.floodDeny();
  painter.allowBetween();
  painter.inferFromMakers();
  painter.clearBesideAllow();
  painter.demote(groups);
}
