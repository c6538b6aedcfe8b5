// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sqrt(1 - c * c)   ==>   1 - c * c is not low: where c is near 1, bf16 rounds
//                         c * c to 1, and the root to 0
// sin(1000 * t)     ==>   not low: the angle would have errors of whole periods
// atanh(tanh(x))    ==>   not low: tanh would be rounded to 1
// x - sum(x) / n    ==>   not low: if the mean is much larger than the
//                         deviation, so is its rounding error
// rsqrt(sum(x * x) / n - m * m)   ==>   neither the sums nor x * x are low
//
// A difference of nearly equal values loses digits to cancellation. Divisions,
// logarithms and roots depend on its relative error, so the subtraction and its
// operands are f32. The resulting difference may be rounded.
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Ops whose result has about the relative error of their operands.
constexpr KindSet scalings = {OpKind::abs,     OpKind::clamp,  OpKind::divide,
                              OpKind::maximum, OpKind::maxnum, OpKind::multiply,
                              OpKind::negate,  OpKind::select, OpKind::sqrt,
                              OpKind::square};

/// Ops with an infinite derivative at -1 or 1, an end of their domain.
constexpr KindSet withEnds = {OpKind::acos, OpKind::asin, OpKind::atanh,
                              OpKind::erf_inv, OpKind::log_plus_one};
/// Operands up to this magnitude are far from the ends, in any 16-bit format.
constexpr double farFromEnds = 0.75;
constexpr double mostEpsilon = 1.0 / 64;

namespace {
/// Finds ill-conditioned ops, and the nodes that compute their operands.
class Conditioning {
public:
  explicit Conditioning(PinState &state);

  /// Nodes of ill-conditioned ops and of their operands.
  struct Found {
    llvm::BitVector angles; ///< sines and cosines of unbounded angles
    llvm::BitVector ends;   ///< ops on values near the end of their domain
    llvm::BitVector exact;  ///< operands of both, and magnified differences
    llvm::BitVector means;  ///< differences of values and their means
    llvm::BitVector poles;  ///< quotients by bounded differences near zero
  };
  Found find() const;

  /// Extends `exact` by the nodes on which it depends, back to contractions and
  /// sums.
  void extend(llvm::BitVector &exact) const;

  /// Returns the sums in `exact` and those that define its operands, with the
  /// products that they sum.
  llvm::BitVector findSums(const llvm::BitVector &exact) const;

private:
  bool isBoundByRelation(const SlotNode &node) const;
  llvm::BitVector findRelated() const;
  bool isRelated(Value value) const {
    std::optional<unsigned> maker = graph.nodeOf(value);
    return maker && related.test(*maker);
  }
  bool isUnknownAngle(OpOperand &operand) const;
  bool isMagnified(OpOperand &operand) const;
  bool isPole(OpOperand &operand) const;
  void addReaders(unsigned number, llvm::BitVector &nodes) const;
  bool isNearEnd(OpOperand &operand) const;
  std::optional<unsigned> findSumWithOne(OpOperand &operand) const;
  bool addsLittle(Operation *op) const;
  bool mayRound(unsigned number) const;
  bool isContracted(Value value) const;
  bool cancels(Operation *op) const;
  bool isContraction(unsigned number) const;
  bool isSum(unsigned number) const;
  bool isScaled(unsigned number) const;
  SmallVector<unsigned> originsOf(unsigned node,
                                  function_ref<bool(unsigned)> passes) const;
  bool sumsUp(Operation *sum, Value data) const;
  void addMean(Operation *op, llvm::BitVector &means) const;
  void addOffsets(Value data, llvm::BitVector &means) const;
  void addCentre(Operation *op, unsigned i, llvm::BitVector &means) const;

  PinState &state;
  SlotGraph &graph;
  Limits limits;
  llvm::BitVector differences; ///< with possible cancellation
  llvm::BitVector inexact;     ///< differences, and multiples of them
  llvm::BitVector related;     ///< with bounds that depend on a relation
};
} // namespace

static bool isLayout(const SlotNode &node) {
  return movesElements(node.op, node.row);
}

Conditioning::Conditioning(PinState &state)
    : state(state), graph(state.graph), limits(state.compute),
      differences(graph.nodes.size()) {
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (cancels(node.op))
      differences.set(number);
  SmallVector<unsigned> from(differences.set_bits());
  inexact = graph.reach(from, /*forward=*/true, [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    return moves(node) || scalings.contains(namedKindOf(node.op)) ||
           addsLittle(node.op);
  });
  inexact |= differences;
  related = findRelated();
}

/// Returns true if `operand` is a divisor, or the operand of a logarithm or
/// root.
bool Conditioning::isMagnified(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  OpKind kind = namedKindOf(op);
  bool isRoot = kind == OpKind::sqrt || kind == OpKind::cbrt ||
                (kind == OpKind::power && op->getNumOperands() > 1 &&
                 state.ranges.of(op->getOperand(1)).hi < 1);
  return (isRoot && operand.getOperandNumber() == 0) ||
         findSensitivity(operand) == Sensitivity::nearZero;
}

/// Returns true if the quotient by `operand`, a difference with known bounds
/// such as 1 - c, may overflow the format: in f32 the difference may be as
/// small as one unit of rounding, whose reciprocal does not fit in a narrow
/// format.
bool Conditioning::isPole(OpOperand &operand) const {
  constexpr double nearZero = 0x1p-15;
  Operation *op = operand.getOwner();
  OpKind kind = namedKindOf(op);
  const Range &range = state.ranges.of(operand.get());
  double least = std::min<double>(std::fabs(range.lo), std::fabs(range.hi));
  return (kind == OpKind::divide || kind == OpKind::reciprocal) &&
         range.source() == RangeSource::program && range.isBounded() &&
         !range.isGuarded && least <= nearZero * range.most() &&
         1 / std::ldexp(range.most(), -24) >= limits.largestNumber() &&
         !limits.holds(state.ranges.of(op->getResult(0)), Sensitivity::none);
}

/// Adds a node, the ops that compute values about as large from it, and users
/// of these that do not saturate.
void Conditioning::addReaders(unsigned number, llvm::BitVector &nodes) const {
  static constexpr KindSet carriers = {
      OpKind::abs,    OpKind::add,    OpKind::divide,  OpKind::multiply,
      OpKind::negate, OpKind::select, OpKind::subtract};
  SmallVector<unsigned> work = {number};
  nodes.set(number);
  while (!work.empty()) {
    unsigned maker = work.pop_back_val();
    for (unsigned reader : graph.usersOf(maker)) {
      const SlotNode &node = graph.nodes[reader];
      OpKind kind = namedKindOf(node.op);
      bool takes = llvm::any_of(node.op->getOpOperands(), [&](OpOperand &use) {
        return graph.nodeOf(use.get()) == maker &&
               !(kind == OpKind::divide && use.getOperandNumber() == 1) &&
               findSensitivity(use) != Sensitivity::far;
      });
      if (!takes || nodes.test(reader) ||
          !(isLayout(node) || node.isContraction || isPerElement(node.row)))
        continue;
      nodes.set(reader);
      if (isLayout(node) || carriers.contains(kind))
        work.push_back(reader);
    }
  }
}

/// Returns true if the operands of a contraction, one of whose nodes is
/// `number`, may be low.
bool Conditioning::mayRound(unsigned number) const {
  Operation *op = graph.nodes[number].op;
  while (number > 0 && graph.nodes[number - 1].op == op)
    --number;
  return !graph.nodes[number].isContraction ||
         graph.nodes[number].colour != Colour::none;
}

/// Returns true if a contraction that may be low computes `value`, possibly
/// through layout ops.
bool Conditioning::isContracted(Value value) const {
  while (std::optional<unsigned> maker = graph.nodeOf(value)) {
    const SlotNode &node = graph.nodes[*maker];
    if (!isLayout(node) || node.op->getNumOperands() != 1)
      return amp::isContraction(node.row) && node.colour != Colour::deny &&
             mayRound(*maker);
    value = node.op->getOperand(0);
  }
  return false;
}

bool Conditioning::isNearEnd(OpOperand &operand) const {
  OpKind kind = namedKindOf(operand.getOwner());
  if (!withEnds.contains(kind) || operand.getOperandNumber() != 0)
    return false;
  const Range &range = state.ranges.of(operand.get());
  double most = kind == OpKind::log_plus_one ? -range.lo : range.most();
  return most > farFromEnds && !isContracted(operand.get());
}

/// Returns true if `op` adds an epsilon: a constant that is much smaller than
/// the bound of the other operand, and so does not hide the error of it.
bool Conditioning::addsLittle(Operation *op) const {
  if (namedKindOf(op) != OpKind::add || op->getNumOperands() < 2)
    return false;
  const Range *a = &state.ranges.of(op->getOperand(0)),
              *b = &state.ranges.of(op->getOperand(1));
  if (a->isConstant)
    std::swap(a, b);
  return b->isConstant && b->most() <= mostEpsilon &&
         16 * b->most() <= a->most();
}

/// Returns true if the bounds of the result follow from a relation between the
/// operands, not from their bounds: x / sqrt(mean(x * x)), or x - max(x).
bool Conditioning::isBoundByRelation(const SlotNode &node) const {
  OpKind kind = isPerElement(node.row) ? namedKindOf(node.op) : OpKind::other;
  if (node.op->getNumOperands() != 2 || node.op->getNumResults() != 1 ||
      node.op->getOperand(0) == node.op->getOperand(1))
    return false;
  const Range &a = state.ranges.of(node.op->getOperand(0)),
              &b = state.ranges.of(node.op->getOperand(1)),
              &result = state.ranges.of(node.op->getResult(0));
  auto isEnd = [](double end) { return std::isfinite(end); };
  switch (kind) {
  case OpKind::add:
    return (isEnd(result.lo) && !(isEnd(a.lo) && isEnd(b.lo))) ||
           (isEnd(result.hi) && !(isEnd(a.hi) && isEnd(b.hi)));
  case OpKind::subtract:
    return (isEnd(result.lo) && !(isEnd(a.lo) && isEnd(b.hi))) ||
           (isEnd(result.hi) && !(isEnd(a.hi) && isEnd(b.lo)));
  case OpKind::multiply:
    return result.isBounded() && !(a.isBounded() && b.isBounded());
  case OpKind::divide:
    return result.isBounded() && !(a.isBounded() && b.excludesZero());
  default:
    return false;
  }
}

/// Returns the nodes whose bounds depend on such a relation: amp-verify does
/// not derive them.
llvm::BitVector Conditioning::findRelated() const {
  static constexpr KindSet bounding = {OpKind::clamp, OpKind::cosine,
                                       OpKind::erf,   OpKind::logistic,
                                       OpKind::sine,  OpKind::tanh};
  SmallVector<unsigned> from;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isBoundByRelation(node))
      from.push_back(number);
  llvm::BitVector related =
      graph.reach(from, /*forward=*/true, [&](unsigned number) {
        const SlotNode &node = graph.nodes[number];
        return !node.isContraction && !bounding.contains(namedKindOf(node.op));
      });
  for (unsigned number : from)
    related.set(number);
  return related;
}

/// Returns true if an angle may be too large for the format. Angles computed by
/// contractions are excluded: low operands have rounded them already.
bool Conditioning::isUnknownAngle(OpOperand &operand) const {
  const Range &range = state.ranges.of(operand.get());
  return findSensitivity(operand) == Sensitivity::angle && !range.isGuarded &&
         (!limits.holds(range, Sensitivity::angle) ||
          isRelated(operand.get())) &&
         !isContracted(operand.get());
}

bool amp::precision::keepsDigits(const RangeAnalysis &ranges,
                                 Operation *difference) {
  const Range &a = ranges.of(difference->getOperand(0)),
              &b = ranges.of(difference->getOperand(1)),
              &result = ranges.of(difference->getResult(0));
  double least = std::min<double>(std::fabs(result.lo), std::fabs(result.hi));
  return result.excludesZero() && 4 * least >= std::max(a.most(), b.most());
}

/// Returns true if `op` may lose two bits to cancellation: subtractions, and
/// additions with an operand that is never positive.
bool Conditioning::cancels(Operation *op) const {
  OpKind kind = namedKindOf(op);
  if ((kind != OpKind::subtract && kind != OpKind::add) ||
      op->getNumOperands() < 2)
    return false;
  const Range &a = state.ranges.of(op->getOperand(0)),
              &b = state.ranges.of(op->getOperand(1));
  if (kind == OpKind::add && a.hi > 0 && b.hi > 0)
    return false;
  return !(a.isConstant && b.isConstant) && !keepsDigits(state.ranges, op);
}

/// Returns the node of 1 + x or 1 - x in log(1 + x), which is 1 in 16 bits if x
/// is small; none for other operands.
std::optional<unsigned> Conditioning::findSumWithOne(OpOperand &operand) const {
  constexpr KindSet logarithms = {OpKind::log, OpKind::log2, OpKind::log10};
  Operation *sum = findOrigin(operand.get()).getDefiningOp();
  OpKind kind = namedKindOf(sum);
  if (!logarithms.contains(namedKindOf(operand.getOwner())) ||
      (kind != OpKind::add && kind != OpKind::subtract) ||
      sum->getNumOperands() != 2)
    return std::nullopt;
  bool hasOne = llvm::any_of(sum->getOperands(), [&](Value term) {
    const Range &range = state.ranges.of(term);
    return range.isConstant && range.lo == 1 && range.hi == 1;
  });
  return hasOne ? graph.nodeOf(sum->getResult(0)) : std::nullopt;
}

Conditioning::Found Conditioning::find() const {
  llvm::BitVector none(graph.nodes.size());
  Found found = {none, none, none, none, none};
  llvm::BitVector magnified = none;
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (node.isForced || !isPerElement(node.row))
      continue;
    addMean(node.op, found.means);
    for (OpOperand &operand : node.op->getOpOperands()) {
      if (!isF32(operand.get().getType()) ||
          slotOf(operand, *node.row).value_or(SlotNode::fixed) != node.slot)
        continue;
      std::optional<unsigned> maker = graph.nodeOf(operand.get());
      bool isAngle = isUnknownAngle(operand), isEnd = isNearEnd(operand);
      if (isAngle)
        found.angles.set(number);
      if (isEnd)
        found.ends.set(number);
      if (maker && (isAngle || isEnd))
        found.exact.set(*maker);
      if (std::optional<unsigned> sum = findSumWithOne(operand))
        found.ends.set(*sum);
      if (maker && inexact.test(*maker) && isMagnified(operand)) {
        magnified.set(*maker);
        if (isPole(operand))
          addReaders(number, found.poles);
      }
    }
  }
  SmallVector<unsigned> from(magnified.set_bits());
  magnified |= graph.reach(from, /*forward=*/false, [&](unsigned number) {
    return inexact.test(number);
  });
  magnified &= differences;
  found.exact |= magnified;
  return found;
}

void Conditioning::extend(llvm::BitVector &exact) const {
  SmallVector<unsigned> from(exact.set_bits());
  exact |= graph.reach(from, /*forward=*/false, [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    return !node.isForced && !node.isContraction &&
           (moves(node) || isPerElement(node.row));
  });
}

//===----------------------------------------------------------------------===//
// Means
//===----------------------------------------------------------------------===//

bool Conditioning::isContraction(unsigned number) const {
  return amp::isContraction(graph.nodes[number].row);
}

/// Returns true if a node is a reduction, or a contraction with a splat
/// constant.
bool Conditioning::isSum(unsigned number) const {
  const SlotNode &node = graph.nodes[number];
  if (!node.row || node.op->getNumOperands() < 2)
    return false;
  OpClass opClass = classOf(node.op, node.row);
  return opClass == OpClass::reduction ||
         (isContraction(number) &&
          llvm::any_of(node.op->getOperands().take_front(2), [&](Value value) {
            const Range &range = state.ranges.of(value);
            return range.isConstant && range.lo == range.hi;
          }));
}

/// Returns true if a node moves or negates its operand, or scales it by a
/// constant.
bool Conditioning::isScaled(unsigned number) const {
  const SlotNode &node = graph.nodes[number];
  OpKind kind = namedKindOf(node.op);
  if (moves(node) || kind == OpKind::negate)
    return true;
  return (kind == OpKind::multiply || kind == OpKind::divide) &&
         llvm::any_of(node.op->getOperands(), [&](Value operand) {
           const Range &range = state.ranges.of(operand);
           return range.lo == range.hi;
         });
}

/// Limit on the nodes between a value and its mean.
static constexpr unsigned mostOrigins = 32;

/// Returns `node` and the nodes on which it depends through nodes that satisfy
/// `passes`.
SmallVector<unsigned>
Conditioning::originsOf(unsigned node,
                        function_ref<bool(unsigned)> passes) const {
  SmallVector<unsigned> origins = {node};
  for (unsigned i = 0; i < origins.size(); ++i)
    if (passes(origins[i]))
      for (unsigned maker : graph.definitionsOf(origins[i]))
        if (origins.size() < mostOrigins && !llvm::is_contained(origins, maker))
          origins.push_back(maker);
  return origins;
}

/// Returns true if `sum` sums `data`, possibly through data movement.
bool Conditioning::sumsUp(Operation *sum, Value data) const {
  auto movesValue = [&](unsigned n) { return moves(graph.nodes[n]); };
  std::optional<unsigned> maker = graph.nodeOf(data);
  SmallVector<unsigned> copies;
  if (maker)
    copies = originsOf(*maker, movesValue);
  return llvm::any_of(sum->getOperands(), [&](Value summand) {
    if (findOrigin(summand) == findOrigin(data))
      return true;
    std::optional<unsigned> made = graph.nodeOf(summand);
    return made && llvm::any_of(originsOf(*made, movesValue), [&](unsigned n) {
             return llvm::is_contained(copies, n);
           });
  });
}

/// Adds `op` and the mean, if `op` subtracts a mean of its other operand.
void Conditioning::addMean(Operation *op, llvm::BitVector &means) const {
  OpKind kind = namedKindOf(op);
  if ((kind != OpKind::subtract && kind != OpKind::add) ||
      op->getNumOperands() < 2)
    return;
  for (unsigned i : {0u, 1u}) {
    addCentre(op, i, means);
    std::optional<unsigned> mean = graph.nodeOf(op->getOperand(1 - i));
    if (!mean || (!isScaled(*mean) && !(isContraction(*mean) && isSum(*mean))))
      continue;
    SmallVector<unsigned> path =
        originsOf(*mean, [&](unsigned n) { return isScaled(n); });
    auto isOfData = [&](unsigned n) {
      return isSum(n) && sumsUp(graph.nodes[n].op, op->getOperand(i));
    };
    bool isMean = llvm::any_of(path, [&](unsigned n) {
      return (isScaled(n) && !moves(graph.nodes[n])) || isContraction(n);
    });
    if (!isMean || llvm::none_of(path, isOfData))
      continue;
    for (unsigned node : path)
      if (isScaled(node) || isSum(node))
        means.set(node);
    if (std::optional<unsigned> difference = graph.nodeOf(op->getResult(0)))
      means.set(*difference);
    addOffsets(op->getOperand(i), means);
  }
}

/// Adds `op`, the additions of constants to operand `i` and the computation of
/// its median or extremum, if `op` subtracts the latter from operand `i`.
void Conditioning::addCentre(Operation *op, unsigned i,
                             llvm::BitVector &means) const {
  llvm::BitVector offsets(graph.nodes.size());
  addOffsets(op->getOperand(i), offsets);
  if (offsets.none())
    return;
  llvm::BitVector centre = findChoice(
      graph, op->getOperand(1 - i), op->getOperand(i), [&](unsigned n) {
        OpKind kind = namedKindOf(graph.nodes[n].op);
        return isScaled(n) || kind == OpKind::add || kind == OpKind::select;
      });
  if (centre.none())
    return;
  means |= centre;
  means |= offsets;
  if (std::optional<unsigned> difference = graph.nodeOf(op->getResult(0)))
    means.set(*difference);
}

/// Adds the ops that add a constant to `data` and those that move the result.
/// The constant cancels with that in the mean, but the rounding errors of the
/// sums would remain.
void Conditioning::addOffsets(Value data, llvm::BitVector &means) const {
  std::optional<unsigned> maker = graph.nodeOf(data);
  if (!maker)
    return;
  auto isOffset = [&](unsigned n) {
    Operation *op = graph.nodes[n].op;
    OpKind kind = namedKindOf(op);
    return (kind == OpKind::add || kind == OpKind::subtract) &&
           llvm::any_of(op->getOperands(), [&](Value operand) {
             const Range &range = state.ranges.of(operand);
             return range.isConstant && range.lo == range.hi;
           });
  };
  auto passes = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    bool gathers = node.row && node.row->opClass == OpClass::gather_scatter &&
                   node.row->regions == RegionRule::none;
    return moves(node) || gathers || isOffset(n);
  };
  SmallVector<unsigned> path = originsOf(*maker, passes);
  auto isNumber = [&](unsigned n) {
    Operation *op = graph.nodes[n].op;
    return op->getNumResults() == 1 &&
           state.ranges.of(op->getResult(0)).isConstant;
  };
  if (llvm::any_of(path, isOffset))
    for (unsigned n : path)
      if (passes(n) && !isNumber(n))
        means.set(n);
}

/// Includes the products, because their rounding errors carry over to the sum,
/// and constants that are added to their factors: sum((h + 10)^2).
llvm::BitVector Conditioning::findSums(const llvm::BitVector &exact) const {
  llvm::BitVector sums(graph.nodes.size());
  auto isProduct = [&](unsigned n) {
    OpKind kind = namedKindOf(graph.nodes[n].op);
    return isLayout(graph.nodes[n]) || kind == OpKind::multiply ||
           kind == OpKind::square;
  };
  auto add = [&](unsigned sum) {
    if (!isSum(sum) || sums.test(sum))
      return;
    Operation *op = graph.nodes[sum].op;
    // A contraction has separate nodes for its operands and its result.
    for (unsigned n = sum; n < graph.nodes.size() && graph.nodes[n].op == op;
         ++n)
      sums.set(n);
    for (unsigned n = sum + 1; n-- > 0 && graph.nodes[n].op == op;)
      sums.set(n);
    for (Value summand : op->getOperands())
      if (std::optional<unsigned> product = graph.nodeOf(summand))
        for (unsigned node : originsOf(*product, isProduct))
          if (isProduct(node)) {
            sums.set(node);
            addOffsets(graph.nodes[node].op->getOperand(0), sums);
          }
  };
  for (unsigned number : exact.set_bits()) {
    add(number);
    for (unsigned maker : graph.definitionsOf(number))
      add(maker);
  }
  return sums;
}

void amp::precision::pinIllConditioned(PinState &state) {
  Conditioning conditioning(state);
  Conditioning::Found found = conditioning.find();
  conditioning.extend(found.exact);
  llvm::BitVector sums = conditioning.findSums(found.exact);
  sums |= conditioning.findSums(found.means);
  sums |= found.means;
  // The colour is deny, not none: denials propagate through these nodes.
  auto pinAll = [&](const llvm::BitVector &nodes, StringRef why,
                    bool isSummed = false) {
    for (unsigned number : nodes.set_bits())
      if (SlotNode &node = state.graph.nodes[number];
          !node.isForced && (!node.isContraction || isSummed) &&
          node.colour != Colour::none && node.colour != Colour::deny) {
        pin(node, ReasonKind::structure, why);
        node.colour = Colour::deny;
      }
  };
  pinAll(found.angles, "an angle of unknown size");
  pinAll(found.ends, "an operand near the end of the domain");
  pinAll(found.exact, "operand of an ill-conditioned op");
  pinAll(sums, "mean that is subtracted", /*isSummed=*/true);
  pinAll(found.poles, "quotient of a difference near zero", /*isSummed=*/true);
}
