// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp(add %scores, (multiply iota, 0.5) : bf16)   ==>   breaks "… stay f32"
// exp(subtract (log %a), (log %b) : bf16)         ==>   the same
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isSum(const ProgramNode &node) {
  return !node.isCarried && isPerElement(node.row) &&
         (namedKindOf(node.op) == OpKind::add ||
          namedKindOf(node.op) == OpKind::subtract);
}

static bool isExponential(const ProgramNode &node) {
  if (node.isCarried || !isPerElement(node.row))
    return false;
  OpKind kind = namedKindOf(node.op);
  return kind == OpKind::exponential || kind == OpKind::exp2 ||
         kind == OpKind::exponential_minus_one;
}

/// Returns true if an op hands on one of its operands, or its negative.
static bool hands(const ProgramNode &node) {
  return node.moves() ||
         isHlo(node.op, {OpKind::abs, OpKind::clamp, OpKind::maximum,
                         OpKind::minimum, OpKind::negate, OpKind::select});
}

static bool isRounded(const ProgramNode &node) {
  return node.isLow && !node.isAsked && !node.isForced;
}

/// Returns the largest element of an iota, possibly times positive constants;
/// none for other values.
static std::optional<double> boundPosition(const InputGraph &graph,
                                           Value value) {
  constexpr unsigned mostFactors = 8;
  double factor = 1;
  for (unsigned step = 0; step < mostFactors; ++step) {
    value = graph.originOf(value);
    Operation *op = value.getDefiningOp();
    if (isHlo(op, OpKind::iota)) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      auto dimension = op->getAttrOfType<IntegerAttr>("iota_dimension");
      if (!type || !dimension || !type.hasStaticShape())
        return std::nullopt;
      return factor * (type.getDimSize(dimension.getInt()) - 1);
    }
    if (isHlo(op, OpKind::convert)) {
      value = op->getOperand(0);
      continue;
    }
    if (!isHlo(op, OpKind::multiply))
      return std::nullopt;
    std::optional<double> right = readSplat(graph.originOf(op->getOperand(1)));
    std::optional<double> left = readSplat(graph.originOf(op->getOperand(0)));
    std::optional<double> number = right ? right : left;
    if (!number || !(*number > 0))
      return std::nullopt;
    factor *= *number;
    value = op->getOperand(right ? 0 : 1);
  }
  return std::nullopt;
}

/// Returns true if a sum adds positions of which one exceeds `most` to data.
static bool addsPositions(const InputGraph &graph, const ProgramNode &sum,
                          double most) {
  if (namedKindOf(sum.op) != OpKind::add || sum.op->getNumOperands() != 2)
    return false;
  return llvm::any_of(ArrayRef({0u, 1u}), [&](unsigned i) {
    Value data = sum.op->getOperand(1 - i);
    std::optional<double> bound = boundPosition(graph, sum.op->getOperand(i));
    return bound && *bound > most && graph.nodeOf(data) &&
           !boundPosition(graph, data) && !readSplat(graph.originOf(data));
  });
}

/// Returns true if `value` is computed by an op that the policy denies in 16
/// bits, or chosen among such values and constants.
static bool isDenied(const InputGraph &graph, Value value, unsigned depth = 0) {
  constexpr unsigned mostDepth = 4;
  Value origin = graph.originOf(value);
  std::optional<unsigned> maker = graph.nodeOf(origin);
  if (!maker || !isa<OpResult>(origin))
    return false;
  const ProgramNode &node = graph.nodes[*maker];
  if (node.isConstant())
    return true;
  if (!node.isCarried && hands(node))
    return depth < mostDepth &&
           llvm::all_of(
               node.op->getOperands(),
               [&](Value operand) {
                 return !isFloat(operand.getType()) ||
                        isDenied(graph, operand, depth + 1);
               });
  return node.list == ListKind::deny && !node.isLow;
}

static bool readsDenied(const InputGraph &graph, const ProgramNode &sum) {
  return sum.op->getNumOperands() == 2 &&
         llvm::all_of(sum.op->getOperands(), [&](Value operand) {
           return !readSplat(graph.originOf(operand)) &&
                  isDenied(graph, operand);
         });
}

/// Checks the sums and selections that lead to an exponential.
static LogicalResult check(const InputGraph &graph, unsigned exponential,
                           double mostPosition) {
  auto leads = [&](unsigned n) {
    return isSum(graph.nodes[n]) || hands(graph.nodes[n]);
  };
  llvm::BitVector before = graph.reach({exponential}, /*forward=*/false, leads);
  for (unsigned n : before.set_bits()) {
    const ProgramNode &node = graph.nodes[n];
    if (!isSum(node))
      continue;
    if (isRounded(node) && readsDenied(graph, node))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 for a difference that an exponential reads";
    if (!addsPositions(graph, node, mostPosition))
      continue;
    llvm::BitVector path = graph.reach({n}, /*forward=*/true, leads);
    path &= before;
    path.set(n);
    for (unsigned part : path.set_bits())
      if (isRounded(graph.nodes[part]))
        return breaks(graph.nodes[part].op, Guarantee::structure)
               << "expects f32 for a sum with positions that an exponential "
                  "reads";
  }
  return success();
}

LogicalResult amp::verify::checkExponents(const InputGraph &graph,
                                          FloatType low) {
  // From here on, the spacing of the format exceeds 1/16.
  double most =
      std::ldexp(1, APFloat::semanticsPrecision(low.getFloatSemantics()) - 4);
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isExponential(node) &&
        failed(check(graph, static_cast<unsigned>(number), most)))
      return failure();
  return success();
}
