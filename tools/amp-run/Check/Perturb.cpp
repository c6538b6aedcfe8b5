// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %u = divide %g, (sqrt (multiply %g, %g))
//   ==>   %h = add %g, sign * relative * max |%g|
//         %u = divide %h, (sqrt (multiply %h, %h))
// %s = scatter(%x, %i, %u) of additions
//   ==>   add %s, sign * ulp / 2 * scatter(0, %i, 1) * scatter(|%x|, %i, |%u|)
#include "Check/Perturb.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
/// Elementwise ops that compute a value, and their inputs of the same shape.
struct Slice {
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Value> starts;
  bool hasRoot = false;
};
} // namespace

static bool isFloatTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType()) && type.hasStaticShape();
}

static Slice sliceOf(Value end) {
  Slice slice;
  auto shape = cast<RankedTensorType>(end.getType()).getShape();
  SmallVector<Value> left = {end};
  while (!left.empty()) {
    Value value = left.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || !isFloatTensor(value) ||
        cast<RankedTensorType>(value.getType()).getShape() != shape ||
        findConstantValue(op))
      continue;
    if (!isPerElement(lookupRow(op))) {
      if (!isa<stablehlo::BroadcastInDimOp, stablehlo::IotaOp>(op))
        slice.starts.insert(value);
      continue;
    }
    slice.hasRoot |=
        isa<stablehlo::SqrtOp, stablehlo::RsqrtOp, stablehlo::PowerOp>(op);
    if (slice.ops.insert(op))
      llvm::append_range(left, op->getOperands());
  }
  return slice;
}

/// Returns the operands of a quotient: a / b, or a * rsqrt(b).
static std::optional<std::pair<Value, Value>> quotientOf(Operation *op) {
  if (auto divide = dyn_cast<stablehlo::DivideOp>(op))
    return std::pair(divide.getLhs(), divide.getRhs());
  if (auto product = dyn_cast<stablehlo::MultiplyOp>(op)) {
    if (product.getRhs().getDefiningOp<stablehlo::RsqrtOp>())
      return std::pair(product.getLhs(), product.getRhs());
    if (product.getLhs().getDefiningOp<stablehlo::RsqrtOp>())
      return std::pair(product.getRhs(), product.getLhs());
  }
  return std::nullopt;
}

static Value splat(GraphBuilder &graph, RankedTensorType type, double value) {
  bool isInexact;
  APFloat number(value);
  number.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &isInexact);
  return graph.constant(DenseElementsAttr::get(type, number));
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static void moveGradient(Value gradient, const llvm::SetVector<Operation *> &by,
                         double distance) {
  OpBuilder builder(gradient.getContext());
  builder.setInsertionPointAfterValue(gradient);
  GraphBuilder graph(builder, gradient.getLoc());
  RankedTensorType type = typeOf(gradient);
  Value sizes = graph.apply("abs", {gradient});
  Value zero =
      splat(graph, RankedTensorType::get({}, type.getElementType()), 0);
  Value largest = graph.reduce("maximum", sizes, zero);
  Value by1 = graph.broadcast(largest, gradient);
  Value change = graph.apply("multiply", {by1, splat(graph, type, distance)});
  Value moved = graph.apply("add", {gradient, change});
  gradient.replaceUsesWithIf(
      moved, [&](OpOperand &use) { return by.contains(use.getOwner()); });
}

static int64_t moveGradients(func::FuncOp entry, double distance) {
  llvm::MapVector<Value, llvm::SetVector<Operation *>> gradients;
  entry.walk([&](Operation *op) {
    auto quotient = quotientOf(op);
    if (!quotient || !isFloatTensor(op->getResult(0)) ||
        typeOf(op->getResult(0)).getRank() == 0)
      return;
    Slice below = sliceOf(quotient->second);
    if (!below.hasRoot)
      return;
    Slice above = sliceOf(quotient->first);
    for (Value start : below.starts)
      if (above.starts.contains(start)) {
        gradients[start].insert(above.ops.begin(), above.ops.end());
        gradients[start].insert(below.ops.begin(), below.ops.end());
        gradients[start].insert(op);
      }
  });
  for (auto &[gradient, by] : gradients)
    moveGradient(gradient, by, distance);
  return gradients.size();
}

/// Returns true for a scatter of one array that adds floats.
static bool addsUp(stablehlo::ScatterOp op) {
  if (op->getNumResults() != 1 || !isFloatTensor(op->getResult(0)))
    return false;
  Block &body = op->getRegion(0).front();
  return body.getOperations().size() == 2 &&
         isa<stablehlo::AddOp>(body.front());
}

static void moveSum(stablehlo::ScatterOp op, double sign,
                    std::optional<unsigned> digits) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  GraphBuilder graph(builder, op.getLoc());
  Value sum = op->getResult(0), into = op->getOperand(0);
  Value terms = op->getOperand(2);
  auto again = [&](Value first, Value added) {
    Operation *copy = builder.clone(*op);
    copy->setOperand(0, first);
    copy->setOperand(2, added);
    return copy->getResult(0);
  };
  Value number =
      again(splat(graph, typeOf(into), 0), splat(graph, typeOf(terms), 1));
  Value sizes = again(graph.apply("abs", {into}), graph.apply("abs", {terms}));
  unsigned precision = digits.value_or(
      cast<FloatType>(typeOf(sum).getElementType()).getFPMantissaWidth());
  Value unit =
      splat(graph, typeOf(sum), sign * std::ldexp(1.0, -int(precision)));
  Value change =
      graph.apply("multiply", {graph.apply("multiply", {number, unit}), sizes});
  Value moved = graph.apply("add", {sum, change});
  sum.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

int64_t amp::runner::perturb(func::FuncOp entry, double sign, double relative,
                             std::optional<unsigned> digits) {
  SmallVector<stablehlo::ScatterOp> sums;
  entry.walk([&](stablehlo::ScatterOp op) {
    if (addsUp(op))
      sums.push_back(op);
  });
  int64_t moved = moveGradients(entry, sign * relative);
  for (stablehlo::ScatterOp op : sums)
    moveSum(op, sign, digits);
  return moved + sums.size();
}
