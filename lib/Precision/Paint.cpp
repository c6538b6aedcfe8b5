// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrows lead from definitions to users:
//   allow -> clear -> infer -> allow     all low: on a path between allows
//   deny -> infer -> clear -> infer      all f32: deny propagates up to allow
//   allow -> clear -> (f32)              clear is low: it has a low neighbour
//   allow -> infer -> (f32)              infer is low: its operand is
#include "lib/Precision/Paint.h"
#include "lib/Precision/Colours.h"
#include "lib/Precision/IdleDataMovement.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
class Painter {
public:
  explicit Painter(SlotGraph &graph) : graph(graph), clear(graph.nodes.size()) {
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      if (has(node, Colour::clear))
        clear.set(node);
  }

  void followProducts();
  void floodDeny();
  void allowBetween();
  void inferFromMakers();
  void clearBesideAllow();
  LogicalResult demote(const ExactGroups &groups);
  void keepUnreadResults();
  bool liftIdleMoves();

private:
  bool has(unsigned node, Colour colour) const {
    return graph.nodes[node].colour == colour;
  }
  bool canFollow(unsigned node) const {
    return has(node, Colour::clear) || has(node, Colour::infer);
  }
  bool readsLow(unsigned node) const {
    return has(node, Colour::allow) &&
           graph.nodes[node].slot != SlotNode::fixed;
  }
  SmallVector<unsigned> all(function_ref<bool(unsigned)> keep) const;
  void set(unsigned node, Colour colour, ReasonKind kind);

  SlotGraph &graph;
  llvm::BitVector clear; ///< nodes that were clear before painting
};
} // namespace

SmallVector<unsigned> Painter::all(function_ref<bool(unsigned)> keep) const {
  SmallVector<unsigned> kept;
  for (unsigned node = 0; node < graph.nodes.size(); ++node)
    if (keep(node))
      kept.push_back(node);
  return kept;
}

/// Sets the colour of a node. Its reason changes kind but keeps the list entry;
/// a rule or constraint of the user stays the reason, except for `exact`.
void Painter::set(unsigned node, Colour colour, ReasonKind kind) {
  SlotNode &painted = graph.nodes[node];
  painted.colour = colour;
  if (kind != ReasonKind::exact && isUsers(painted.reason))
    return;
  StringAttr entry = painted.reason ? painted.reason.getEntry() : nullptr;
  painted.reason = ReasonAttr::get(painted.op->getContext(), kind, entry);
}

/// Updates clear results of contractions whose operands were pinned to f32:
/// they are no longer allow. A result of fixed type (linalg's accumulator) is
/// allow if the operands are, but only towards its users (see `readsLow`).
void Painter::followProducts() {
  for (unsigned node = 1; node < graph.nodes.size(); ++node) {
    const SlotNode &product = graph.nodes[node - 1];
    SlotNode &result = graph.nodes[node];
    if (!product.isContraction || product.op != result.op ||
        result.reason.getKind() != ReasonKind::clear)
      continue;
    bool isLow = product.colour == Colour::allow;
    if (result.slot == SlotNode::fixed)
      result.colour = isLow ? Colour::allow : Colour::none;
    else if (!isLow && result.colour == Colour::allow)
      result.colour = Colour::clear;
  }
}

/// Propagates deny to users: through infer, and through clear only on a path to
/// another infer or deny. The reason of each denied node names the first denied
/// op. Nodes that ranges pinned keep their reason and forward the denial.
void Painter::floodDeny() {
  auto follows = [&](unsigned n, Colour colour) {
    return has(n, colour) || graph.nodes[n].listed == colour;
  };
  auto isSink = [&](unsigned n) {
    return has(n, Colour::deny) || follows(n, Colour::infer);
  };
  llvm::BitVector onTheWay =
      graph.reach(all(isSink), /*forward=*/false,
                  [&](unsigned n) { return follows(n, Colour::clear); });
  llvm::DenseMap<unsigned, ReasonAttr> pinned; ///< by ranges; first denial
  SmallVector<unsigned> work =
      all([&](unsigned n) { return has(n, Colour::deny); });
  while (!work.empty()) {
    unsigned denied = work.pop_back_val();
    const SlotNode &from = graph.nodes[denied];
    // Lists deny ops. A denied function has no op name to report.
    ReasonAttr path = pinned.lookup(denied);
    if (!path)
      path = from.reason;
    if (path.getKind() != ReasonKind::path)
      path = ReasonAttr::get(path.getContext(), ReasonKind::path,
                             isa<FunctionOpInterface>(from.op)
                                 ? path.getEntry()
                                 : from.op->getName().getIdentifier());
    for (unsigned reader : graph.usersOf(denied)) {
      if (!follows(reader, Colour::infer) &&
          !(follows(reader, Colour::clear) && onTheWay.test(reader)))
        continue;
      SlotNode &node = graph.nodes[reader];
      if (node.colour == Colour::none) {
        if (pinned.try_emplace(reader, path).second)
          work.push_back(reader);
        continue;
      }
      if (node.colour == Colour::deny)
        continue;
      node.colour = Colour::deny;
      node.reason = path;
      work.push_back(reader);
    }
  }
}

/// Allows clear and infer nodes on paths of such nodes between two allows.
void Painter::allowBetween() {
  auto follows = [&](unsigned n) { return canFollow(n); };
  llvm::BitVector between =
      graph.reach(all([&](unsigned n) { return has(n, Colour::allow); }),
                  /*forward=*/true, follows);
  between &= graph.reach(all([&](unsigned n) { return readsLow(n); }),
                         /*forward=*/false, follows);
  for (unsigned node : between.set_bits())
    set(node, Colour::allow,
        has(node, Colour::infer) ? ReasonKind::infer : ReasonKind::clear);
}

/// Allows infer nodes that use the result of an allow, even if no user is low.
/// Infer nodes that also use the result of a deny are denied already.
void Painter::inferFromMakers() {
  SmallVector<unsigned> work =
      all([&](unsigned n) { return has(n, Colour::allow); });
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val()))
      if (has(reader, Colour::infer)) {
        set(reader, Colour::allow, ReasonKind::infer);
        work.push_back(reader);
      }
}

/// Allows the remaining clear nodes that use or define a value of an allow.
void Painter::clearBesideAllow() {
  SmallVector<unsigned> work =
      all([&](unsigned n) { return has(n, Colour::allow); });
  while (!work.empty()) {
    unsigned node = work.pop_back_val();
    ArrayRef<unsigned> makers =
        readsLow(node) ? graph.definitionsOf(node) : ArrayRef<unsigned>();
    for (ArrayRef<unsigned> side : {graph.usersOf(node), makers})
      for (unsigned beside : side)
        if (has(beside, Colour::clear)) {
          set(beside, Colour::allow, ReasonKind::clear);
          work.push_back(beside);
        }
  }
}

LogicalResult amp::precision::refuseForced(const SlotNode &forced,
                                           const SlotNode &high) {
  InFlightDiagnostic error =
      forced.op->emitOpError("is forced low, but is compared exactly with an "
                             "op that stays f32");
  error.attachNote(high.op->getLoc())
      << "this op, for the reason " << high.reason;
  return error;
}

/// Demotes the low nodes of exact groups with an f32 node, to a fixpoint
/// because groups overlap. An f32 layout op demotes none: f32 holds 16-bit
/// values exactly.
LogicalResult Painter::demote(const ExactGroups &groups) {
  auto isLow = [&](unsigned n) { return has(n, Colour::allow); };
  auto isFine = [&](unsigned n) {
    const OpRow *row = graph.nodes[n].row;
    return isLow(n) || (row && row->opClass == OpClass::layout);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (ArrayRef<unsigned> group : groups) {
      const unsigned *high = llvm::find_if_not(group, isFine);
      if (high == group.end())
        continue;
      for (unsigned node : llvm::make_filter_range(group, isLow)) {
        if (graph.nodes[node].isForced)
          return refuseForced(graph.nodes[node], graph.nodes[*high]);
        set(node, Colour::deny, ReasonKind::exact);
        changed = true;
      }
    }
  }
  return success();
}

/// Keeps the result of a contraction f32, unless its operands are low and it
/// has a low user or is forced.
void Painter::keepUnreadResults() {
  SmallVector<unsigned> high = all([&](unsigned number) {
    const SlotNode *product = findProduct(graph, number);
    if (!product || !has(number, Colour::allow))
      return false;
    if (product->colour != Colour::allow)
      return true;
    return !graph.nodes[number].isForced &&
           llvm::none_of(graph.usersOf(number), [&](unsigned reader) {
             return has(reader, Colour::allow);
           });
  });
  for (unsigned number : high)
    graph.nodes[number].colour = Colour::none;
}

/// Pins data movement that is low between f32 ops, which demotions and pins
/// leave behind. Returns true if a node changed.
bool Painter::liftIdleMoves() {
  SmallVector<unsigned> idle = findIdleDataMovement(
      graph,
      [&](unsigned n) {
        const SlotNode &node = graph.nodes[n];
        return clear.test(n) && !node.isForced && movesOrSelects(node);
      },
      [&](unsigned n) { return has(n, Colour::allow); });
  for (unsigned node : idle)
    pin(graph.nodes[node], ReasonKind::structure, idleDataMovement);
  return !idle.empty();
}

void amp::precision::denyByPath(SlotGraph &graph) {
  Painter painter(graph);
  painter.followProducts();
  painter.floodDeny();
}

LogicalResult amp::precision::paint(SlotGraph &graph,
                                    const ExactGroups &groups) {
  denyByPath(graph);
  Painter painter(graph);
  painter.allowBetween();
  painter.inferFromMakers();
  painter.clearBesideAllow();
  do {
    if (failed(painter.demote(groups)))
      return failure();
    painter.keepUnreadResults();
  } while (painter.liftIdleMoves());
  return success();
}
