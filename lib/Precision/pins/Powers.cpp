// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %2 = x * x; %3 = %2 * x; dot %3, w   ==>   all not low in f16, where x = 41
//                                            makes %3 infinite
// y * (1.5 - h * y * y), three times   ==>   not low in bf16: n factors of one
//                                            value have n times its error
// tanh(x + c * x * x * x)              ==>   low: tanh of infinity is 1
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"
#include "llvm/ADT/MapVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Largest power that f16 holds for typical data: the cube of 41 overflows.
constexpr unsigned mostOfNarrow = 2;
/// Largest power whose errors sum to at most a few percent in bf16, with 8 bits
/// of precision.
constexpr unsigned mostOfShort = 7;

/// Ops whose result is at least as large as an operand or its multiple.
constexpr KindSet carriers = {
    OpKind::abs,      OpKind::add,          OpKind::clamp,   OpKind::divide,
    OpKind::maximum,  OpKind::maxnum,       OpKind::minimum, OpKind::minnum,
    OpKind::multiply, OpKind::negate,       OpKind::select,  OpKind::square,
    OpKind::subtract, OpKind::dynamic_slice};

namespace {
/// Finds powers: products with many factors that are the same value.
class Powers {
public:
  explicit Powers(PinState &state);

  void pinAll();

private:
  /// The factors of a product, with their multiplicities.
  using Factors = llvm::SmallMapVector<Value, unsigned, 4>;

  bool isNumber(Value value) const;
  Value findBase(Value value) const;
  const Factors &factorsOf(Value value, unsigned depth = 0);
  unsigned degreeOf(Value value);
  bool isGram(Operation *op) const;
  bool isScaledUp(Operation *product) const;
  bool isHeld(unsigned number) const;
  bool carries(unsigned number) const;
  bool saturates(unsigned reader, unsigned operandMaker) const;
  llvm::BitVector findReaders(unsigned power) const;
  bool isHarmless(const llvm::BitVector &reached,
                  const llvm::BitVector &all) const;
  void addTree(unsigned power, llvm::BitVector &pinned);

  PinState &state;
  SlotGraph &graph;
  const Limits limits;
  bool isNarrow; ///< smaller exponent range than f32
  unsigned mostFactors;
  llvm::DenseMap<Value, Factors> known;
};
} // namespace

Powers::Powers(PinState &state)
    : state(state), graph(state.graph), limits(state.compute),
      isNarrow(
          APFloat::semanticsMaxExponent(state.compute.getFloatSemantics()) <
          APFloat::semanticsMaxExponent(APFloat::IEEEsingle())),
      mostFactors(isNarrow ? mostOfNarrow : mostOfShort) {}

bool Powers::isNumber(Value value) const {
  const Range &range = state.ranges.of(value);
  return range.isConstant && range.lo == range.hi;
}

/// Returns the source that determines the magnitude of `value`, before data
/// movement, calls, casts, negations and rectifiers. In wide formats, where
/// errors count, also before additions of constants; in narrow ones only if
/// constants are added to squares, because `polynomials` handles Horner
/// schemes.
Value Powers::findBase(Value value) const {
  constexpr unsigned mostSteps = 64;
  for (unsigned step = 0; step < mostSteps; ++step) {
    std::optional<unsigned> number = graph.nodeOf(value);
    const SlotNode *node = number ? &graph.nodes[*number] : nullptr;
    if (auto carriedValues = node ? graph.carriedValuesOf(node->op, node->row)
                                  : std::optional<ArrayRef<CarriedValue>>()) {
      const CarriedValue &carried = (*carriedValues)[node->slot];
      if (carried.inputs.size() != 1)
        return carried.values.empty() ? value : carried.values.front();
      value = carried.inputs.front()->get();
      continue;
    }
    Operation *op = value.getDefiningOp();
    const OpRow *row = op ? lookupRow(op) : nullptr;
    if (!row || op->getNumOperands() == 0)
      return value;
    bool isMove = movesElements(op, row) || row->opClass == OpClass::convert;
    OpKind kind = namedKindOf(op);
    if ((isMove && op->getNumOperands() == 1) || kind == OpKind::abs ||
        kind == OpKind::negate || kind == OpKind::dynamic_slice) {
      value = op->getOperand(0);
      continue;
    }
    // The first operand of select is the predicate.
    unsigned first = kind == OpKind::select ? 1 : 0;
    bool isChosen = kind == OpKind::select || kind == OpKind::maximum ||
                    kind == OpKind::maxnum || kind == OpKind::minimum ||
                    kind == OpKind::minnum || kind == OpKind::add ||
                    kind == OpKind::subtract;
    if (!isChosen || op->getNumOperands() < first + 2)
      return value;
    Value left = op->getOperand(first), right = op->getOperand(first + 1);
    if (isNumber(left) == isNumber(right))
      return value;
    Value other = isNumber(left) ? right : left;
    bool isSum = kind == OpKind::add || kind == OpKind::subtract;
    // A constant that is added to a square does not cancel with it.
    if (isNarrow && isSum && !isSquare(other))
      return value;
    value = other;
  }
  return value;
}

/// Returns true if `op` is a contraction of a value with itself (Gram matrix).
bool Powers::isGram(Operation *op) const {
  const OpRow *row = op ? lookupRow(op) : nullptr;
  return isContraction(row) && op->getNumOperands() == 2 &&
         findBase(op->getOperand(0)) == findBase(op->getOperand(1));
}

const Powers::Factors &Powers::factorsOf(Value value, unsigned depth) {
  constexpr unsigned mostDepth = 200, mostValues = 8, most = 64;
  value = findBase(value);
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Factors factors;
  auto multiply = [&](Value by, unsigned times) {
    Factors inner = factorsOf(by, depth + 1);
    for (auto [base, count] : inner)
      if (factors.contains(base) || factors.size() < mostValues)
        factors[base] = std::min(most, factors[base] + times * count);
  };
  Operation *op = value.getDefiningOp();
  OpKind kind =
      op && isPerElement(lookupRow(op)) ? namedKindOf(op) : OpKind::other;
  const Range &range = state.ranges.of(value);
  bool isKnown = range.isGuarded || range.isBounded();
  if (isNumber(value) || (isNarrow && isKnown) || depth == mostDepth) {
    // `out-of-range` pins products of known magnitude.
  } else if (kind == OpKind::multiply && op->getNumOperands() > 1) {
    multiply(op->getOperand(0), 1);
    multiply(op->getOperand(1), 1);
  } else if (isGram(op)) {
    multiply(op->getOperand(0), 2);
  } else if (kind == OpKind::square) {
    multiply(op->getOperand(0), 2);
  } else if (kind == OpKind::divide && isNumber(op->getOperand(1))) {
    multiply(op->getOperand(0), 1);
  } else if (kind == OpKind::power && isNumber(op->getOperand(1)) &&
             state.ranges.of(op->getOperand(1)).lo >= 2) {
    double times =
        std::min<double>(state.ranges.of(op->getOperand(1)).lo, most);
    multiply(op->getOperand(0), times);
  } else {
    factors[value] = 1;
  }
  return known[value] = std::move(factors);
}

/// Returns the largest multiplicity of a factor of `value`.
unsigned Powers::degreeOf(Value value) {
  unsigned degree = 0;
  for (auto [base, count] : factorsOf(value))
    degree = std::max(degree, count);
  return degree;
}

/// Returns true if a product of scaled data overflows the format for data of
/// magnitude 1: (300 * x) * (300 * y).
bool Powers::isScaledUp(Operation *product) const {
  if (!isNarrow || product->getNumOperands() == 0)
    return false;
  double scale = state.magnitudes.scaleOf(product->getOperand(0));
  scale *= namedKindOf(product) == OpKind::square
               ? scale
               : state.magnitudes.scaleOf(product->getOperands().back());
  return scale > limits.largestNumber();
}

/// Returns true if the results of a node fit in the format, or loss scaling
/// guards them.
bool Powers::isHeld(unsigned number) const {
  const SlotNode &node = graph.nodes[number];
  if (graph.carriedValuesOf(node.op, node.row))
    return false;
  return llvm::all_of(node.op->getResults(), [&](Value result) {
    const Range &range = state.ranges.of(result);
    return !isF32(result.getType()) || range.isGuarded ||
           limits.heldSoFar(range, Sensitivity::none);
  });
}

bool Powers::carries(unsigned number) const {
  const SlotNode &node = graph.nodes[number];
  bool isMoved = node.row && node.row->opClass == OpClass::gather_scatter;
  return (moves(node) || isMoved || carriers.contains(namedKindOf(node.op))) &&
         !isHeld(number);
}

/// Returns true if `reader` has the same result for all overflowing values.
bool Powers::saturates(unsigned reader, unsigned operandMaker) const {
  return llvm::all_of(graph.nodes[reader].op->getOpOperands(),
                      [&](OpOperand &operand) {
                        return graph.nodeOf(operand.get()) != operandMaker ||
                               findSensitivity(operand) == Sensitivity::far;
                      });
}

/// Returns true if the overflow of a power has no effect: only multiples of it,
/// and sums with values that are not powers, are computed before ops that
/// saturate.
bool Powers::isHarmless(const llvm::BitVector &reached,
                        const llvm::BitVector &all) const {
  auto isMultiple = [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    OpKind kind = namedKindOf(node.op);
    auto isPower = [&](Value operand) {
      std::optional<unsigned> maker = graph.nodeOf(operand);
      return maker && all.test(*maker);
    };
    if (moves(node) || kind == OpKind::negate)
      return true;
    if (kind == OpKind::add || kind == OpKind::subtract)
      return node.op->getNumOperands() == 2 &&
             !llvm::all_of(node.op->getOperands(), isPower);
    return (kind == OpKind::multiply || kind == OpKind::divide) &&
           llvm::any_of(node.op->getOperands(), [&](Value operand) {
             return isNumber(operand) && state.ranges.of(operand).lo != 0;
           });
  };
  return llvm::all_of(reached.set_bits(), isMultiple);
}

/// Returns the users of a power and of values about as large, and these values.
llvm::BitVector Powers::findReaders(unsigned power) const {
  llvm::BitVector grown = graph.reach({power}, /*forward=*/true,
                                      [&](unsigned n) { return carries(n); });
  llvm::BitVector readers = grown;
  grown.set(power);
  for (unsigned number : grown.set_bits())
    for (unsigned reader : graph.usersOf(number))
      if (!saturates(reader, number))
        readers.set(reader);
  return readers;
}

/// Adds a power and the smaller powers that are its factors.
void Powers::addTree(unsigned power, llvm::BitVector &pinned) {
  auto isFactor = [&](unsigned number) {
    const SlotNode &node = graph.nodes[number];
    if (!moves(node) && !isPerElement(node.row))
      return false;
    return node.op->getNumResults() != 1 ||
           graph.carriedValuesOf(node.op, node.row) ||
           degreeOf(node.op->getResult(0)) > 1;
  };
  llvm::BitVector tree = graph.reach({power}, /*forward=*/false, isFactor);
  for (unsigned number : tree.set_bits())
    if (isFactor(number) && !moves(graph.nodes[number]))
      pinned.set(number);
  pinned.set(power);
}

void Powers::pinAll() {
  SmallVector<unsigned> powers;
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    OpKind kind = isPerElement(node.row) ? namedKindOf(node.op) : OpKind::other;
    bool isProduct = kind == OpKind::multiply || kind == OpKind::square ||
                     kind == OpKind::power;
    if (isProduct && node.op->getNumResults() == 1 &&
        (degreeOf(node.op->getResult(0)) > mostFactors ||
         (kind != OpKind::power && isScaledUp(node.op))) &&
        !(isNarrow && isHeld(number)))
      powers.push_back(number);
  }
  llvm::BitVector pinned(graph.nodes.size()), all(graph.nodes.size());
  auto reach = [&](unsigned power) {
    return isNarrow ? findReaders(power) : llvm::BitVector(graph.nodes.size());
  };
  for (unsigned power : powers) {
    all |= reach(power);
    all.set(power);
  }
  for (unsigned power : powers) {
    llvm::BitVector reached = reach(power);
    if (isNarrow && isHarmless(reached, all))
      continue;
    addTree(power, pinned);
    pinned |= reached;
  }
  // Sums of powers by a contraction are as large as the powers.
  for (unsigned number : pinned.set_bits())
    if (graph.nodes[number].isContraction && number + 1 < graph.nodes.size() &&
        graph.nodes[number + 1].op == graph.nodes[number].op)
      pinned.set(number + 1);
  for (unsigned number : pinned.set_bits())
    if (SlotNode &node = graph.nodes[number]; !node.isForced &&
                                              node.colour != Colour::none &&
                                              node.colour != Colour::deny) {
      pin(node, ReasonKind::structure, "a power of data");
      if (isNarrow)
        node.colour = Colour::deny;
    }
}

void amp::precision::pinPowers(PinState &state) { Powers(state).pinAll(); }
