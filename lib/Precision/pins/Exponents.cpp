// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp(subtract(%a, %b)) of f32 values   ==>   not low: if %a is 100 with an
//                                             error of 1/4, the result is off
//                                             by 28 %, whatever the difference
// exp(add(dot(%q, %k), multiply(%slope, iota)) - %max)   ==>   neither the sum
//                                             nor the difference is low
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

static constexpr KindSet exponentials = {OpKind::exp2, OpKind::exponential,
                                         OpKind::exponential_minus_one};
static constexpr KindSet sums = {OpKind::add, OpKind::subtract};
/// Ops whose result has about the absolute error of their operands.
static constexpr KindSet choices = {OpKind::abs,     OpKind::clamp,
                                    OpKind::maximum, OpKind::minimum,
                                    OpKind::negate,  OpKind::select};

/// Returns the nodes of values with 16-bit errors: contractions, and what reads
/// them up to nodes that are f32.
static llvm::BitVector findRounded(const SlotGraph &graph) {
  SmallVector<unsigned> sources;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isContraction(node.row))
      sources.push_back(number);
  return graph.reachWith(sources, /*forward=*/true, [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return isContraction(node.row) ||
           (node.colour != Colour::none && node.colour != Colour::deny);
  });
}

namespace {
class Exponents {
public:
  explicit Exponents(PinState &state)
      : state(state), graph(state.graph), rounded(findRounded(state.graph)),
        limits(state.compute) {}

  void pinBefore(unsigned exponential);

private:
  bool isSum(unsigned node) const {
    return !graph.nodes[node].isForced && isPerElement(graph.nodes[node].row) &&
           sums.contains(namedKindOf(graph.nodes[node].op));
  }
  bool isExact(unsigned node) const;
  bool cancels(unsigned node) const;
  bool addsPositions(unsigned node) const;

  PinState &state;
  SlotGraph &graph;
  const llvm::BitVector rounded;
  const Limits limits;
};
} // namespace

/// Returns true for a sum whose operands no low contraction has rounded.
bool Exponents::isExact(unsigned node) const {
  return isSum(node) &&
         llvm::none_of(graph.definitionsOf(node),
                       [&](unsigned maker) { return rounded.test(maker); });
}

bool Exponents::cancels(unsigned node) const {
  Operation *op = graph.nodes[node].op;
  return isExact(node) && !keepsDigits(state.ranges, op) &&
         llvm::none_of(op->getOperands(), [&](Value operand) {
           return state.ranges.of(operand).isConstant;
         });
}

/// Returns true for a sum of data and of positions that may be too large for
/// its digits: a bias per position, as in ALiBi. Negative ones, as a bias per
/// distance, make small exponentials.
bool Exponents::addsPositions(unsigned node) const {
  Operation *op = graph.nodes[node].op;
  if (!isSum(node) || op->getNumOperands() != 2 || state.positions.test(node))
    return false;
  bool isDifference = namedKindOf(op) == OpKind::subtract;
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    std::optional<unsigned> maker = graph.nodeOf(operand.get());
    const Range &range = state.ranges.of(operand.get());
    bool isNegated = isDifference && operand.getOperandNumber() == 1;
    return maker && state.positions.test(*maker) && !range.isConstant &&
           (isNegated ? -range.lo : range.hi) > limits.largestAngle();
  });
}

void Exponents::pinBefore(unsigned exponential) {
  auto keeps = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return moves(node) || choices.contains(namedKindOf(node.op));
  };
  auto passesExact = [&](unsigned n) { return isExact(n) || keeps(n); };
  auto passes = [&](unsigned n) { return isSum(n) || keeps(n); };
  llvm::BitVector exact =
      graph.reach(exponential, /*forward=*/false, passesExact);
  if (llvm::any_of(exact.set_bits(), [&](unsigned n) { return cancels(n); })) {
    for (unsigned n : exact.set_bits())
      if (!isExact(n))
        exact.reset(n);
    pinNodes(graph, exact, "a difference that an exponential reads",
             /*passesDenial=*/true);
  }
  llvm::BitVector all = graph.reach(exponential, /*forward=*/false, passes);
  SmallVector<unsigned> biased;
  for (unsigned n : all.set_bits())
    if (addsPositions(n))
      biased.push_back(n);
  if (biased.empty())
    return;
  all &= graph.reachWith(biased, /*forward=*/true, passes);
  pinNodes(graph, all, "a sum with positions that an exponential reads",
           /*passesDenial=*/true);
}

void amp::precision::pinExponents(PinState &state) {
  Exponents exponents(state);
  for (auto [number, node] : llvm::enumerate(state.graph.nodes))
    if (isPerElement(node.row) && exponentials.contains(namedKindOf(node.op)))
      exponents.pinBefore(number);
}
