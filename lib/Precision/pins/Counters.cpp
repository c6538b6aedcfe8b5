// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that are not low:
// while (%t = 0.0) { return %t + 1.0 }             ==>   %t and the sum
// while (%w) { dot %w, …; return %w - 0.1 * %g }   ==>   %w, %g and difference
// while (%p = 1.0) { return %p * %q }              ==>   %p and the product
// while (%w) { return select(%ok, %w + %rate * %g, %w) }   ==>   as without
// while (%m) { return %m + (%x - %m) / %n }        ==>   %m and all results
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/Structure.h"
#include "lib/Precision/pins/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

static bool isConstant(const SlotNode &node) { return isConstantLike(node.op); }

/// Returns the scalars, possibly broadcast, that are computed from scalars
/// alone: a learning rate or its schedule, but not a learned factor of a layer,
/// which a loop over layers slices from an array.
static llvm::BitVector findRates(const SlotGraph &graph) {
  auto isOne = [](Value value) {
    return countElements(value.getType()) == 1.0;
  };
  auto mayBeRate = [&](const SlotNode &node) {
    if (isConstant(node))
      return true;
    if (node.isContraction || isa<FunctionOpInterface>(node.op))
      return false;
    if (carriesValues(node.row)) {
      ArrayRef<CarriedValue> all = *graph.carriedValuesOf(node.op, node.row);
      ArrayRef<Value> values = all[node.slot].values;
      return !values.empty() && isOne(values.front());
    }
    // Arguments of fixed types have no node.
    bool readsArray = llvm::any_of(node.op->getOperands(), [&](Value operand) {
      return isF32(operand.getType()) && !graph.nodeOf(operand) &&
             !isOne(operand);
    });
    return !readsArray &&
           (moves(node) || isPerElement(node.row) ||
            (node.op->getNumResults() == 1 && isOne(node.op->getResult(0))));
  };
  llvm::BitVector rates(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (mayBeRate(node))
      rates.set(number);
  return findMadeOf(graph, std::move(rates), llvm::BitVector(rates.size()));
}

namespace {
/// Finds and pins loop-carried accumulators.
class Counters {
public:
  Counters(SlotGraph &graph, FloatType compute,
           const llvm::BitVector &parameters)
      : updated(graph.nodes.size()), graph(graph), parameters(parameters),
        rates(findRates(graph)),
        mostIterations(std::ldexp(
            1, APFloat::semanticsPrecision(compute.getFloatSemantics()))),
        isNarrow(APFloat::semanticsMaxExponent(compute.getFloatSemantics()) <
                 APFloat::semanticsMaxExponent(APFloat::IEEEsingle())) {}

  void pinIn(unsigned carried, const PinState &state);

  llvm::BitVector updated; ///< updates and statistics in loops

private:
  /// Returns the nodes to (or from) which a node is forwarded by ops that keep
  /// or scale its value or add to it, and these ops; not through `carried`.
  llvm::BitVector reach(unsigned from, bool forward, unsigned carried) const;
  bool countsUp(unsigned sum, unsigned carried, bool isLong) const;
  bool isScaled(unsigned node, bool byParameter = false) const;
  bool keepsValue(unsigned node) const;
  bool addsUp(unsigned node) const {
    OpKind kind = kindOf(graph.nodes[node].op);
    return kind == OpKind::add || kind == OpKind::subtract;
  }
  bool isOf(Value part, unsigned carried, bool &scaled,
            bool byParameter = false) const;
  bool isUpdate(unsigned sum, unsigned carried) const;
  llvm::BitVector findSteps(unsigned loop) const;
  std::optional<unsigned> findIncrement(unsigned sum, unsigned carried) const;
  llvm::BitVector findStatistic(unsigned sum, unsigned carried) const;
  bool isFactor(unsigned node) const;
  bool isChoice(unsigned node) const;
  llvm::BitVector findPath(unsigned carried,
                           function_ref<bool(unsigned)> steps) const;
  bool pinProducts(unsigned carried);
  void pinFactors(unsigned product, const llvm::BitVector &path);
  void pinLong(unsigned carried);
  void pinMultiples(unsigned carried, const PinState &state);

  SlotGraph &graph;
  const llvm::BitVector &parameters;
  const llvm::BitVector rates;
  double mostIterations;
  bool isNarrow; ///< `compute` has a smaller exponent range than f32
};
} // namespace

llvm::BitVector Counters::reach(unsigned from, bool forward,
                                unsigned carried) const {
  llvm::BitVector seen(graph.nodes.size());
  SmallVector<unsigned> work = {from};
  while (!work.empty()) {
    unsigned node = work.pop_back_val();
    for (unsigned next :
         forward ? graph.usersOf(node) : graph.definitionsOf(node))
      if (!seen.test(next)) {
        seen.set(next);
        if (next != carried &&
            (keepsValue(next) || isScaled(next, /*byParameter=*/true) ||
             addsUp(next)))
          work.push_back(next);
      }
  }
  return seen;
}

/// Returns true for data movement, selections (an update that is skipped or
/// clipped, the best of several states), signs and products with one (a soft
/// threshold), roundings and placements on devices.
bool Counters::keepsValue(unsigned node) const {
  constexpr KindSet signs = {OpKind::abs, OpKind::negate,
                             OpKind::reduce_precision};
  Operation *op = graph.nodes[node].op;
  bool hasSign =
      kindOf(op) == OpKind::multiply &&
      llvm::any_of(op->getOperands(), [](Value factor) {
        return isHlo(findOrigin(factor).getDefiningOp(), OpKind::sign);
      });
  return moves(graph.nodes[node]) || isChoice(node) || hasSign ||
         choosesAmongMany(op, graph.nodes[node].row) ||
         signs.contains(kindOf(op));
}

/// Returns true if a sum adds a constant (any value, if `isLong`) to the
/// carried value.
bool Counters::countsUp(unsigned sum, unsigned carried, bool isLong) const {
  llvm::BitVector parts = reach(sum, /*forward=*/false, carried);
  if (!parts.test(carried))
    return false;
  if (isLong)
    return true;
  parts.reset(carried);
  auto keeps = [&](unsigned n) {
    return isConstant(graph.nodes[n]) || keepsValue(n);
  };
  auto isKnown = [&](Value operand) {
    return graph.nodeOf(operand).has_value();
  };
  return llvm::all_of(graph.nodes[sum].op->getOperands(), isKnown) &&
         llvm::all_of(parts.set_bits(), keeps);
}

/// Returns true if a node multiplies or divides by a constant, a rate (or a
/// parameter), possibly broadcast.
bool Counters::isScaled(unsigned node, bool byParameter) const {
  auto isFixed = [&](unsigned maker) {
    if (rates.test(maker))
      return true;
    // `seen` ends cycles of loop-carried values without another input.
    llvm::SmallDenseSet<unsigned> seen;
    while (moves(graph.nodes[maker]) &&
           graph.definitionsOf(maker).size() == 1 && seen.insert(maker).second)
      maker = graph.definitionsOf(maker).front();
    return isConstant(graph.nodes[maker]) ||
           (byParameter && parameters.test(maker));
  };
  Operation *op = graph.nodes[node].op;
  if (kindOf(op) == OpKind::divide && op->getNumOperands() == 2) {
    std::optional<unsigned> divisor = graph.nodeOf(op->getOperand(1));
    return divisor && isFixed(*divisor);
  }
  return kindOf(op) == OpKind::multiply &&
         llvm::any_of(graph.definitionsOf(node), isFixed);
}

/// Returns true if a summand is the carried value, possibly times constants (or
/// parameters) and plus other values; sets `scaled` if there are such factors.
bool Counters::isOf(Value part, unsigned carried, bool &scaled,
                    bool byParameter) const {
  struct Part {
    unsigned node;
    bool isMultiple, isSummand;
  };
  std::optional<unsigned> first = graph.nodeOf(part);
  if (!first)
    return false;
  bool isFound = false, isMultiple = false;
  llvm::SmallDenseSet<std::pair<unsigned, unsigned>> seen = {{*first, 0}};
  SmallVector<Part> work = {{*first, false, false}};
  while (!work.empty()) {
    Part part = work.pop_back_val();
    if (part.node == carried) {
      isFound = true;
      scaled |= part.isMultiple;
      continue;
    }
    bool isProduct = isScaled(part.node, byParameter);
    isMultiple |= isProduct && !part.isSummand;
    bool sums = addsUp(part.node);
    if (isProduct || sums || keepsValue(part.node))
      for (unsigned maker : graph.definitionsOf(part.node)) {
        Part next = {maker, part.isMultiple || isProduct,
                     part.isSummand || sums};
        if (seen.insert({maker, next.isMultiple}).second)
          work.push_back(next);
      }
  }
  scaled |= !isFound && isMultiple;
  return isFound;
}

/// Returns true if a sum is an optimizer update: a weight minus an update, a
/// decaying average, or a weight plus a constant or rate times an update. A
/// residual connection has no factor, or a learned one.
bool Counters::isUpdate(unsigned sum, unsigned carried) const {
  Operation *op = graph.nodes[sum].op;
  if (op->getNumOperands() != 2)
    return false;
  bool isDifference = kindOf(graph.nodes[sum].op) == OpKind::subtract;
  for (unsigned i : {0u, 1u}) {
    bool scaled = isDifference && i == 0, otherScaled = false;
    if (!isOf(op->getOperand(i), carried, scaled, /*byParameter=*/true))
      continue;
    isOf(op->getOperand(1 - i), carried, otherScaled);
    return scaled || (otherScaled && !isDifference);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// Returns the loop-carried values that the loop changes.
llvm::BitVector Counters::findSteps(unsigned loop) const {
  llvm::BitVector steps(graph.nodes.size());
  const SlotNode &node = graph.nodes[loop];
  ArrayRef<CarriedValue> carriedValues =
      *graph.carriedValuesOf(node.op, node.row);
  auto isChanged = [&](const CarriedValue &carriedValue) {
    return llvm::any_of(carriedValue.inputs, [&](OpOperand *input) {
      return input->getOwner() != node.op &&
             !llvm::is_contained(carriedValue.values, input->get());
    });
  };
  for (unsigned n = 0; n < graph.nodes.size(); ++n)
    if (graph.nodes[n].op == node.op &&
        isChanged(carriedValues[graph.nodes[n].slot]))
      steps.set(n);
  return steps;
}

/// Returns the value that a sum adds to the carried value; none for other sums.
std::optional<unsigned> Counters::findIncrement(unsigned sum,
                                                unsigned carried) const {
  Operation *op = graph.nodes[sum].op;
  if (op->getNumOperands() != 2)
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    bool scaled = false;
    if (isOf(op->getOperand(i), carried, scaled) && !scaled)
      return graph.nodeOf(op->getOperand(1 - i));
  }
  return std::nullopt;
}

/// Returns the nodes of a running statistic: `sum`, if its increments do not
/// depend on it, or are multiples of a difference to a carried value (running
/// mean or variance), which are returned, too. Empty for a sum over layers, and
/// for a recurrent network, whose increments are contractions of carried
/// values.
llvm::BitVector Counters::findStatistic(unsigned sum, unsigned carried) const {
  llvm::BitVector found(graph.nodes.size());
  std::optional<unsigned> increment = findIncrement(sum, carried);
  if (!increment)
    return found;
  auto reachWith = [&](ArrayRef<unsigned> from, bool forward,
                       function_ref<bool(unsigned)> passes) {
    llvm::BitVector reached = graph.reach(from, forward, passes);
    for (unsigned node : from)
      if (passes(node))
        reached.set(node);
    return reached;
  };
  bool isIndependent =
      !reachWith({*increment}, /*forward=*/false, [](unsigned) {
         return true;
       }).test(carried);
  SmallVector<unsigned> steps(findSteps(carried).set_bits());
  auto isInside = [&](unsigned n) {
    return graph.nodes[n].op != graph.nodes[carried].op;
  };
  auto isPart = [&](unsigned n) {
    return isInside(n) &&
           (moves(graph.nodes[n]) || isPerElement(graph.nodes[n].row));
  };
  auto findParts = [&](function_ref<bool(unsigned)> passes) {
    llvm::BitVector parts = reachWith({*increment}, /*forward=*/false, passes);
    parts &= graph.reach(steps, /*forward=*/true, passes);
    return parts;
  };
  bool isRecurrent =
      llvm::any_of(findParts(isInside).set_bits(),
                   [&](unsigned n) { return graph.nodes[n].isContraction; });
  llvm::BitVector parts = findParts(isPart);
  bool deviates = llvm::any_of(parts.set_bits(), [&](unsigned n) {
    return kindOf(graph.nodes[n].op) == OpKind::subtract;
  });
  if (!isRecurrent && deviates)
    found = parts;
  if (isIndependent || found.any())
    found.set(sum);
  return found;
}

void Counters::pinIn(unsigned carried, const PinState &state) {
  const SlotNode &loop = graph.nodes[carried];
  const CarriedValue &carriedValue =
      (*graph.carriedValuesOf(loop.op, loop.row))[loop.slot];
  const Range &range = state.ranges.of(carriedValue.values.front());
  bool multiplies = pinProducts(carried);
  auto holds = [&](const Range &range) {
    return Limits(state.compute).holds(range, Sensitivity::none);
  };
  bool isKnown = range.source() == RangeSource::program && range.isBounded();
  bool grows = isKnown && !holds(range) && !carriedValue.inputs.empty() &&
               holds(state.ranges.of(carriedValue.inputs.front()->get()));
  bool mayGrow = multiplies && !range.isBounded();
  if (isNarrow && !range.isGuarded && (grows || mayGrow))
    pinMultiples(carried, state);
  std::optional<double> tripCount = findTripCount(graph.nodes[carried].op);
  llvm::BitVector made = reach(carried, /*forward=*/false, carried);
  for (unsigned sum : made.set_bits()) {
    bool isSum = kindOf(graph.nodes[sum].op) == OpKind::add;
    bool counts = isSum && countsUp(sum, carried,
                                    tripCount && *tripCount >= mostIterations);
    bool updates = addsUp(sum) && isUpdate(sum, carried);
    llvm::BitVector statistic(graph.nodes.size());
    if (isSum && !updates)
      statistic = findStatistic(sum, carried);
    updates |= statistic.any();
    if (!counts && !updates)
      continue;
    llvm::BitVector in = reach(carried, /*forward=*/true, carried);
    in &= reach(sum, /*forward=*/false, carried);
    llvm::BitVector out = reach(sum, /*forward=*/true, carried);
    out &= made;
    in |= out;
    in |= statistic;
    in.set(sum);
    in.set(carried);
    pinNodes(graph, in,
             counts ? "what a loop counts up" : "what a loop updates");
    if (updates)
      updated |= in;
  }
  constexpr double longest = 128;
  if (tripCount && *tripCount >= longest)
    pinLong(carried);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Returns true if a node multiplies, divides, squares or doubles its operand.
bool Counters::isFactor(unsigned node) const {
  Operation *op = graph.nodes[node].op;
  switch (kindOf(op)) {
  case OpKind::add:
    return op->getNumOperands() == 2 && op->getOperand(0) == op->getOperand(1);
  case OpKind::divide:
  case OpKind::multiply:
  case OpKind::square:
    return isPerElement(graph.nodes[node].row);
  default:
    return false;
  }
}

/// Returns true if a node selects one of its operands, such as the maximum of a
/// decaying value and a new one.
bool Counters::isChoice(unsigned node) const {
  constexpr KindSet choices = {OpKind::clamp,  OpKind::maximum,
                               OpKind::maxnum, OpKind::minimum,
                               OpKind::minnum, OpKind::select};
  return choices.contains(kindOf(graph.nodes[node].op));
}

/// Returns the nodes through which ops that `steps` accepts compute a carried
/// value from itself.
llvm::BitVector Counters::findPath(unsigned carried,
                                   function_ref<bool(unsigned)> steps) const {
  auto passes = [&](unsigned node) { return node != carried && steps(node); };
  llvm::BitVector path = graph.reach({carried}, /*forward=*/false, passes);
  path &= graph.reach({carried}, /*forward=*/true, passes);
  return path;
}

/// Pins a carried value that each iteration multiplies, and the factors that
/// are computed from it (Newton's iteration). After n iterations, it has the
/// error of n roundings and the magnitude of a power. Returns true if it is
/// such a value.
bool Counters::pinProducts(unsigned carried) {
  llvm::BitVector path = findPath(carried, [&](unsigned node) {
    return isFactor(node) || isChoice(node) || moves(graph.nodes[node]);
  });
  if (llvm::none_of(path.set_bits(), [&](unsigned n) { return isFactor(n); }))
    return false;
  path = findPath(carried, [&](unsigned node) {
    return isPerElement(graph.nodes[node].row) || moves(graph.nodes[node]);
  });
  path.set(carried);
  pinNodes(graph, path, "what a loop multiplies");
  for (unsigned node : path.set_bits())
    if (isFactor(node))
      pinFactors(node, path);
  return true;
}

/// Pins sums with a constant that are factors of a product in `path`: 1 + x is
/// 1 in 16 bits if x is small, in each iteration.
void Counters::pinFactors(unsigned product, const llvm::BitVector &path) {
  auto isOffset = [&](unsigned node) {
    return addsUp(node) &&
           llvm::any_of(graph.definitionsOf(node), [&](unsigned maker) {
             return isConstant(graph.nodes[maker]) || rates.test(maker);
           });
  };
  for (unsigned factor : graph.definitionsOf(product)) {
    if (path.test(factor))
      continue;
    llvm::BitVector parts =
        graph.reachWith(factor, /*forward=*/false, [&](unsigned n) {
          return moves(graph.nodes[n]) || isOffset(n);
        });
    if (llvm::any_of(parts.set_bits(), isOffset))
      pinNodes(graph, parts, "what a loop multiplies by");
  }
}

/// Pins a carried value that a long loop computes from itself without a
/// contraction, whatever the ops are: rounding errors of all iterations add up.
void Counters::pinLong(unsigned carried) {
  auto reorders = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return moves(node) || kindOf(node.op) == OpKind::sort ||
           choosesAmongMany(node.op, node.row) ||
           (node.row && node.row->opClass == OpClass::gather_scatter);
  };
  llvm::BitVector path = findPath(carried, [&](unsigned n) {
    return isPerElement(graph.nodes[n].row) || reorders(n);
  });
  bool computes = llvm::any_of(path.set_bits(), [&](unsigned n) {
    return isPerElement(graph.nodes[n].row) && !reorders(n) && !isChoice(n);
  });
  if (!computes)
    return;
  path.set(carried);
  pinNodes(graph, path, "what a long loop computes from itself");
}

/// Pins products with a carried value that may not fit in the format, and
/// selections of them, up to contractions and clamps to constants that fit.
void Counters::pinMultiples(unsigned carried, const PinState &state) {
  auto isHeldNumber = [&](Value value) {
    const Range &range = state.ranges.of(value);
    return range.isConstant && range.lo == range.hi &&
           Limits(state.compute).holds(range, Sensitivity::none);
  };
  auto isClamped = [&](unsigned node) {
    Operation *op = graph.nodes[node].op;
    return kindOf(op) == OpKind::clamp && isHeldNumber(op->getOperand(0)) &&
           isHeldNumber(op->getOperand(2));
  };
  llvm::BitVector multiples =
      graph.reach({carried}, /*forward=*/true, [&](unsigned node) {
        return isFactor(node) || moves(graph.nodes[node]) ||
               (isChoice(node) && !isClamped(node));
      });
  llvm::BitVector all = multiples;
  for (unsigned node : multiples.set_bits())
    for (unsigned reader : graph.usersOf(node))
      if (graph.nodes[reader].isContraction)
        all.set(reader);
  pinNodes(graph, all, "a multiple of what a loop carries");
}

void amp::precision::pinCounters(PinState &state) {
  SlotGraph &graph = state.graph;
  SmallVector<unsigned> carried;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (carriesValues(node.row) && isLoop(node.op))
      carried.push_back(number);
  if (carried.empty())
    return;
  Counters counters(graph, state.compute, state.parameters);
  for (unsigned number : carried)
    counters.pinIn(number, state);
  pinWhatOnlyFeeds(graph, counters.updated);
}
