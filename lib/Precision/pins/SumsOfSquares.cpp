// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot(x * x, 1/n)   ==>   square, operands and result are not low in f16
// y / (x * x), y / (sqrt(x * x) + epsilon)
//                   ==>   square and quotient are not low in f16
// sqrt(sum(x * x))  ==>   all of it is not low in f16
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

static bool isOneNumber(Value value) {
  DenseElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat();
}

/// Returns true if a contraction has only batch and contracting dimensions.
static bool isRowByRow(Operation *product) {
  auto rank = [](Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    return type && type.hasRank() ? type.getRank() : -1;
  };
  return product->getNumResults() == 1 &&
         rank(product->getResult(0)) < rank(product->getOperand(0));
}

namespace {
/// Readers of a square, through data movement, sums and multiples.
struct SquareReaders {
  bool areSummed = false; ///< a reduction sums the squares
  bool hasRootThatDivides = false;
  SmallVector<unsigned> roots;     ///< roots and logarithms
  SmallVector<unsigned> quotients; ///< of values that the square divides
  SmallVector<unsigned> between;   ///< moves, sums and multiples of squares
};
} // namespace

static SquareReaders findReaders(const PinState &state, unsigned square) {
  const SlotGraph &graph = state.graph;
  auto isNumber = [&](Value value) {
    return state.ranges.of(value).isConstant;
  };
  SquareReaders found;
  SmallVector<std::pair<unsigned, bool>> work = {{square, false}};
  llvm::BitVector seen(graph.nodes.size());
  auto addQuotient = [&](unsigned quotient, bool isRoot) {
    found.hasRootThatDivides |= isRoot;
    if (!isRoot)
      found.quotients.push_back(quotient);
  };
  auto visit = [&](unsigned maker, unsigned reader, bool isRoot) {
    Operation *op = graph.nodes[reader].op;
    const OpRow *row = graph.nodes[reader].row;
    bool isSum = row && row->opClass == OpClass::reduction &&
                 classOf(op, row) == OpClass::reduction;
    if (isSum && isRoot)
      return;
    found.areSummed |= isSum;
    if (isSum || moves(graph.nodes[reader]))
      return work.push_back({reader, isRoot});
    if (!isPerElement(row))
      return;
    switch (namedKindOf(op)) {
    case OpKind::cbrt:
    case OpKind::log:
    case OpKind::rsqrt:
    case OpKind::sqrt:
      if (!isRoot)
        found.roots.push_back(reader);
      if (!isRoot && namedKindOf(op) == OpKind::sqrt)
        work.push_back({reader, true});
      return;
    case OpKind::reciprocal:
      return addQuotient(reader, isRoot);
    case OpKind::divide:
      if (graph.nodeOf(op->getOperand(0)) != maker)
        return addQuotient(reader, isRoot);
      [[fallthrough]];
    case OpKind::add:
    case OpKind::maximum:
    case OpKind::multiply:
      if (llvm::any_of(op->getOperands(), isNumber))
        work.push_back({reader, isRoot});
      return;
    case OpKind::negate:
      return work.push_back({reader, isRoot});
    default:
      return;
    }
  };
  while (!work.empty()) {
    auto [maker, isRoot] = work.pop_back_val();
    if (!isRoot)
      found.between.push_back(maker);
    for (unsigned reader : graph.usersOf(maker))
      if (!seen.test(reader)) {
        seen.set(reader);
        visit(maker, reader, isRoot);
      }
  }
  return found;
}

void amp::precision::denySumsOfSquares(PinState &state) {
  SlotGraph &graph = state.graph;
  if (APFloat::semanticsMaxExponent(state.compute.getFloatSemantics()) >=
      APFloat::semanticsMaxExponent(APFloat::IEEEsingle()))
    return;
  auto deny = [](SlotNode &node, ReasonKind kind = ReasonKind::range,
                 StringRef why = "a sum of squares") {
    if (node.isForced || node.colour == Colour::deny)
      return;
    pin(node, kind, why);
    node.colour = Colour::deny;
  };
  auto denyMaker = [&](Value value) {
    if (std::optional<unsigned> node = graph.nodeOf(value))
      deny(graph.nodes[*node]);
  };
  // Loss scaling sees an infinite sum, but not the quotient by an infinite
  // square, which is zero.
  auto denyReaders = [&](unsigned square, bool isGuarded) {
    SquareReaders readers = findReaders(state, square);
    bool isSummed = readers.areSummed && !isGuarded;
    if (!isSummed && readers.quotients.empty() && !readers.hasRootThatDivides)
      return;
    if (graph.nodes[square].colour != Colour::none)
      deny(graph.nodes[square], ReasonKind::structure,
           isSummed ? "a square that is summed" : "a square that divides");
    for (unsigned quotient : readers.quotients)
      deny(graph.nodes[quotient], ReasonKind::structure,
           "a quotient by a square");
    // A root of squares is as large as the data; its inverse is not, and infers
    // from what is denied here.
    for (unsigned root : readers.roots)
      if (namedKindOf(graph.nodes[root].op) == OpKind::sqrt)
        deny(graph.nodes[root], ReasonKind::structure, "a root of squares");
      else if (!graph.nodes[root].isForced &&
               graph.nodes[root].colour != Colour::infer)
        pin(graph.nodes[root], ReasonKind::structure, "a root of squares",
            /*passesDenial=*/true);
    if (!readers.roots.empty())
      for (unsigned number : readers.between)
        deny(graph.nodes[number], ReasonKind::structure,
             "between squares and their root");
  };
  const Limits limits(state.compute);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (isPerElement(node.row) && node.op->getNumResults() == 1 &&
        isSquare(node.op->getResult(0))) {
      const Range &range = state.ranges.of(node.op->getResult(0));
      if (!limits.heldSoFar(range, Sensitivity::none))
        denyReaders(number, range.isGuarded);
    }
    if (!node.isContraction || node.isForced || node.op->getNumOperands() < 2)
      continue;
    Value left = findOrigin(node.op->getOperand(0)),
          right = findOrigin(node.op->getOperand(1));
    bool isMean = (isSquare(left) && isOneNumber(right)) ||
                  (isSquare(right) && isOneNumber(left));
    if (isMean) {
      deny(node);
      denyMaker(isSquare(left) ? left : right);
    }
    if (isMean || (left == right && isRowByRow(node.op)))
      for (Value result : node.op->getResults())
        denyMaker(result);
  }
}
