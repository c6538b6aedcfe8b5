// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// subtract(%x, %y) of arguments             ==>   not low, nor what moves them
// add(multiply(%x, %scale), %offset)        ==>   the same, if %x is data
// subtract(dot(%x, %w) + 76000, %target)    ==>   not low, nor the sum
// compare(%x, %edges) of arguments          ==>   not low, nor what moves them
// floor(dot(%x, %w) + %y)                   ==>   not low, nor the sum
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

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

  void pinExact();

private:
  bool isRounded(Value value) const {
    std::optional<unsigned> maker = graph.nodeOf(value);
    return maker && rounded.test(*maker);
  }
  bool isStatistic(Value value, Type type) const;
  bool isWhole(Value value, Type type) const;
  bool isMeasured(Value value, Type type) const;
  bool isMultiple(Value value, Type type, unsigned depth = 0) const;
  bool addsToMeasured(Operation *op) const;
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

/// Returns true if two shaped types have as many elements, as far as their
/// dimensions tell.
static bool areAsLarge(Type left, Type right) {
  auto a = dyn_cast<ShapedType>(left), b = dyn_cast<ShapedType>(right);
  if (!a || !b || !a.hasRank() || !b.hasRank())
    return false;
  if (a.hasStaticShape() && b.hasStaticShape())
    return a.getNumElements() == b.getNumElements();
  SmallVector<int64_t> x(a.getShape()), y(b.getShape());
  llvm::erase(x, 1);
  llvm::erase(y, 1);
  llvm::sort(x);
  llvm::sort(y);
  return x == y;
}

/// Returns true if `value` is a sum or a maximum of elements, or a multiple,
/// that is broadcast to `type`: a statistic of what it is subtracted from.
bool UnroundedData::isStatistic(Value value, Type type) const {
  constexpr unsigned mostSteps = 4;
  if (areAsLarge(findOrigin(value).getType(), type))
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
  return !isRounded(value) && !state.ranges.of(value).isConstant &&
         areAsLarge(findOrigin(value).getType(), type);
}

/// Returns true if `value` is measured data, no table row: an argument of a
/// function, or a slice of one, with at least as many elements as `type`.
bool UnroundedData::isMeasured(Value value, Type type) const {
  auto argument = dyn_cast<BlockArgument>(findOrigin(value));
  if (!argument || isRounded(value) ||
      !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return false;
  double all = countElements(argument.getType()).value_or(0),
         needed = countElements(type).value_or(0);
  return needed > 0 ? all >= needed : areAsLarge(argument.getType(), type);
}

/// Returns true if `value` is a multiple or difference of such data, possibly
/// plus other values.
bool UnroundedData::isMultiple(Value value, Type type, unsigned depth) const {
  constexpr unsigned mostDepth = 4;
  constexpr KindSet factors = {OpKind::divide, OpKind::multiply, OpKind::negate,
                               OpKind::subtract};
  Operation *op = findOrigin(value).getDefiningOp();
  bool isFactor = factors.contains(namedKindOf(op));
  if (depth == mostDepth || !(isFactor || namedKindOf(op) == OpKind::add) ||
      !isPerElement(lookupRow(op)))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return (isFactor && isMeasured(operand, type)) ||
           isMultiple(operand, type, depth + 1);
  });
}

/// Returns true if `op` adds to a multiple of measured data, or a negative
/// number to such data: the sum may be a difference.
bool UnroundedData::addsToMeasured(Operation *op) const {
  Type type = op->getResult(0).getType();
  return llvm::any_of(ArrayRef({0u, 1u}), [&](unsigned i) {
    Value value = op->getOperand(i);
    const Range &other = state.ranges.of(op->getOperand(1 - i));
    if (other.isConstant)
      return other.hi < 0 &&
             (isMeasured(value, type) || isMultiple(value, type));
    return isMultiple(value, type);
  });
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
  if ((kind != OpKind::subtract && kind != OpKind::add) ||
      op->getNumOperands() < 2 || op->getNumResults() != 1)
    return false;
  if (keepsDigits(state.ranges, op))
    return false;
  if (isUnrounded || kind == OpKind::add)
    return isUnrounded && (kind == OpKind::subtract || addsToMeasured(op));
  Type type = op->getResult(0).getType();
  return !isStatistic(operands[0], type) && !isStatistic(operands[1], type) &&
         (isWhole(operands[0], type) || isWhole(operands[1], type));
}

/// Returns true if a node selects elements by value.
static bool chooses(const SlotNode &node) {
  constexpr KindSet kinds = {OpKind::sort, OpKind::top_k};
  return choosesAmongMany(node.op, node.row) || kinds.contains(kindOf(node.op));
}

/// Pins exact ops, and what computes their operands back to contractions and
/// sums.
void UnroundedData::pinExact() {
  SmallVector<unsigned> from;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (!node.isForced && isPerElement(node.row) && isExact(node.op))
      from.push_back(number);
  auto isStep = [&](unsigned n) {
    const SlotNode &node = graph.nodes[n];
    return !node.isForced &&
           (isPerElement(node.row) || moves(node) || chooses(node) ||
            (node.row && node.row->opClass == OpClass::gather_scatter) ||
            (node.row && node.row->opClass == OpClass::reduction &&
             !rounded.test(n)));
  };
  pinNodes(graph, graph.reachWith(from, /*forward=*/false, isStep),
           "an exact difference or choice", /*passesDenial=*/true);
}

void amp::precision::pinUnroundedData(PinState &state) {
  UnroundedData(state).pinExact();
}
