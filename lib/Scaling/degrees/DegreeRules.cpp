// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply(s*a, b)     ==>   s * multiply(a, b)   // scaled
// multiply(s*a, s*a)   ==>   multiply(a, a)       // both leak: no square of s
// maximum(s*a, 0)      ==>   s * maximum(a, 0)    // s is positive
// maximum(s*a, 1)      ==>   maximum(a, 1)        // s*a leaks
// convert(i)           ==>   convert(i)           // integers are never scaled
//
// "Any" stands for zeros, infinities and NaN, which no factor changes. Only
// literals are "any", and only ops that map such numbers to such numbers
// propagate it: exp(0) = 1 is unscaled.
#include "lib/Scaling/degrees/DegreeRules.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

bool amp::scaling::isScalable(Type type) {
  return isa<FloatType, ComplexType>(elementOf(type));
}

bool amp::scaling::isTracked(Type type) {
  return isScalable(type) || elementOf(type).isIntOrIndex();
}

std::optional<Degree> amp::scaling::join(Degree a, Degree b) {
  if (a.isAny() || a == b)
    return b;
  if (b.isAny())
    return a;
  return std::nullopt;
}

static bool isLiteral(Value value, bool (*is)(const APFloat &)) {
  Operation *op = value.getDefiningOp();
  while (isHlo(op, {OpKind::broadcast_in_dim, OpKind::convert}))
    op = op->getOperand(0).getDefiningOp();
  auto splat =
      op ? dyn_cast_if_present<SplatElementsAttr>(findConstantValue(op))
         : SplatElementsAttr();
  return splat && isa<FloatType>(splat.getElementType()) &&
         is(splat.getSplatValue<APFloat>());
}

static bool isNonFiniteLiteral(Value value) {
  return isLiteral(value, [](const APFloat &x) { return !x.isFinite(); });
}

/// Matches x * 0 and x - x: NaN if x is not finite, else zero.
static bool isZeroWhereFinite(Operation *op) {
  auto isZero = [](Value value) {
    return isLiteral(value, [](const APFloat &x) { return x.isZero(); });
  };
  if (op->getNumOperands() != 2 || !isScalable(op->getOperand(0).getType()))
    return false;
  Value a = op->getOperand(0), b = op->getOperand(1);
  return (isHlo(op, OpKind::subtract) && a == b) ||
         (isHlo(op, OpKind::multiply) && (isZero(a) || isZero(b)));
}

bool amp::scaling::testsNonFinite(Operation *op) {
  if (isHlo(op, {OpKind::is_finite, OpKind::is_inf, OpKind::is_nan,
                 OpKind::is_neg_inf, OpKind::is_pos_inf}))
    return true;
  if (isZeroWhereFinite(op))
    return llvm::any_of(op->getUsers(), [](Operation *user) {
      return isHlo(user, {OpKind::compare, OpKind::reduce});
    });
  if (!isHlo(op, OpKind::compare) || op->getNumOperands() != 2)
    return false;
  Value a = op->getOperand(0), b = op->getOperand(1);
  if (a == b || isNonFiniteLiteral(a) || isNonFiniteLiteral(b))
    return true;
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isHlo(user, OpKind::select) &&
           llvm::any_of(user->getOperands().drop_front(), [&](Value choice) {
             return choice == a || choice == b;
           });
  });
}

bool amp::scaling::isPerOperand(Operation *op) {
  constexpr KindSet kinds = {OpKind::all_gather, OpKind::all_reduce,
                             OpKind::all_to_all, OpKind::cross_replica_sum};
  return op->getNumOperands() > 1 &&
         op->getNumOperands() == op->getNumResults() &&
         kinds.contains(kindOf(op));
}

Degree DegreeRuleContext::leakAll(unsigned first) const {
  if (only) {
    leak(*only);
    return {};
  }
  for (unsigned i = first; i < op->getNumOperands(); ++i)
    leak(i);
  return {};
}

Degree DegreeRuleContext::join(unsigned first) const {
  std::optional<Degree> all;
  if (only)
    return isScalable(op->getOperand(*only).getType()) ? (*this)[*only]
                                                       : Degree();
  for (Value operand : op->getOperands().drop_front(first)) {
    if (!isScalable(operand.getType()))
      continue;
    all = amp::scaling::join(all.value_or(Degree::ofAny()), of(operand));
    if (!all)
      return leakAll(first);
  }
  return all.value_or(Degree());
}

static Degree linear(const DegreeRuleContext &reading) {
  return reading.join();
}

Degree amp::scaling::nonlinearDegree(const DegreeRuleContext &reading) {
  return reading.leakAll();
}

/// Rule of ops whose result no positive factor common to all operands changes.
static Degree invariant(const DegreeRuleContext &reading) {
  reading.join();
  return {};
}

/// Rule of ops whose result depends on shapes only.
static Degree unrelated(const DegreeRuleContext &) { return {}; }

/// (s*a) * (s*b) would have the square of the scale, and may overflow although
/// s*a does not.
static Degree product(const DegreeRuleContext &reading) {
  Degree a = reading[0], b = reading[1];
  if (a.isAny() || b.isAny())
    return Degree::ofAny();
  if (!a.isScaled() || !b.isScaled())
    return a.isScaled() ? a : b;
  reading.leak(0);
  reading.leak(1);
  return {};
}

/// Contraction of operands 0 and 1. Further float operands (a bias, an initial
/// value) are summands.
static Degree contraction(const DegreeRuleContext &reading) {
  Degree all = product(reading);
  for (unsigned i = 2; i < reading.op->getNumOperands(); ++i) {
    if (!isScalable(reading.op->getOperand(i).getType()))
      continue;
    std::optional<Degree> joined = amp::scaling::join(all, reading[i]);
    if (!joined)
      return reading.leakAll();
    all = *joined;
  }
  return all;
}

/// Rule of a / b, which is linear in `a`.
static Degree ratio(const DegreeRuleContext &reading, unsigned a, unsigned b) {
  if (!reading[a].isAny())
    reading.leak(b);
  return reading[a];
}

static Degree quotient(const DegreeRuleContext &r) { return ratio(r, 0, 1); }

/// Solves a x = b, for operands a and b.
static Degree solution(const DegreeRuleContext &r) { return ratio(r, 1, 0); }

/// Literal zeros, infinities and NaN are "any".
static Degree constant(const DegreeRuleContext &reading) {
  Attribute value = reading.op->getAttr("value");
  std::optional<APFloat> number;
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(value)) {
    Type element = splat.getElementType();
    if (isa<FloatType>(element))
      number = splat.getSplatValue<APFloat>();
    if (auto complex = dyn_cast<ComplexType>(element);
        complex && isa<FloatType>(complex.getElementType())) {
      auto parts = splat.getSplatValue<std::complex<APFloat>>();
      if (parts.real().isZero() && parts.imag().isZero())
        number = parts.real();
    }
  } else if (auto one = dyn_cast_if_present<FloatAttr>(value)) {
    number = one.getValue();
  }
  bool isAny = number && (number->isZero() || !number->isFinite());
  return isAny ? Degree::ofAny() : Degree();
}

/// Floats with fewer bits are scaled by the program itself to fit their range:
/// an additional loss scale would overflow them in each step.
static constexpr unsigned leastExponentBits = 5, leastWidth = 16;

static bool mayOverflow(Type type) {
  auto element = dyn_cast<FloatType>(elementOf(type));
  return element && element.getWidth() < leastWidth;
}

/// A cast is linear among floats of at least 16 bits; a cast to integers is
/// not.
static Degree converted(const DegreeRuleContext &reading) {
  bool isOne =
      reading.op->getNumOperands() == 1 && reading.op->getNumResults() == 1;
  Type to = isOne ? reading.op->getResult(0).getType() : Type();
  return isOne && isScalable(to) && !mayOverflow(to) ? reading.join()
                                                     : reading.leakAll();
}

static Degree reducedPrecision(const DegreeRuleContext &reading) {
  auto bits = reading.op->getAttrOfType<IntegerAttr>("exponent_bits");
  return bits && bits.getValue().uge(leastExponentBits) ? reading.join()
                                                        : reading.leakAll();
}

/// Linear if the body is linear: `body(s*a, s*b)` is `s * body(a, b)`.
static Degree bodied(const DegreeRuleContext &reading) {
  Degree all = reading.join();
  if (all.isUnscaled() || reading.keeps(0, all))
    return all;
  return reading.leakAll();
}

/// Region 0 compares elements of operand 0 and so selects which sources region
/// 1 combines with the initial value.
static Degree selectAndScatter(const DegreeRuleContext &reading) {
  if (!reading[0].isUnscaled() && !reading.keeps(0, reading[0]))
    reading.leak(0);
  Degree all = reading.join(/*first=*/1);
  if (all.isUnscaled() || reading.keeps(1, all))
    return all;
  return reading.leakAll(1);
}

/// Rule of ops that are linear in their last operand only.
static Degree linearInLast(const DegreeRuleContext &reading) {
  unsigned last = reading.op->getNumOperands() - 1;
  for (unsigned i = 0; i < last; ++i)
    reading.leak(i);
  return reading[last];
}

static Degree customCall(const DegreeRuleContext &reading) {
  return isPlacement(reading.op) ? reading.join() : reading.leakAll();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
struct Row {
  OpKind kind;
  DegreeRule rule;
};
struct ClassRow {
  OpClass opClass;
  DegreeRule rule;
};
} // namespace

static constexpr Row rows[] = {
    {OpKind::abs, linear},
    {OpKind::add, linear},
    {OpKind::all_reduce, bodied},
    {OpKind::batch_norm_grad, linearInLast},
    {OpKind::clamp, linear},
    {OpKind::compare, invariant},
    {OpKind::complex, linear},
    {OpKind::constant, constant},
    {OpKind::constant_like, constant},
    {OpKind::convert, converted},
    {OpKind::cross_replica_sum, linear},
    {OpKind::custom_call, customCall},
    {OpKind::divide, quotient},
    {OpKind::fft, linear},
    {OpKind::get_dimension_size, unrelated},
    {OpKind::imag, linear},
    {OpKind::is_finite, invariant},
    {OpKind::is_inf, invariant},
    {OpKind::is_neg_inf, invariant},
    {OpKind::is_pos_inf, invariant},
    {OpKind::map, bodied},
    {OpKind::maximum, linear},
    {OpKind::minimum, linear},
    {OpKind::multiply, product},
    {OpKind::negate, linear},
    {OpKind::real, linear},
    {OpKind::reduce, bodied},
    {OpKind::reduce_precision, reducedPrecision},
    {OpKind::reduce_scatter, bodied},
    {OpKind::reduce_sum, linear},
    {OpKind::reduce_window, bodied},
    {OpKind::remainder, linear},
    {OpKind::reshard, linear},
    {OpKind::scatter, bodied},
    {OpKind::select, linear},
    {OpKind::select_and_scatter, selectAndScatter},
    {OpKind::sharding_constraint, linear},
    {OpKind::sign, invariant},
    {OpKind::sort, bodied},
    {OpKind::subtract, linear},
    {OpKind::top_k, linear},
    {OpKind::triangular_solve, solution},
    {OpKind::unary_einsum, linear},
};

/// Rules of ops without regions and without a row of their own.
static constexpr ClassRow classRows[] = {
    {OpClass::collective, linear},       {OpClass::constant, constant},
    {OpClass::contraction, contraction}, {OpClass::convert, converted},
    {OpClass::gather_scatter, linear},   {OpClass::layout, linear},
};

DegreeRule amp::scaling::lookupDegreeRule(Operation *op) {
  static const KindMap<Row> byKind(rows);
  if (const Row *row = byKind.lookup(kindOf(op)))
    return row->rule;
  const OpRow *known = lookupRow(op);
  if (known && op->getNumRegions() == 0)
    for (const ClassRow &row : classRows)
      if (row.opClass == known->opClass)
        return row.rule;
  return nonlinearDegree;
}
