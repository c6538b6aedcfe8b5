// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot(x * x, 1/n)        ==>   square, operands and result are not low in f16
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

Value amp::precision::findOrigin(Value value) {
  while (Value moved = findMovedOperand(value.getDefiningOp()))
    value = moved;
  return value;
}

static bool isSquare(Value value) {
  Operation *maker = value.getDefiningOp();
  if (!maker)
    return false;
  OpKind kind = namedKindOf(maker);
  return kind == OpKind::square ||
         (kind == OpKind::multiply &&
          findOrigin(maker->getOperand(0)) == findOrigin(maker->getOperand(1)));
}

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

/// Returns true if a reduction uses the result of a node, possibly through data
/// movement.
static bool isSummed(const SlotGraph &graph, unsigned number) {
  llvm::BitVector moved =
      graph.reach({number}, /*forward=*/true,
                  [&](unsigned n) { return moves(graph.nodes[n]); });
  moved.set(number);
  return llvm::any_of(moved.set_bits(), [&](unsigned n) {
    return (n == number || moves(graph.nodes[n])) &&
           llvm::any_of(graph.usersOf(n), [&](unsigned reader) {
             const SlotNode &node = graph.nodes[reader];
             return node.row && node.row->opClass == OpClass::reduction &&
                    classOf(node.op, node.row) == OpClass::reduction;
           });
  });
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
  const Limits limits(state.compute);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    if (isPerElement(node.row) && node.op->getNumResults() == 1 &&
        isSquare(node.op->getResult(0))) {
      const Range &range = state.ranges.of(node.op->getResult(0));
      if (!range.isGuarded && !limits.heldSoFar(range, Sensitivity::none) &&
          isSummed(graph, number) && node.colour != Colour::none)
        deny(node, ReasonKind::structure, "a square that is summed");
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
