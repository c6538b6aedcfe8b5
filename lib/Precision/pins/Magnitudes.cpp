// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/pins/Magnitudes.h"
#include "amp/ModelOp.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "mlir/IR/BuiltinAttributes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

static constexpr KindSet maxima = {OpKind::maximum, OpKind::maxnum};
static constexpr KindSet minima = {OpKind::minimum, OpKind::minnum};

/// Limit on walks to a fixpoint, which control flow and calls require.
static constexpr unsigned mostWalks = 4;

static double elementsOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape()
             ? static_cast<double>(type.getNumElements())
             : 1;
}

static bool isSum(Operation *op, const OpRow *row) {
  OpClass opClass = row ? classOf(op, row) : OpClass::opaque;
  return opClass == OpClass::reduction || opClass == OpClass::contraction ||
         opClass == OpClass::scan || opClass == OpClass::collective;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Magnitudes::Magnitude Magnitudes::find(Value value) const {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  const Range &range = ranges.of(value);
  if (range.isGuarded)
    return {0, false};
  if (range.isBounded())
    return {range.most(), true};
  return {range.reach(), false};
}

/// Returns the magnitude that `value` contributes to a product; data of unknown
/// magnitude counts as 1.
double Magnitudes::factor(Value value) const {
  Magnitude found = find(value);
  return found.most == 0 && !ranges.of(value).isBounded() ? 1 : found.most;
}

/// Returns the magnitude of `value`; bounds beyond the reach, such as those of
/// a quotient by an epsilon, count as at most 1.
double Magnitudes::occurring(Value value) const {
  const Range &range = ranges.of(value);
  return range.isBounded()
             ? std::max(range.reach(), std::min(range.most(), 1.0))
             : find(value).most;
}

/// Returns the mean magnitude of elements of one sign; 0 if both signs occur.
double Magnitudes::mean(Value value) const {
  const Range &range = ranges.of(value);
  if (range.lo < 0 && range.hi > 0)
    return 0;
  double most = find(value).most;
  double least = std::min<double>(std::fabs(range.lo), std::fabs(range.hi));
  return (std::min(least, most) + most) / 2;
}

/// Sets the magnitude of `value`; returns true if it grew.
bool Magnitudes::set(Value value, Magnitude found) {
  Magnitude before = find(value);
  if (found.most != before.most || found.isTight != before.isTight ||
      found.isScale != before.isScale)
    known[value] = found;
  return found.most > before.most;
}

bool Magnitudes::join(const CarriedValue &carried) {
  Magnitude all = {0, true};
  double most = 0;
  bool hasF32 = false;
  for (OpOperand *input : carried.inputs) {
    if (!isF32(input->get().getType()))
      continue;
    hasF32 = true;
    Magnitude one = find(input->get());
    all = {std::max(all.most, one.most), all.isTight && one.isTight};
    most = std::max(most, occurring(input->get()));
  }
  bool grew = false;
  for (Value value : carried.values) {
    if (!hasF32 || !isF32(value.getType()) || ranges.of(value).isGuarded)
      continue;
    bool isBounded = ranges.of(value).isBounded();
    grew |= set(value, isBounded ? all : Magnitude{most, false});
  }
  return grew;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Divides by the least magnitude of a bounded divisor, which is assumed to
/// occur.
double Magnitudes::divide(double dividend, Value divisor) const {
  const Range &range = ranges.of(divisor);
  double by = factor(divisor);
  if (range.isBounded() && range.excludesZero())
    by = std::min<double>(std::fabs(range.lo), std::fabs(range.hi));
  return by == 0 ? dividend : dividend / by;
}

double Magnitudes::contract(Operation *op) const {
  auto model = dyn_cast<ModelOp>(op);
  Value left = op->getOperand(0), right = op->getOperand(1);
  double depth =
      model ? std::max<double>(model.getContractionShape().depth, 1) : 1;
  return std::max(depth * mean(left) * mean(right),
                  std::sqrt(depth) * factor(left) * factor(right));
}

double Magnitudes::sum(Operation *op) const {
  double count = 1, most = 0;
  if (auto window = op->getAttrOfType<DenseI64ArrayAttr>("window_dimensions"))
    for (int64_t size : window.asArrayRef())
      count *= size;
  else if (op->getNumResults() > 0)
    for (Value operand : op->getOperands())
      if (isF32(operand.getType()))
        count =
            std::max(count, elementsOf(operand) / elementsOf(op->getResult(0)));
  for (Value operand : op->getOperands())
    if (isF32(operand.getType()))
      most = std::max(
          {most, count * mean(operand), std::sqrt(count) * factor(operand)});
  return most;
}

/// Returns the largest magnitude of the operands that decide the magnitude of
/// the result: max(x, -1e30) is no larger than x. Initial values of a reduction
/// are skipped: the reach of the result covers them.
double Magnitudes::choose(Operation *op, const OpRow *row,
                          double (Magnitudes::*magnitudeOf)(Value)
                              const) const {
  OpKind kind = namedKindOf(op);
  bool isMaximum = maxima.contains(kind), isMinimum = minima.contains(kind);
  OperandRange operands = op->getOperands();
  if (row->opClass == OpClass::reduction)
    operands = operands.take_front(op->getNumResults());
  double most = 0;
  for (Value operand : operands) {
    if (!isF32(operand.getType()))
      continue;
    const Range &range = ranges.of(operand);
    if ((isMaximum && range.hi <= 0) || (isMinimum && range.lo >= 0))
      continue;
    most = std::max(most, (this->*magnitudeOf)(operand));
  }
  return most;
}

/// Estimates a bounded result whose bounds a sum may have widened.
double Magnitudes::estimate(Operation *op, const OpRow *row) const {
  auto factorAt = [&](unsigned i) { return factor(op->getOperand(i)); };
  if (row->opClass == OpClass::contraction && op->getNumOperands() > 1)
    return contract(op);
  if (isSum(op, row))
    return sum(op);
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::multiply && op->getNumOperands() > 1)
    return factorAt(0) * factorAt(1);
  if (kind == OpKind::square)
    return factorAt(0) * factorAt(0);
  if (kind == OpKind::divide)
    return divide(factorAt(0), op->getOperand(1));
  if (kind == OpKind::reciprocal)
    return divide(1, op->getOperand(0));
  return choose(op, row, &Magnitudes::factor);
}

/// Returns true if `value` is bounded and reaches its bound within a factor of
/// two.
bool Magnitudes::isNumber(Value value) const {
  constexpr double slack = 2;
  const Range &range = ranges.of(value);
  return range.isBounded() && range.reach() > 0 &&
         range.reach() * slack >= range.most();
}

/// Returns true if `op` scales unbounded data by a constant, or moves such a
/// product. Additions do not count: they may add larger data.
bool Magnitudes::isScaled(Operation *op, const OpRow *row) const {
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::multiply && op->getNumOperands() > 1)
    return isNumber(op->getOperand(0)) || isNumber(op->getOperand(1));
  if (kind == OpKind::divide)
    return isNumber(op->getOperand(1));
  return movesElements(op, row) && op->getNumOperands() == 1 &&
         find(op->getOperand(0)).isScale;
}

/// Estimates an unbounded result: constants and counters scale data; data
/// movement and additions keep its magnitude. 0 if the magnitude is unknown.
double Magnitudes::estimateScaled(Operation *op, const OpRow *row) const {
  OpKind kind = namedKindOf(op);
  if (kind == OpKind::multiply && op->getNumOperands() > 1 &&
      (isNumber(op->getOperand(0)) || isNumber(op->getOperand(1))))
    return factor(op->getOperand(0)) * factor(op->getOperand(1));
  if (kind == OpKind::divide && isNumber(op->getOperand(1)))
    return divide(factor(op->getOperand(0)), op->getOperand(1));
  bool keeps = kind == OpKind::add || kind == OpKind::subtract ||
               movesElements(op, row) ||
               row->opClass == OpClass::gather_scatter;
  return keeps ? choose(op, row, &Magnitudes::occurring) : 0;
}

/// Bounds of the result are tight unless the op sums or a bounded operand is
/// not tight: with unbounded operands, the op itself implies them (logistic).
bool Magnitudes::addOp(Operation *op, const OpRow *row) {
  bool grew = op->getNumRegions() > 0 && addBody(op);
  if (!row)
    return grew;
  bool isLoose = isSum(op, row);
  for (Value operand : op->getOperands())
    if (isF32(operand.getType()) && ranges.of(operand).isBounded())
      isLoose |= !find(operand).isTight;
  for (Value result : op->getResults()) {
    if (!isF32(result.getType()))
      continue;
    const Range &range = ranges.of(result);
    if (range.isGuarded || (range.isBounded() && !isLoose))
      continue;
    double most =
        range.isBounded() ? estimate(op, row) : estimateScaled(op, row);
    most = std::min(std::max(most, range.reach()), range.most());
    bool isScale = !range.isBounded() && isScaled(op, row);
    grew |= set(result, {most, false, isScale});
  }
  return grew;
}

/// Body arguments of map and sort are elements of the operands; those of other
/// ops are partial results, which have no magnitude of their own.
bool Magnitudes::addBody(Operation *op) {
  unsigned copies = isHlo(op, OpKind::map)    ? 1
                    : isHlo(op, OpKind::sort) ? 2
                                              : 0;
  bool grew = false;
  if (copies)
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (isF32(argument.getType()))
          grew |= set(argument,
                      find(op->getOperand(argument.getArgNumber() / copies)));
  walkBody(op, [&](Operation *inner) {
    if (!isTerminator(inner) && handlesF32(inner))
      grew |= addOp(inner, lookupRow(inner));
    return WalkResult::advance();
  });
  return grew;
}

Magnitudes::Magnitudes(const SlotGraph &graph, const RangeAnalysis &ranges)
    : ranges(ranges) {
  bool grew = true;
  for (unsigned walk = 0; grew && walk < mostWalks; ++walk) {
    grew = false;
    for (auto [op, row] : graph.ops) {
      auto carriedValues = graph.carriedValuesOf(op, row);
      if (!carriedValues)
        addOp(op, row);
      for (const CarriedValue &carried :
           carriedValues.value_or(ArrayRef<CarriedValue>()))
        grew |= join(carried);
    }
  }
}
