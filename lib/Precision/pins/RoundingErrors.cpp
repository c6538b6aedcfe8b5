// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x - f32(bf16(x))                ==>   not low
// s = sum + x; e = (s - sum) - x  ==>   not low: compensated summation
// c = x * 4097; h = c - (c - x)   ==>   not low: splitting a float in two
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns the value that was cast to a narrower float and back to `value`;
/// null if there is none.
static Value findUnrounded(Value value) {
  Operation *wider = value.getDefiningOp();
  if (isHlo(wider, OpKind::reduce_precision))
    return findOrigin(wider->getOperand(0));
  if (!wider || wider->getNumOperands() != 1)
    return {};
  Value narrow = findOrigin(wider->getOperand(0));
  Operation *narrower = narrow.getDefiningOp();
  if (!narrower || narrower->getNumOperands() != 1 || !isF32(value.getType()) ||
      !isF32(narrower->getOperand(0).getType()))
    return {};
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(narrow.getType()));
  return type && type.getWidth() < 32 ? findOrigin(narrower->getOperand(0))
                                      : Value();
}

namespace {
/// Term of a sum whose operands are expanded, as far as they are sums.
struct Term {
  Value value;
  bool isNegated;
  unsigned parent; ///< term that it is an operand of; 0 for the sum itself
  unsigned side;   ///< operand of the sum that it is part of
};
} // namespace

/// Returns the value of which `value` is a multiple by 1 or -1.
static Value withoutSign(Value value) {
  value = findOrigin(value);
  while (namedKindOf(value.getDefiningOp()) == OpKind::negate)
    value = findOrigin(value.getDefiningOp()->getOperand(0));
  return value;
}

/// Returns the sum and the terms that it expands to, breadth first.
static SmallVector<Term> expand(Value sum) {
  constexpr unsigned mostTerms = 24;
  SmallVector<Term> terms = {{sum, false, 0, 0}};
  for (unsigned i = 0; i < terms.size() && terms.size() < mostTerms; ++i) {
    Operation *op = terms[i].value.getDefiningOp();
    OpKind kind = namedKindOf(op);
    bool isSum = kind == OpKind::add || kind == OpKind::subtract;
    if (!isSum && kind != OpKind::negate)
      continue;
    for (OpOperand &operand : op->getOpOperands().take_front(isSum ? 2 : 1)) {
      bool negates = kind == OpKind::negate ||
                     (kind == OpKind::subtract && operand.getOperandNumber());
      terms.push_back({findOrigin(operand.get()), terms[i].isNegated != negates,
                       i, i ? terms[i].side : operand.getOperandNumber()});
    }
  }
  return terms;
}

static bool areSame(const PinState &state, Value a, Value b) {
  const Range &left = state.ranges.of(a), &right = state.ranges.of(b);
  return a == b || (left.isConstant && right.isConstant && left.lo == left.hi &&
                    right.lo == right.hi && left.lo == right.lo);
}

/// Pins the ops between `sum` and terms of its two operands that cancel, and
/// products that are such terms: their overflow would not cancel. x - x is zero
/// in any format.
static void pinCancelled(PinState &state, Value sum) {
  SlotGraph &graph = state.graph;
  auto pinMaker = [&](Value value) {
    std::optional<unsigned> maker = graph.nodeOf(value);
    if (maker && !graph.nodes[*maker].isForced)
      pin(graph.nodes[*maker], ReasonKind::structure,
          "terms of a sum that cancel", /*passesDenial=*/true);
  };
  SmallVector<Term> terms = expand(sum);
  if (withoutSign(terms[1].value) == withoutSign(terms[2].value))
    return;
  for (unsigned i = 1; i < terms.size(); ++i)
    for (unsigned j = i + 1; j < terms.size(); ++j) {
      if (terms[i].side == terms[j].side ||
          terms[i].isNegated == terms[j].isNegated ||
          !areSame(state, terms[i].value, terms[j].value))
        continue;
      for (unsigned end : {i, j}) {
        Operation *op = terms[end].value.getDefiningOp();
        if (namedKindOf(op) == OpKind::multiply)
          pinMaker(terms[end].value);
        for (unsigned at = end; at != 0; at = terms[at].parent)
          pinMaker(terms[terms[at].parent].value);
      }
    }
}

void amp::precision::pinRoundingErrors(PinState &state) {
  for (SlotNode &node : state.graph.nodes) {
    OpKind kind = namedKindOf(node.op);
    if (!node.row || node.row->opClass != OpClass::elementwise ||
        node.op->getNumOperands() < 2 ||
        (kind != OpKind::add && kind != OpKind::subtract))
      continue;
    pinCancelled(state, node.op->getResult(0));
    if (kind != OpKind::subtract)
      continue;
    Value left = findOrigin(node.op->getOperand(0)),
          right = findOrigin(node.op->getOperand(1));
    if (!node.isForced &&
        (findUnrounded(left) == right || findUnrounded(right) == left))
      pin(node, ReasonKind::structure, "what a cast rounded away",
          /*passesDenial=*/true);
  }
}
