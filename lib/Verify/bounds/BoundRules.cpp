// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/bounds/BoundRules.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/bounds/BoundSums.h"
#include "lib/Verify/bounds/Rounding.h"
#include "lib/Verify/match/Record.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

static Movement findMovement(OpKind kind) {
  switch (kind) {
  case OpKind::broadcast:
  case OpKind::broadcast_in_dim:
  case OpKind::cast:
  case OpKind::collapse_shape:
  case OpKind::copy:
  case OpKind::dynamic_broadcast_in_dim:
  case OpKind::dynamic_reshape:
  case OpKind::expand_shape:
  case OpKind::permute:
  case OpKind::reshape:
  case OpKind::reshape_to:
  case OpKind::reverse:
  case OpKind::reverse_axis:
  case OpKind::splat:
  case OpKind::tile:
  case OpKind::transpose:
    return Movement::all;
  case OpKind::collective_broadcast:
  case OpKind::collective_permute:
    return Movement::allOrZero;
  case OpKind::dynamic_gather:
  case OpKind::dynamic_slice:
  case OpKind::extract:
  case OpKind::extract_slice:
  case OpKind::gather:
  case OpKind::gather_rows:
  case OpKind::imag:
  case OpKind::real:
  case OpKind::real_dynamic_slice:
  case OpKind::set_dimension_size:
  case OpKind::slice:
  case OpKind::top_k:
  case OpKind::torch_index_select:
    return Movement::some;
  case OpKind::dynamic_pad:
  case OpKind::dynamic_update_slice:
  case OpKind::insert_slice:
  case OpKind::pad:
    return Movement::join;
  case OpKind::complex: // covers the real and the imaginary part
  case OpKind::concat:
  case OpKind::concatenate:
    return Movement::allOf;
  case OpKind::all_gather:
  case OpKind::all_to_all:
  case OpKind::sort:
    return Movement::perOperand;
  default:
    return Movement::none;
  }
}

/// Joins bounds. An element of any operand is an element of the result.
static ValueBounds joinAll(ArrayRef<ValueBounds> operands) {
  ValueBounds all = operands.front();
  double top = all.top, bottom = all.bottom;
  for (const ValueBounds &operand : operands) {
    join(all, operand);
    top = std::max(top, operand.top);
    bottom = std::min(bottom, operand.bottom);
  }
  all.top = top;
  all.bottom = bottom;
  return all;
}

static bool boundMovement(Movement movement, ArrayRef<ValueBounds> operands,
                          MutableArrayRef<ValueBounds> results) {
  switch (movement) {
  case Movement::none:
    return false;
  case Movement::all:
    results[0] = operands[0];
    return true;
  case Movement::allOrZero:
    results[0] = operands[0].withoutExtremes();
    join(results[0], ValueBounds::between(0, 0));
    return true;
  case Movement::some:
    results[0] = operands[0].withoutExtremes();
    return true;
  case Movement::join:
    results[0] = joinAll(operands.take_front(2)).withoutExtremes();
    return true;
  case Movement::allOf:
    results[0] = joinAll(operands);
    return true;
  case Movement::perOperand:
    for (unsigned i = 0; i < results.size() && i < operands.size(); ++i)
      results[i] = operands[i];
    return results.size() <= operands.size();
  }
  return false;
}

/// Bounds of a comparison: one value if it is the same for all elements.
static ValueBounds boundComparison(Operation *op, const ValueBounds &a,
                                   const ValueBounds &b) {
  auto is = [direction = getComparison(op)](Comparison one) {
    return direction == one;
  };
  bool isLess = a.hi<b.lo, isGreater = a.lo> b.hi;
  bool isAtMost = a.hi <= b.lo, isAtLeast = a.lo >= b.hi;
  bool isEqual = isAtMost && isAtLeast, differs = isLess || isGreater;
  bool holds =
      (is(Comparison::LT) && isLess) || (is(Comparison::LE) && isAtMost) ||
      (is(Comparison::GT) && isGreater) || (is(Comparison::GE) && isAtLeast) ||
      (is(Comparison::EQ) && isEqual) || (is(Comparison::NE) && differs);
  bool fails =
      (is(Comparison::LT) && isAtLeast) || (is(Comparison::LE) && isGreater) ||
      (is(Comparison::GT) && isAtMost) || (is(Comparison::GE) && isLess) ||
      (is(Comparison::EQ) && differs) || (is(Comparison::NE) && isEqual);
  if (holds || fails)
    return ValueBounds::attained(holds, holds);
  return ValueBounds::ofType(op->getResult(0).getType());
}

/// Bounds of an iota; none for other ops.
static std::optional<ValueBounds> boundCounter(Operation *op) {
  auto dimension = op->getNumOperands() <= 1
                       ? op->getAttrOfType<IntegerAttr>("iota_dimension")
                       : IntegerAttr();
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!dimension || !type || !type.hasStaticShape() ||
      type.getNumElements() == 0)
    return std::nullopt;
  double last = static_cast<double>(type.getDimSize(dimension.getInt())) - 1;
  return ValueBounds::attained(0, last);
}

/// Bounds positions in the last dimension of a tensor.
static void boundPositions(Type operand, ValueBounds &positions) {
  auto type = dyn_cast<RankedTensorType>(operand);
  if (type && type.getRank() != 0 && !type.isDynamicDim(type.getRank() - 1) &&
      type.getShape().back() != 0)
    positions = ValueBounds::between(
        0, static_cast<double>(type.getShape().back()) - 1);
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

/// Returns the square function for x * x, else null.
static ElementFunction findSquare(Operation *op, OpKind kind) {
  bool isSquare = op->getNumOperands() >= 2 &&
                  op->getOperand(0) == op->getOperand(1) &&
                  kind == OpKind::multiply;
  return isSquare ? findElementFunction(OpKind::square) : nullptr;
}

/// Returns true for x - x, which is zero or NaN.
static bool isZeroDifference(Operation *op, OpKind kind) {
  return op->getNumOperands() == 2 && op->getOperand(0) == op->getOperand(1) &&
         kind == OpKind::subtract;
}

/// Bounds of a select. The value that a known predicate selects is attained,
/// but the bounds cover both choices: passes need not evaluate predicates.
static ValueBounds boundChoice(ElementFunction function,
                               ArrayRef<ValueBounds> operands) {
  const ValueBounds &predicate = operands[0];
  if (predicate.lo != predicate.hi)
    return boundElements(function, operands);
  const ValueBounds &chosen = operands[predicate.lo == 0 ? 2 : 1];
  ValueBounds both = joinAll(operands.drop_front());
  both.top = chosen.top;
  both.bottom = chosen.bottom;
  return both;
}

/// Bounds of an integer remainder: it is at most the dividend in magnitude,
/// also for division by zero, and at most another divisor.
static ValueBounds boundRemainder(const ValueBounds &dividend,
                                  const ValueBounds &divisor) {
  bool isZero = divisor.lo <= 0 && divisor.hi >= 0;
  double most = isZero ? ValueBounds::infinity : divisor.magnitude();
  return ValueBounds::between(std::max(std::min(dividend.lo, 0.0), -most),
                              std::min(std::max(dividend.hi, 0.0), most));
}

/// Bounds of the modulus of a complex number with these bounds of its parts.
static ValueBounds boundModulus(const ValueBounds &part) {
  double diagonal = part.magnitude() * 1.4142135623730952;
  ValueBounds bounds = ValueBounds::between(0, diagonal);
  bounds.top = std::max({0.0, part.top, -part.bottom});
  return rounded(bounds);
}

static ValueBounds boundResult(Operation *op, OpKind kind,
                               ElementFunction function,
                               ArrayRef<ValueBounds> operands) {
  Type type = op->getResult(0).getType();
  ValueBounds unknown = ValueBounds::ofType(type);
  if (isZeroDifference(op, kind))
    return ValueBounds::attained(0, 0);
  if (isa<ComplexType>(elementOf(
          op->getOperands().empty() ? type : op->getOperand(0).getType())) &&
      kind != OpKind::select) {
    static constexpr KindSet partwise = {OpKind::add, OpKind::negate,
                                         OpKind::subtract};
    if (function && partwise.contains(kind))
      return rounded(boundElements(function, operands));
    return kind == OpKind::abs ? boundModulus(operands[0]) : unknown;
  }
  if (function && kind == OpKind::select && operands.size() == 3)
    return fitted(boundChoice(function, operands), type, /*isUnrounded=*/true);
  if (function) {
    if (ElementFunction square = findSquare(op, kind))
      return fitted(boundElements(square, operands.take_front(1)), type);
    if (!isFloat(type) && !isa<IntegerType>(elementOf(type)))
      return unknown;
    if (isHlo(op, OpKind::remainder) && !isFloat(type))
      return fitted(boundRemainder(operands[0], operands[1]), type);
    // Only these functions are exact for integers.
    bool isExact =
        isHlo(op, {OpKind::abs, OpKind::add, OpKind::clamp, OpKind::maximum,
                   OpKind::minimum, OpKind::multiply, OpKind::negate,
                   OpKind::select, OpKind::subtract});
    // A result that is an operand, its negation, or smaller is not rounded.
    // Otherwise the bounds of loop-carried values would grow.
    bool isUnrounded =
        isHlo(op, {OpKind::abs, OpKind::clamp, OpKind::maximum, OpKind::minimum,
                   OpKind::negate, OpKind::remainder});
    return isFloat(type) || isExact
               ? fitted(boundElements(function, operands), type, isUnrounded)
               : unknown;
  }
  if (auto counter = boundCounter(op))
    return *counter;
  if (auto bits = boundBits(op, operands))
    return *bits;
  if (isHlo(op, OpKind::compare) && operands.size() == 2)
    return boundComparison(op, operands[0], operands[1]);
  if (isHlo(op, {OpKind::reduce, OpKind::reduce_window}))
    return boundReduction(op, operands);
  if (isHlo(op, OpKind::scatter))
    return boundScatter(op, operands);
  if (isHlo(op, OpKind::select_and_scatter))
    return boundSelectAndScatter(op, operands);
  if (isHlo(op, OpKind::reduce_precision)) {
    ValueBounds bounds = ValueBounds::between(
        2 * std::min(operands[0].lo, 0.0), 2 * std::max(operands[0].hi, 0.0));
    auto exponent = op->getAttrOfType<IntegerAttr>("exponent_bits");
    int64_t bits = exponent ? exponent.getInt() : 0;
    // Rounding is monotonic and keeps powers of two that the format represents.
    bool fits =
        bits >= 8 || (bits >= 2 && operands[0].magnitude() <=
                                       std::ldexp(1, (1 << (bits - 1)) - 1));
    return fits ? rounded(bounds) : unknown;
  }
  const OpRow *row = lookupRow(op);
  if (isContraction(row))
    return boundContraction(op, operands);
  if (row && row->opClass == OpClass::convert && op->getNumOperands() == 1)
    return converted(operands[0], op->getOperand(0).getType(), type);
  if (isHlo(op, OpKind::rng) && operands.size() == 3 && isUniform(op))
    return rounded(joinAll(operands.take_front(2)).withoutExtremes());
  return unknown;
}

static bool combinesMany(Operation *op) {
  const OpRow *row = lookupRow(op);
  return row &&
         (row->opClass == OpClass::contraction ||
          row->opClass == OpClass::reduction || row->opClass == OpClass::scan ||
          row->opClass == OpClass::collective);
}

const BoundRules::Rule &BoundRules::find(Operation *op) {
  auto [known, isNew] = rules.try_emplace(op->getName().getAsOpaquePointer());
  if (isNew) {
    OpKind kind = kindOf(op);
    known->second = {kind,
                     findMovement(kind),
                     findElementFunction(kind),
                     findCompositeName(op) || !findMark(op).empty(),
                     combinesMany(op),
                     isHlo(op, OpKind::bitcast_convert)};
  }
  return known->second;
}

void BoundRules::boundResults(Operation *op, ArrayRef<ValueBounds> operands,
                              MutableArrayRef<ValueBounds> results,
                              bool isCast) {
  const Rule &rule = find(op);
  bool isGuarded = false, isSummed = rule.isSum, isDeclared = false;
  for (const ValueBounds &operand : operands) {
    isGuarded |= operand.isGuarded;
    // A sum without finite bounds does not widen the bounds of a result: its
    // tanh is in [-1, 1]. One finite bound suffices: x / sqrt(sum + epsilon) is
    // far below x / sqrt(epsilon) if the sum is over x * x.
    isSummed |= operand.isSummed && (operand.lo > -ValueBounds::infinity ||
                                     operand.hi < ValueBounds::infinity);
    isDeclared |= operand.isDeclared;
  }
  // Integers use a small part of their type's range; random bits use all of it.
  isSummed &= !rule.isBitcast;
  StringRef mark = rule.mayBeMark ? findMark(op) : StringRef();
  bool isHandedOn = isCast || !mark.empty();
  for (unsigned i = 0; i < results.size(); ++i)
    results[i] = isHandedOn && i < operands.size()
                     ? operands[i]
                     : ValueBounds::ofType(op->getResult(i).getType());
  if (isHandedOn)
    isGuarded = (isGuarded && mark != "amp.gradients") || mark == "amp.seed";
  else if (!boundMovement(rule.movement, operands, results) &&
           results.size() == 1)
    results[0] = boundResult(op, rule.kind, rule.function, operands);
  if (rule.kind == OpKind::top_k && results.size() == 2)
    boundPositions(op->getOperand(0).getType(), results[1]);
  for (ValueBounds &bounds : results) {
    bounds.isGuarded = isGuarded;
    bounds.isSummed |= isSummed;
    bounds.isDeclared = isDeclared;
  }
}
