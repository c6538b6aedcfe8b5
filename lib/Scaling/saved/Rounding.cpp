// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/saved/Rounding.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// Largest magnitude of bounded values, and of constants added to them.
static constexpr double most = 2;

static std::optional<double> findNumber(Attribute value) {
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValueAsDouble();
  auto dense = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!dense || !dense.isSplat() || !isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  return dense.getSplatValue<FloatAttr>().getValueAsDouble();
}

static bool isConversion(Operation *op) {
  const OpRow *row = lookupRow(op);
  return row && row->opClass == OpClass::convert && op->getNumOperands() == 1 &&
         op->getNumResults() == 1;
}

Value scaling::beforeConvert(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isConversion(op) ? op->getOperand(0) : value;
}

/// Returns true if both have the same elements, up to conversions.
static bool areSame(Value a, Value b) {
  return a == b || beforeConvert(a) == b || a == beforeConvert(b) ||
         beforeConvert(a) == beforeConvert(b);
}

std::optional<double> scaling::findSplat(Value value) {
  constexpr KindSet moves = {OpKind::broadcast_in_dim, OpKind::reshape,
                             OpKind::transpose};
  Operation *op = value.getDefiningOp();
  while (op && (isConversion(op) || moves.contains(kindOf(op))))
    op = op->getOperand(0).getDefiningOp();
  return op ? findNumber(findConstantValue(op)) : std::nullopt;
}

Rounding scaling::roundingOfExact(Value value) {
  if (std::optional<double> splat = findSplat(value))
    return {Rounding::none, {Value(), *splat < 0, *splat == 0}, false};
  return {Rounding::none, {value}, false};
}

namespace {
/// The rules, for one op.
class Rules {
public:
  Rules(Operation *op, function_ref<Rounding(Value)> roundingOf)
      : op(op), roundingOf(roundingOf) {}

  std::optional<Rounding> apply() const;

private:
  using Result = std::optional<Rounding>;

  Value operand(unsigned i) const { return op->getOperand(i); }
  Rounding of(unsigned i) const { return roundingOf(operand(i)); }
  Sign ownSign() const { return {op->getResult(0)}; }
  /// Returns true for exact numbers and values of magnitude 2 at most.
  bool isSmall(unsigned i) const {
    std::optional<double> splat = findSplat(operand(i));
    return of(i).error == Rounding::bounded ||
           (splat && std::abs(*splat) <= most);
  }
  Result join(unsigned a, unsigned b) const;
  Result joinAll() const;
  Result multiply(unsigned a, unsigned b) const;
  Result add() const;
  Result select() const;
  Result extremum(bool isMaximum) const;
  Result clamp() const;
  Result bound(Sign sign) const {
    return Rounding{Rounding::bounded, sign, false};
  }
  /// exp and expm1 are bounded if their operand is, or is negative.
  Result exponential(bool isNegative) const;
  Sign refine(Value predicate, unsigned branch) const;

  Operation *op;
  function_ref<Rounding(Value)> roundingOf;
};
} // namespace

static Sign negate(Sign sign) {
  sign.isNegative = !sign.isNegative;
  return sign;
}

static bool agree(Sign a, Sign b) { return a.isZero || b.isZero || a == b; }

/// Returns true if the errors of both are small parts of deviations.
static bool areCentred(const Rounding &x, const Rounding &y) {
  return (x.error == Rounding::none || x.isCentred) &&
         (y.error == Rounding::none || y.isCentred);
}

/// Error of one of two values.
std::optional<Rounding> Rules::join(unsigned a, unsigned b) const {
  Rounding x = of(a), y = of(b);
  Sign sign = !agree(x.sign, y.sign) ? ownSign()
              : x.sign.isZero        ? y.sign
                                     : x.sign;
  bool isCentred = areCentred(x, y);
  if (x.error == y.error)
    return Rounding{x.error, sign, isCentred};
  if (std::min(x.error, y.error) == Rounding::none &&
      std::max(x.error, y.error) == Rounding::relative)
    return Rounding{Rounding::relative, sign, isCentred};
  bool isBounded = isSmall(a) && isSmall(b);
  return Rounding{isBounded ? Rounding::bounded : Rounding::mixed, sign,
                  isCentred};
}

/// Error of moved elements, which are not at the positions that they had.
std::optional<Rounding> Rules::joinAll() const {
  Rounding all{Rounding::none, ownSign(), false};
  bool isFirst = true;
  for (Value value : op->getOperands()) {
    if (!isFloat(value.getType()))
      continue;
    Rounding next = roundingOf(value);
    if (isFirst || all.error == next.error)
      all.error = next.error;
    else
      all.error = Rounding::mixed;
    if (isFirst && !next.sign.of && op->getNumOperands() == 1)
      all.sign = next.sign;
    all.isCentred |= next.isCentred;
    isFirst = false;
  }
  return all;
}

std::optional<Rounding> Rules::multiply(unsigned a, unsigned b) const {
  Rounding x = of(a), y = of(b), result;
  if (x.sign.of && y.sign.of)
    result.sign = x.sign.of == y.sign.of
                      ? Sign{Value(), x.sign.isNegative != y.sign.isNegative}
                      : ownSign();
  else
    result.sign = {x.sign.of ? x.sign.of : y.sign.of,
                   x.sign.isNegative != y.sign.isNegative,
                   x.sign.isZero || y.sign.isZero};
  // A square of a deviation may be near the mean of the squares.
  bool isLinear = std::min(x.error, y.error) == Rounding::none;
  result.isCentred = isLinear && (x.isCentred || y.isCentred);
  auto [least, largest] = std::minmax(x.error, y.error);
  if (largest == Rounding::bounded && !(isSmall(a) && isSmall(b)))
    result.error = Rounding::mixed;
  else
    result.error =
        least == Rounding::none || least == largest ? largest : Rounding::mixed;
  return result;
}

/// Sums of values of one sign do not cancel. Of others, those of small values
/// have a small error, and those of an exact value and one near its mean an
/// error that is small beside the differences of the row.
std::optional<Rounding> Rules::add() const {
  Rounding x = of(0), y = of(1);
  if (kindOf(op) == OpKind::subtract)
    y.sign = negate(y.sign);
  bool isCentred = areCentred(x, y);
  if (x.error == Rounding::none && y.error == Rounding::none)
    return Rounding{Rounding::none, ownSign(), false};
  bool isBounded = isSmall(0) && isSmall(1);
  if (agree(x.sign, y.sign)) {
    Sign sign = x.sign.isZero ? y.sign : x.sign;
    bool isRelative =
        (x.error == Rounding::relative || x.error == Rounding::none) &&
        (y.error == Rounding::relative || y.error == Rounding::none);
    return Rounding{isRelative  ? Rounding::relative
                    : isBounded ? Rounding::bounded
                                : Rounding::mixed,
                    sign, isCentred};
  }
  if (isBounded)
    return Rounding{Rounding::bounded, ownSign(), isCentred};
  bool isExact = x.error == Rounding::none || y.error == Rounding::none;
  bool isNearSmall = (x.error == Rounding::mixed && isSmall(1)) ||
                     (y.error == Rounding::mixed && isSmall(0));
  if ((isExact && isCentred) || isNearSmall)
    return Rounding{Rounding::mixed, ownSign(), isCentred};
  return std::nullopt;
}

/// Returns the sign of branch 1 or 2 of a select whose predicate compares that
/// branch with zero.
Sign Rules::refine(Value predicate, unsigned branch) const {
  Operation *compare = predicate.getDefiningOp();
  std::optional<Comparison> how = compare && kindOf(compare) == OpKind::compare
                                      ? getComparison(compare)
                                      : std::nullopt;
  if (!how || !areSame(compare->getOperand(0), operand(branch)) ||
      findSplat(compare->getOperand(1)) != 0.0)
    return of(branch).sign;
  bool isAbove = how == Comparison::GT || how == Comparison::GE;
  bool isBelow = how == Comparison::LT || how == Comparison::LE;
  if (!isAbove && !isBelow)
    return of(branch).sign;
  return {Value(), isAbove != (branch == 1)};
}

std::optional<Rounding> Rules::select() const {
  Result result = join(1, 2);
  Sign x = refine(operand(0), 1), y = refine(operand(0), 2);
  if (agree(x, y))
    result->sign = x.isZero ? y : x;
  if (of(0).error != Rounding::none && result->error == Rounding::none)
    result->error =
        isSmall(1) && isSmall(2) ? Rounding::bounded : Rounding::mixed;
  return result;
}

std::optional<Rounding> Rules::extremum(bool isMaximum) const {
  Result result = join(0, 1);
  Sign constant{Value(), !isMaximum};
  for (unsigned i : {0, 1})
    if (of(i).sign == constant || (of(i).sign.isZero && !of(i).sign.of))
      result->sign = constant;
  return result;
}

std::optional<Rounding> Rules::clamp() const {
  std::optional<double> low = findSplat(operand(0)),
                        high = findSplat(operand(2));
  if (!low || !high || of(1).error == Rounding::none)
    return std::nullopt;
  Sign sign = *low >= 0 ? Sign{} : *high <= 0 ? Sign{Value(), true} : ownSign();
  if (std::abs(*low) <= most && std::abs(*high) <= most)
    return bound(sign);
  return Rounding{of(1).error, sign, of(1).isCentred};
}

std::optional<Rounding> Rules::exponential(bool isNegative) const {
  Rounding x = of(0);
  bool isFalling = x.error == Rounding::relative && x.sign.isMinus();
  if (!isFalling && x.error != Rounding::bounded)
    return std::nullopt;
  return bound(!isNegative        ? Sign{}
               : x.sign.isMinus() ? Sign{Value(), true}
                                  : ownSign());
}

std::optional<Rounding> Rules::apply() const {
  if (op->getNumResults() != 1)
    return std::nullopt;
  if (isConversion(op))
    return isFloat(op->getResult(0).getType()) ? Result(of(0)) : std::nullopt;
  switch (kindOf(op)) {
  case OpKind::negate:
    return Rounding{of(0).error, negate(of(0).sign), of(0).isCentred};
  case OpKind::abs:
  case OpKind::square:
    return Rounding{of(0).error, {}, false};
  case OpKind::multiply:
    return multiply(0, 1);
  case OpKind::divide:
    return of(1).error == Rounding::none ? multiply(0, 1) : std::nullopt;
  case OpKind::add:
  case OpKind::subtract:
    return add();
  case OpKind::select:
    return select();
  case OpKind::maximum:
  case OpKind::minimum:
    return extremum(kindOf(op) == OpKind::maximum);
  case OpKind::clamp:
    return clamp();
  case OpKind::atan:
  case OpKind::erf:
  case OpKind::sign:
  case OpKind::tanh:
    return bound(of(0).sign);
  case OpKind::logistic:
    return bound({});
  case OpKind::exponential:
  case OpKind::exponential_minus_one:
    return exponential(kindOf(op) == OpKind::exponential_minus_one);
  case OpKind::cosine:
  case OpKind::sine:
    return of(0).error == Rounding::bounded ? bound(ownSign()) : std::nullopt;
  case OpKind::and_:
  case OpKind::compare:
  case OpKind::is_finite:
  case OpKind::not_:
  case OpKind::or_:
  case OpKind::xor_:
    return bound(ownSign());
  default:
    break;
  }
  switch (classOf(op, lookupRow(op))) {
  case OpClass::contraction:
  case OpClass::reduction:
    return Rounding{Rounding::mixed, ownSign(), false};
  case OpClass::gather_scatter:
  case OpClass::layout:
    return joinAll();
  default:
    return std::nullopt;
  }
}

std::optional<Rounding>
scaling::applyRounding(Operation *op,
                       function_ref<Rounding(Value)> roundingOf) {
  return Rules(op, roundingOf).apply();
}

bool scaling::isHarmlessToGradients(Operation *op,
                                    function_ref<bool(Value)> isRounded) {
  constexpr KindSet wrong = {OpKind::ceil,
                             OpKind::floor,
                             OpKind::reciprocal,
                             OpKind::remainder,
                             OpKind::round_nearest_afz,
                             OpKind::round_nearest_even};
  constexpr KindSet smooth = {OpKind::atan, OpKind::erf, OpKind::logistic,
                              OpKind::tanh};
  OpKind kind = kindOf(op);
  if (kind == OpKind::divide)
    return !isRounded(op->getOperand(1));
  if (smooth.contains(kind))
    return true;
  switch (classOf(op, lookupRow(op))) {
  case OpClass::bits:
  case OpClass::call:
  case OpClass::control:
  case OpClass::opaque:
  case OpClass::transcendental:
    return kind == OpKind::and_ || kind == OpKind::not_ || kind == OpKind::or_;
  default:
    return !wrong.contains(kind);
  }
}
