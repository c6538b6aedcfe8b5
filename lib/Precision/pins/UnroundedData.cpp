// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// subtract(%x, %y) of arguments             ==>   not low, nor what moves them
// subtract(dot(%x, %w) + 76000, %target)    ==>   not low, nor the sum
// compare(%x, %edges) of arguments          ==>   not low, nor what moves them
// floor(dot(%x, %w) + %y)                   ==>   not low, nor the sum
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Discontinuous ops.
static constexpr KindSet steps = {OpKind::ceil, OpKind::floor,
                                  OpKind::remainder, OpKind::round_nearest_afz,
                                  OpKind::round_nearest_even};

namespace {
class UnroundedData {
public:
  explicit UnroundedData(PinState &state);

  void pinAll();

private:
  bool isRounded(Value value) const {
    std::optional<unsigned> maker = graph.nodeOf(value);
    return maker && rounded.test(*maker);
  }
  bool isStatistic(Value value, Type type) const;
  bool isWhole(Value value, Type type) const;
  bool readsUnrounded(Operation *op) const;
  bool isExact(Operation *op) const;

  PinState &state;
  SlotGraph &graph;
  llvm::BitVector rounded; ///< computed from values with 16-bit errors
};
} // namespace

UnroundedData::UnroundedData(PinState &state)
    : state(state), graph(state.graph), rounded(graph.nodes.size()) {
  // Contractions, and conversions from narrower floats.
  SmallVector<unsigned> sources;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isContraction(node.row) ||
        (node.row && node.row->opClass == OpClass::convert &&
         node.op->getNumOperands() == 1 &&
         isFloat(node.op->getOperand(0).getType()) &&
         !isF32(node.op->getOperand(0).getType())))
      sources.push_back(number);
  rounded =
      graph.reachWith(sources, /*forward=*/true, [](unsigned) { return true; });
}

static int64_t elementsOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasStaticShape() ? shaped.getNumElements() : 0;
}

/// Returns true if `value` is a sum or a maximum of elements, or a multiple,
/// that is broadcast to `type`: a statistic of what it is subtracted from.
bool UnroundedData::isStatistic(Value value, Type type) const {
  constexpr unsigned mostSteps = 4;
  if (elementsOf(findOrigin(value).getType()) >= elementsOf(type))
    return false;
  for (unsigned step = 0; step < mostSteps; ++step) {
    Operation *op = findOrigin(value).getDefiningOp();
    const OpRow *row = op ? lookupRow(op) : nullptr;
    if (!row)
      return false;
    if (row->opClass == OpClass::reduction)
      return true;
    OpKind kind = namedKindOf(op);
    if (kind != OpKind::multiply && kind != OpKind::divide)
      return false;
    value = op->getOperand(state.ranges.of(op->getOperand(0)).isConstant);
  }
  return false;
}

/// Returns true if `value` is data that has not been rounded, with as many
/// elements as `type` before it was moved: a target, not a bias.
bool UnroundedData::isWhole(Value value, Type type) const {
  int64_t elements = elementsOf(type);
  return !isRounded(value) && !state.ranges.of(value).isConstant &&
         elements > 0 && elementsOf(findOrigin(value).getType()) == elements;
}

/// Returns true if elementwise ops compute an operand of `op` from data that
/// has not been rounded. Arguments that are broadcast, such as a bias, do not
/// count.
bool UnroundedData::readsUnrounded(Operation *op) const {
  constexpr unsigned mostValues = 32;
  Type type = op->getResult(0).getType();
  SmallVector<Value> work(op->getOperands());
  for (unsigned i = 0; i < work.size() && i < mostValues; ++i) {
    Value value = findOrigin(work[i]);
    if (!isF32(value.getType()) || state.ranges.of(value).isConstant)
      continue;
    Operation *maker = value.getDefiningOp();
    if (!isRounded(value) && (maker || isWhole(work[i], type)))
      return true;
    if (maker && isPerElement(lookupRow(maker)))
      llvm::append_range(work, maker->getOperands());
  }
  return false;
}

/// Returns true if 16-bit operands would change the result of `op` by more than
/// their own rounding.
bool UnroundedData::isExact(Operation *op) const {
  auto isConstant = [&](Value value) {
    return !isF32(value.getType()) || state.ranges.of(value).isConstant;
  };
  OperandRange operands = op->getOperands();
  if (llvm::all_of(operands, isConstant))
    return false;
  bool isUnrounded =
      llvm::none_of(operands, [&](Value value) { return isRounded(value); });
  OpKind kind = namedKindOf(op);
  if (steps.contains(kind))
    return readsUnrounded(op);
  if (kind == OpKind::compare)
    return isUnrounded;
  if (kind != OpKind::subtract || op->getNumOperands() < 2 ||
      op->getNumResults() != 1)
    return false;
  Type type = op->getResult(0).getType();
  if (keepsDigits(state.ranges, op) || isStatistic(operands[0], type) ||
      isStatistic(operands[1], type))
    return false;
  return isUnrounded || isWhole(operands[0], type) ||
         isWhole(operands[1], type);
}

/// Pins exact ops, and what computes their operands back to contractions and
/// sums.
void UnroundedData::pinAll() {
  SmallVector<unsigned> from;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (!node.isForced && isPerElement(node.row) && isExact(node.op))
      from.push_back(number);
  auto isStep = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isForced &&
           (isPerElement(node.row) || moves(node) ||
            (node.row && node.row->opClass == OpClass::gather_scatter));
  };
  llvm::BitVector exact = graph.reachWith(from, /*forward=*/false, isStep);
  for (unsigned n : exact.set_bits())
    pin(graph.nodes[n], ReasonKind::structure, "an exact difference or choice",
        /*passesDenial=*/true);
}

void amp::precision::pinUnroundedData(PinState &state) {
  UnroundedData(state).pinAll();
}
