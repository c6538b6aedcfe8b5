// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts colours to constraints of the solver, and the cheapest assignment
// back to colours.
#include "lib/Precision/Optimize.h"
#include "lib/Precision/Colours.h"
#include "lib/Precision/IdleDataMovement.h"
#include "lib/Precision/Mincut.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns the slot of a node in the objective; none if it is never retyped.
static unsigned slotIn(const Objective &objective, const SlotNode &node) {
  return node.inGraph == SlotNode::fixed ? Objective::none
                                         : objective.numbers[node.inGraph];
}

static bool isFree(const SlotNode &node) {
  return node.colour == Colour::allow || node.colour == Colour::clear ||
         node.colour == Colour::infer;
}

/// Returns true for layout ops: in an exact group, they may stay f32 while
/// other nodes are low.
static bool onlyMoves(const SlotNode &node) {
  return node.row && node.row->opClass == OpClass::layout;
}

static LogicalResult checkForced(const SlotGraph &graph,
                                 ArrayRef<unsigned> group) {
  const unsigned *high = llvm::find_if(group, [&](unsigned n) {
    return !isFree(graph.nodes[n]) && !onlyMoves(graph.nodes[n]);
  });
  const unsigned *forced =
      llvm::find_if(group, [&](unsigned n) { return graph.nodes[n].isForced; });
  if (high == group.end() || forced == group.end())
    return success();
  return refuseForced(graph.nodes[*forced], graph.nodes[*high]);
}

/// Returns the reason why a node is f32, as a pin of the solution.
static Constraints::Pin pinOf(const SlotNode &node, bool isResult) {
  if (!node.reason)
    return Constraints::list;
  switch (node.reason.getKind()) {
  case ReasonKind::structure:
  case ReasonKind::random:
    return Constraints::structure;
  case ReasonKind::range:
    return Constraints::range;
  case ReasonKind::body:
    return Constraints::body;
  case ReasonKind::path:
    return Constraints::path;
  case ReasonKind::given:
    return Constraints::given;
  default:
    break;
  }
  StringRef listed =
      isResult ? AmpDialect::listedResultAttrName : AmpDialect::listedAttrName;
  // `amp.require` on the op takes precedence over rules and enclosing ops.
  bool isConstraint =
      !isResult && node.op->hasAttr(AmpDialect::requireAttrName);
  return !isConstraint && node.op->hasAttr(listed) ? Constraints::rule
                                                   : Constraints::list;
}

namespace {
/// Node that is low only if the node `with` is.
struct Follower {
  unsigned node, with;
};
} // namespace

static FailureOr<Constraints> constrain(const SlotGraph &graph,
                                        const ExactGroups &groups,
                                        ArrayRef<Follower> followers,
                                        const Objective &objective) {
  auto slotOfNode = [&](unsigned node) {
    return slotIn(objective, graph.nodes[node]);
  };
  Constraints constraints;
  unsigned numSlots = objective.slots.size();
  // A slot without a node keeps its type.
  llvm::BitVector high = objective.lowNow, low = objective.lowNow;
  high.flip();
  constraints.pins.resize(numSlots);
  for (unsigned slot = 0; slot < numSlots; ++slot)
    constraints.pins[slot] =
        high.test(slot) ? Constraints::given : Constraints::low;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (unsigned slot = slotOfNode(number); slot != Objective::none) {
      const SlotNode *product = findProduct(graph, number);
      if (isFree(node))
        high.reset(slot), low.reset(slot);
      if (!low.test(slot))
        constraints.pins[slot] =
            isFree(node) ? Constraints::free : pinOf(node, product);
      if (node.isForced && (!product || isFree(*product))) {
        low.set(slot);
        constraints.pins[slot] = Constraints::forced;
      }
    }
  llvm::IntEqClasses classes(numSlots);
  for (ArrayRef<unsigned> group : groups) {
    if (failed(checkForced(graph, group)))
      return failure();
    // Slots that are partly 16-bit in the input keep their f32 values, and so
    // do the slots in an exact group with them.
    bool isGiven = llvm::any_of(group, [&](unsigned node) {
      unsigned slot = slotOfNode(node);
      return slot != Objective::none && objective.lowNow.test(slot);
    });
    for (unsigned node : group)
      if (unsigned slot = slotOfNode(node);
          isGiven && slot != Objective::none && !objective.lowNow.test(slot)) {
        high.set(slot);
        constraints.pins[slot] = Constraints::given;
      }
    if (isGiven)
      continue;
    unsigned first = Objective::none;
    for (unsigned node : group)
      if (unsigned slot = slotOfNode(node);
          slot != Objective::none && !onlyMoves(graph.nodes[node])) {
        if (first == Objective::none)
          first = slot;
        else
          constraints.same.push_back({slot, first});
        classes.join(first, slot);
      }
    for (unsigned node : group)
      if (unsigned slot = slotOfNode(node); slot != Objective::none &&
                                            onlyMoves(graph.nodes[node]) &&
                                            first != Objective::none)
        constraints.lowOnlyWith.push_back({slot, first});
  }
  for (auto [node, with] : followers) {
    unsigned slot = slotOfNode(node), first = slotOfNode(with);
    if (onlyMoves(graph.nodes[node])) {
      constraints.lowOnlyWith.push_back({slot, first});
      continue;
    }
    constraints.same.push_back({slot, first});
    classes.join(slot, first);
  }
  constraints.groups.resize(numSlots);
  constraints.pinnedHigh.resize(numSlots);
  constraints.pinnedLow.resize(numSlots);
  for (unsigned slot = 0; slot < numSlots; ++slot) {
    unsigned leader = classes.findLeader(slot);
    constraints.groups[slot] = leader;
    if (high.test(slot))
      constraints.pinnedHigh.set(leader);
    if (low.test(slot))
      constraints.pinnedLow.set(leader);
  }
  return constraints;
}

namespace {
/// Fitting nodes that are denied by path only, with the reason of the denial.
using Freed = llvm::DenseMap<unsigned, ReasonAttr>;
} // namespace

/// Propagates denials, but nodes that fit in the low format keep their colour.
static Freed denyUnfitting(SlotGraph &graph, const llvm::BitVector &fitting) {
  SmallVector<std::tuple<unsigned, Colour, ReasonAttr>, 0> follows;
  for (unsigned number : fitting.set_bits())
    if (const SlotNode &node = graph.nodes[number];
        node.colour == Colour::infer || node.colour == Colour::clear)
      follows.push_back({number, node.colour, node.reason});
  denyByPath(graph);
  Freed freed;
  for (auto [number, colour, reason] : follows)
    if (SlotNode &node = graph.nodes[number]; node.colour == Colour::deny) {
      freed[number] = node.reason;
      node.colour = colour;
      node.reason = reason;
    }
  return freed;
}

/// Sets the result of a node whose range overrides a denial by path: low
/// because of the range, or f32 with the path as reason.
static void setFreed(SlotNode &node, bool isLow, ReasonAttr path) {
  node.colour = isLow ? Colour::allow : Colour::none;
  if (!isUsers(node.reason))
    node.reason = isLow ? ReasonAttr::get(path.getContext(), ReasonKind::range,
                                          path.getEntry())
                        : path;
}

/// Sets the result of a node. A rule or constraint of the user stays the
/// reason; a list entry stays in the reason, whose kind is `cost` if the node
/// is f32.
static void setColour(SlotNode &node, bool isLow) {
  Colour before = node.colour;
  node.colour = isLow ? Colour::allow : Colour::none;
  if (isUsers(node.reason) || before == Colour::none || before == Colour::deny)
    return;
  ReasonKind kind = node.reason.getKind();
  if (!isLow)
    kind = ReasonKind::cost;
  node.reason =
      ReasonAttr::get(node.op->getContext(), kind, node.reason.getEntry());
}

/// Returns for each data-movement node the nearest op at an end of its chain
/// that may be low (allow before infer before clear); the node itself if there
/// is none.
static SmallVector<unsigned, 0>
findEnds(const SlotGraph &graph, function_ref<bool(unsigned)> isMove,
         function_ref<bool(unsigned)> isRetyped) {
  auto ends = llvm::to_vector<0>(llvm::seq<unsigned>(0, graph.nodes.size()));
  for (Colour colour : {Colour::allow, Colour::infer, Colour::clear}) {
    SmallVector<unsigned> work;
    for (unsigned n = 0; n < graph.nodes.size(); ++n)
      if (!isMove(n) && graph.nodes[n].colour == colour && isRetyped(n))
        work.push_back(n);
    for (size_t next = 0; next < work.size(); ++next)
      for (ArrayRef<unsigned> side :
           {graph.usersOf(work[next]), graph.definitionsOf(work[next])})
        for (unsigned beside : side)
          if (isMove(beside) && ends[beside] == beside) {
            ends[beside] = ends[work[next]];
            work.push_back(beside);
          }
  }
  return ends;
}

/// Finds the cheapest assignment without idle data movement. Solves repeatedly:
/// an idle node is first tied to an op at an end of its chain, then pinned f32.
static FailureOr<Solution> solve(Location loc, SlotGraph &graph,
                                 const ExactGroups &groups,
                                 const Objective &objective, Solver solver,
                                 Constraints &constraints) {
  llvm::BitVector tied = objective.lowNow;
  auto slotOf = [&](unsigned n) { return slotIn(objective, graph.nodes[n]); };
  auto isRetyped = [&](unsigned n) {
    return slotOf(n) != Objective::none && !objective.lowNow.test(slotOf(n));
  };
  auto isMove = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return node.colour == Colour::clear && !node.isForced &&
           movesOrSelects(node);
  };
  for (ArrayRef<unsigned> group : groups)
    for (unsigned node : group)
      if (isRetyped(node))
        tied.set(slotOf(node));
  SmallVector<Follower> followers;
  while (true) {
    FailureOr<Constraints> found =
        constrain(graph, groups, followers, objective);
    if (failed(found))
      return failure();
    constraints = std::move(*found);
    std::optional<Solution> solution =
        solver == Solver::exhaustive
            ? solveExhaustively(objective, constraints)
            : std::optional<Solution>(solveMincut(objective, constraints));
    if (!solution)
      return emitError(loc)
             << "solver 'exhaustive' tries every assignment, which is possible "
                "for at most "
             << mostFree << " free slots, but got "
             << findFree(constraints).size();
    SmallVector<unsigned> idle =
        findIdleDataMovement(graph, isMove, [&](unsigned n) {
          return isRetyped(n) && solution->low.test(slotOf(n));
        });
    if (idle.empty())
      return std::move(*solution);
    SmallVector<unsigned, 0> ends = findEnds(graph, isMove, isRetyped);
    for (unsigned node : idle) {
      unsigned end = ends[node], slot = slotOf(node);
      if (end == node || tied.test(slot) || slot == slotOf(end)) {
        pin(graph.nodes[node], ReasonKind::structure, idleDataMovement);
        continue;
      }
      tied.set(slot);
      followers.push_back({node, end});
    }
  }
}

FailureOr<Optimum> amp::precision::optimize(Location loc, SlotGraph &graph,
                                            const ExactGroups &groups,
                                            const Objective &objective,
                                            const llvm::BitVector &fitting,
                                            Solver solver) {
  Freed freed = denyUnfitting(graph, fitting);
  Constraints constraints;
  FailureOr<Solution> solution =
      solve(loc, graph, groups, objective, solver, constraints);
  if (failed(solution))
    return failure();
  // Slots that are partly 16-bit in the input keep their types.
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (unsigned slot = slotIn(objective, node);
        slot != Objective::none && !objective.lowNow.test(slot)) {
      bool isLow = solution->low.test(slot);
      if (auto path = freed.find(number); path != freed.end())
        setFreed(node, isLow, path->second);
      else
        setColour(node, isLow);
    }
  return Optimum{solution->flow, objective.evaluate(solution->low).value_or(0),
                 solution->graphBytes, std::move(constraints),
                 std::move(solution->flows)};
}

int64_t amp::precision::costOf(const SlotGraph &graph,
                               const Objective &objective) {
  llvm::BitVector low = objective.lowNow;
  for (const SlotNode &node : graph.nodes)
    if (unsigned slot = slotIn(objective, node);
        slot != Objective::none && node.colour == Colour::allow)
      low.set(slot);
  return objective.evaluate(low).value_or(0);
}
