// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = dot x, w; %2 = exponential %1; dot %2, v
//   ==>   %2 and its users are not low in f16: exp(12) is inf
// dot (%2 / sum(%2)), v
//   ==>   low: a quotient of two such values may have any magnitude
// exponential(%1 - max(%1))
//   ==>   low: it is bounded
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Ops whose result exceeds f16 if the operand exceeds 12.
constexpr KindSet exponentials = {OpKind::cosh, OpKind::exponential,
                                  OpKind::exponential_minus_one, OpKind::sinh};

/// Ops whose result is about as large as an operand or its multiple, or larger.
constexpr KindSet carriers = {
    OpKind::abs,      OpKind::add,          OpKind::cbrt,   OpKind::clamp,
    OpKind::divide,   OpKind::maximum,      OpKind::maxnum, OpKind::multiply,
    OpKind::negate,   OpKind::select,       OpKind::sqrt,   OpKind::square,
    OpKind::subtract, OpKind::dynamic_slice};

namespace {
/// Finds exponentials of contraction results, and values about as large.
class Exponentials {
public:
  explicit Exponentials(PinState &state)
      : state(state), graph(state.graph), limits(state.compute),
        large(graph.nodes.size()) {}

  void pinAll();

private:
  bool isNumber(Value value) const;
  bool isParameter(Value value) const;
  bool chosenBelow(Operation *select, unsigned branch, Value value,
                   bool isNegated = false) const;
  bool rises(Value value, bool isNegated = false, unsigned depth = 0) const;
  bool isHeld(unsigned number) const;
  bool isLarge(Value value) const;
  bool isExponential(Value value) const;
  bool isInverse(Value value) const;
  bool grows(unsigned reader, unsigned maker) const;
  llvm::BitVector findGrown(ArrayRef<unsigned> from) const;
  bool dropsLarge(unsigned reader, unsigned maker) const;
  bool saturates(unsigned reader, unsigned maker) const;
  bool isHarmless(unsigned exponential) const;

  PinState &state;
  SlotGraph &graph;
  const Limits limits;
  llvm::BitVector large; ///< values that may be as large as exponentials
};
} // namespace

/// Returns true if `value` is a splat constant other than zero.
bool Exponentials::isNumber(Value value) const {
  const Range &range = state.ranges.of(value);
  return range.isConstant && range.lo == range.hi && range.lo != 0;
}

/// Returns true if `value` is a function argument, such as a bias.
bool Exponentials::isParameter(Value value) const {
  auto argument = dyn_cast<BlockArgument>(findOrigin(value));
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Returns true if `select` takes operand `branch` only where `value` is below
/// a constant (above a constant, if `isNegated`).
bool Exponentials::chosenBelow(Operation *select, unsigned branch, Value value,
                               bool isNegated) const {
  Operation *test = findOrigin(select->getOperand(0)).getDefiningOp();
  if (!test || hloKindOf(test) != OpKind::compare)
    return false;
  std::optional<Comparison> comparison = getComparison(test);
  bool isLess = comparison == Comparison::LT || comparison == Comparison::LE;
  if (!isLess && comparison != Comparison::GT && comparison != Comparison::GE)
    return false;
  return llvm::any_of(ArrayRef({0u, 1u}), [&](unsigned i) {
    bool bounds = (isLess != isNegated) == (i == 0);
    return findOrigin(test->getOperand(i)) == findOrigin(value) &&
           state.ranges.of(test->getOperand(1 - i)).isConstant &&
           bounds == (branch == 1);
  });
}

/// Returns true if `value` (negated, if `isNegated`) has no upper bound: it is
/// a contraction result, possibly times a constant or plus parameters.
/// Differences of data are excluded: they may have a bound that range analysis
/// does not find, such as x - max(x). So are negated squares, which are bounded
/// by zero.
bool Exponentials::rises(Value value, bool isNegated, unsigned depth) const {
  constexpr unsigned mostDepth = 12;
  value = findOrigin(value);
  Operation *op = value.getDefiningOp();
  if (!op || depth == mostDepth)
    return false;
  auto isRisen = [&](unsigned i, bool negates = false) {
    return rises(op->getOperand(i), isNegated != negates, depth + 1);
  };
  if (isContraction(lookupRow(op)))
    return op->getNumOperands() >= 2 &&
           !(isNegated &&
             findOrigin(op->getOperand(0)) == findOrigin(op->getOperand(1)));
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::negate)
    return isRisen(0, /*negates=*/true);
  if (kind == OpKind::dynamic_slice ||
      (lookupRow(op) && lookupRow(op)->opClass == OpClass::convert &&
       op->getNumOperands() == 1))
    return isRisen(0);
  unsigned first = kind == OpKind::select ? 1 : 0;
  if (op->getNumOperands() < first + 2)
    return false;
  Value left = op->getOperand(first), right = op->getOperand(first + 1);
  auto isBelow = [&](Value number) { return state.ranges.of(number).lo < 0; };
  switch (kind) {
  case OpKind::multiply:
    return (isNumber(left) && isRisen(1, isBelow(left))) ||
           (isNumber(right) && isRisen(0, isBelow(right)));
  case OpKind::divide:
    return isNumber(right) && isRisen(0, isBelow(right));
  case OpKind::maximum:
  case OpKind::maxnum:
    return !isNegated && (isRisen(0) || isRisen(1));
  case OpKind::select:
    return llvm::any_of(ArrayRef({1u, 2u}), [&](unsigned i) {
      return isRisen(i) && !chosenBelow(op, i, op->getOperand(i), isNegated);
    });
  case OpKind::subtract:
    return (state.ranges.of(right).isConstant && isRisen(0)) ||
           (state.ranges.of(left).isConstant && isRisen(1, true));
  case OpKind::add: {
    auto isOffset = [&](unsigned i) {
      Value operand = op->getOperand(i);
      return state.ranges.of(operand).isConstant || isParameter(operand) ||
             isRisen(i);
    };
    return (isRisen(0) && isOffset(1)) || (isRisen(1) && isOffset(0));
  }
  default:
    return false;
  }
}

/// Returns true if the results of a node fit in the format, or loss scaling
/// guards them.
bool Exponentials::isHeld(unsigned number) const {
  const SlotNode &node = graph.nodes[number];
  if (node.isContraction || graph.carriedValuesOf(node.op, node.row))
    return false;
  return llvm::all_of(node.op->getResults(), [&](Value result) {
    const Range &range = state.ranges.of(result);
    return !isF32(result.getType()) || range.isGuarded ||
           limits.heldSoFar(range, Sensitivity::none);
  });
}

bool Exponentials::isLarge(Value value) const {
  std::optional<unsigned> maker = graph.nodeOf(value);
  return maker && large.test(*maker);
}

/// Returns true if `value` is a large exponential, which may also be near zero.
bool Exponentials::isExponential(Value value) const {
  Operation *op = findOrigin(value).getDefiningOp();
  return op && namedKindOf(op) == OpKind::exponential && isLarge(value);
}

/// Returns true if `value` is the reciprocal of a large value or of its root.
/// The product with a large value is a probability, or a normalised value.
bool Exponentials::isInverse(Value value) const {
  constexpr unsigned mostSteps = 8;
  value = findOrigin(value);
  for (unsigned step = 0; step < mostSteps; ++step) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    switch (namedKindOf(op)) {
    case OpKind::divide:
      return isLarge(op->getOperand(1)) && !isExponential(op->getOperand(1));
    case OpKind::reciprocal:
    case OpKind::rsqrt:
      return isLarge(op->getOperand(0));
    case OpKind::multiply:
      if (isInverse(op->getOperand(0)))
        return true;
      value = findOrigin(op->getOperand(1));
      continue;
    default:
      return false;
    }
  }
  return false;
}

/// Returns true if `reader` selects an exponential only where the operand of
/// the exponential is below a constant, as elu does.
bool Exponentials::dropsLarge(unsigned reader, unsigned maker) const {
  Operation *op = graph.nodes[reader].op, *made = graph.nodes[maker].op;
  OpKind kind = namedKindOf(made);
  return namedKindOf(op) == OpKind::select && op->getNumOperands() == 3 &&
         (kind == OpKind::exponential ||
          kind == OpKind::exponential_minus_one) &&
         llvm::all_of(ArrayRef({1u, 2u}), [&](unsigned i) {
           return graph.nodeOf(op->getOperand(i)) != maker ||
                  chosenBelow(op, i, made->getOperand(0));
         });
}

/// Returns true if `reader` computes values about as large as the result of
/// `maker`.
bool Exponentials::grows(unsigned reader, unsigned maker) const {
  const SlotNode &node = graph.nodes[reader];
  if (isContraction(node.row))
    return true;
  if (isHeld(reader))
    return false;
  if (moves(node) || (node.row && node.row->opClass == OpClass::gather_scatter))
    return true;
  if (dropsLarge(reader, maker))
    return false;
  if (!node.row)
    return false;
  if (classOf(node.op, node.row) == OpClass::reduction)
    return true;
  auto isMade = [&](Value operand) { return graph.nodeOf(operand) == maker; };
  OpKind kind = namedKindOf(node.op);
  if (kind == OpKind::divide && node.op->getNumOperands() > 1)
    return isMade(node.op->getOperand(0))
               ? !isLarge(node.op->getOperand(1))
               : isExponential(node.op->getOperand(1)) &&
                     !isLarge(node.op->getOperand(0));
  if (kind == OpKind::multiply &&
      llvm::any_of(node.op->getOperands(),
                   [&](Value operand) { return isInverse(operand); }))
    return false;
  return carriers.contains(kind);
}

llvm::BitVector Exponentials::findGrown(ArrayRef<unsigned> from) const {
  llvm::BitVector grown(graph.nodes.size());
  SmallVector<unsigned> work(from);
  for (unsigned number : from)
    grown.set(number);
  while (!work.empty()) {
    unsigned maker = work.pop_back_val();
    for (unsigned reader : graph.usersOf(maker))
      if (!grown.test(reader) && grows(reader, maker)) {
        grown.set(reader);
        work.push_back(reader);
      }
  }
  return grown;
}

/// Returns true if `reader` has the same result for all overflowing values: it
/// saturates, does not select them, or divides by them.
bool Exponentials::saturates(unsigned reader, unsigned maker) const {
  Operation *op = graph.nodes[reader].op;
  if (dropsLarge(reader, maker))
    return true;
  bool divides = namedKindOf(op) == OpKind::divide;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return graph.nodeOf(operand.get()) != maker ||
           (divides && operand.getOperandNumber() == 1) ||
           findSensitivity(operand) == Sensitivity::far;
  });
}

/// Returns true if the overflow of an exponential has no effect: only
/// saturating ops use the exponential, its multiples, and its sums with values
/// that are not large, as in 1 / (1 + exp(-x)).
bool Exponentials::isHarmless(unsigned exponential) const {
  llvm::BitVector grown = findGrown({exponential});
  auto isMultiple = [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    OpKind kind = namedKindOf(node.op);
    if (number == exponential || moves(node) || kind == OpKind::negate)
      return true;
    if (kind == OpKind::add || kind == OpKind::subtract)
      return node.op->getNumOperands() == 2 &&
             !llvm::all_of(node.op->getOperands(),
                           [&](Value operand) { return isLarge(operand); });
    return (kind == OpKind::multiply || kind == OpKind::divide) &&
           llvm::any_of(node.op->getOperands(),
                        [&](Value operand) { return isNumber(operand); });
  };
  return llvm::all_of(grown.set_bits(), [&](unsigned number) {
    return isMultiple(number) &&
           llvm::all_of(graph.usersOf(number), [&](unsigned reader) {
             return grown.test(reader) || saturates(reader, number);
           });
  });
}

void Exponentials::pinAll() {
  SmallVector<unsigned> found;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isPerElement(node.row) && exponentials.contains(namedKindOf(node.op)) &&
        node.op->getNumResults() == 1 && !isHeld(number) &&
        rises(node.op->getOperand(0)))
      found.push_back(number);
  if (found.empty())
    return;
  large = findGrown(found);
  llvm::erase_if(found, [&](unsigned number) { return isHarmless(number); });
  llvm::BitVector grown = findGrown(found), pinned = grown;
  for (unsigned number : grown.set_bits())
    for (unsigned reader : graph.usersOf(number))
      if (!saturates(reader, number))
        pinned.set(reader);
  for (unsigned number : pinned.set_bits())
    if (SlotNode &node = graph.nodes[number]; !node.isForced &&
                                              node.colour != Colour::none &&
                                              node.colour != Colour::deny) {
      pin(node, ReasonKind::structure, "an exponential of data");
      node.colour = Colour::deny;
    }
}

void amp::precision::pinExponentials(PinState &state) {
  const llvm::fltSemantics &compute = state.compute.getFloatSemantics();
  if (APFloat::semanticsMaxExponent(compute) <
      APFloat::semanticsMaxExponent(APFloat::IEEEsingle()))
    Exponentials(state).pinAll();
}
