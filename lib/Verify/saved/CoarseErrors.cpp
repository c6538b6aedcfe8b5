// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of values that are computed from restored ones.
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/saved/CoarseReads.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool changesFormat(Operation *op) {
  const OpRow *row = op ? lookupRow(op) : nullptr;
  return row && row->opClass == OpClass::convert && op->getNumOperands() == 1 &&
         op->getNumResults() == 1;
}

Value verify::beforeFormat(Value value) {
  Operation *op = value.getDefiningOp();
  return changesFormat(op) ? op->getOperand(0) : value;
}

/// Returns the value before broadcasts, conversions and reshapes.
static Value strip(Value value) {
  constexpr KindSet moves = {OpKind::broadcast_in_dim, OpKind::reshape};
  while (Operation *op = value.getDefiningOp()) {
    if (!changesFormat(op) && !moves.contains(kindOf(op)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Returns the number in all elements of a constant, possibly broadcast.
static std::optional<double> numberOf(Value value) {
  return readSplat(strip(value));
}

bool verify::subtractsMean(Operation *deviation) {
  if (!deviation || kindOf(deviation) != OpKind::subtract)
    return false;
  Operation *mean = strip(deviation->getOperand(1)).getDefiningOp();
  if (!mean || mean->getNumOperands() != 2)
    return false;
  for (unsigned i : {0, 1}) {
    std::optional<double> number = numberOf(mean->getOperand(1 - i));
    Operation *sum = strip(mean->getOperand(i)).getDefiningOp();
    if (!number || !sum || kindOf(sum) != OpKind::reduce ||
        classOf(sum, lookupRow(sum)) != OpClass::reduction ||
        sum->getNumOperands() != 2)
      continue;
    auto all = countElements(sum->getOperand(0).getType());
    auto rows = countElements(sum->getResult(0).getType());
    bool isSum = llvm::any_of(sum->getRegion(0).front(), [](Operation &op) {
      return kindOf(&op) == OpKind::add;
    });
    if (!all || !rows || !isSum ||
        strip(sum->getOperand(0)) != strip(deviation->getOperand(0)))
      continue;
    double summands = *all / *rows;
    double factor = kindOf(mean) == OpKind::multiply           ? *number
                    : kindOf(mean) == OpKind::divide && i == 0 ? 1 / *number
                                                               : 0;
    return std::abs(factor * summands - 1) < 0.02;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Errors of values
//===----------------------------------------------------------------------===//

CoarseReads::Sign CoarseReads::signOf(Value value) const {
  if (auto number = numberOf(value))
    return {Value(), *number < 0};
  auto known = facts.find(value);
  return known != facts.end() ? known->second.sign : Sign{value};
}

CoarseReads::Fact CoarseReads::read(Value value) const {
  Fact fact = facts.lookup(value);
  fact.sign = signOf(value);
  return fact;
}

bool CoarseReads::isZero(Value value) const { return numberOf(value) == 0.0; }

/// Returns true for numbers and values of at most 2 or so.
bool CoarseReads::isSmall(Value value) const {
  std::optional<double> number = numberOf(value);
  return read(value).error == Error::ofRange ||
         (number && std::abs(*number) <= 2);
}

bool CoarseReads::agree(Value a, Sign signOfA, Value b, Sign signOfB) const {
  return isZero(a) || isZero(b) || signOfA == signOfB;
}

/// A sum is as exact as its terms if they have one sign. Else it may cancel,
/// except when both terms are small, when a product meets a small term, and
/// when an exact term meets one whose error is small beside its deviations.
std::optional<CoarseReads::Fact> CoarseReads::sum(Operation *op) const {
  Value left = op->getOperand(0), right = op->getOperand(1);
  Fact a = read(left), b = read(right);
  if (kindOf(op) == OpKind::subtract)
    b.sign.isOpposite = !b.sign.isOpposite;
  Fact fact{Error::ofFactors, {op->getResult(0)}};
  fact.isAroundMean =
      (a.isAroundMean || !a.isCoarse()) && (b.isAroundMean || !b.isCoarse());
  bool isOfRange = isSmall(left) && isSmall(right);
  auto isProportional = [](const Fact &term) {
    return term.error == Error::none || term.error == Error::ofValue;
  };
  if (agree(left, a.sign, right, b.sign)) {
    fact.sign = isZero(left) ? b.sign : a.sign;
    fact.error = isProportional(a) && isProportional(b) ? Error::ofValue
                 : isOfRange                            ? Error::ofRange
                                                        : Error::ofFactors;
    return fact;
  }
  if (isOfRange) {
    fact.error = Error::ofRange;
    return fact;
  }
  bool isAccepted = (a.error == Error::ofFactors && isSmall(right)) ||
                    (b.error == Error::ofFactors && isSmall(left)) ||
                    (!a.isCoarse() && b.isAroundMean) ||
                    (!b.isCoarse() && a.isAroundMean);
  return isAccepted ? std::optional(fact) : std::nullopt;
}

CoarseReads::Fact CoarseReads::product(Operation *op) const {
  Value left = op->getOperand(0),
        right = op->getOperand(op->getNumOperands() - 1);
  Fact a = read(left), b = read(right), fact;
  // Squares of deviations may be near their mean.
  fact.isAroundMean =
      a.isCoarse() != b.isCoarse() && (a.isAroundMean || b.isAroundMean);
  fact.sign = {op->getResult(0)};
  if (!a.sign.like || !b.sign.like || a.sign.like == b.sign.like) {
    bool isSquare = a.sign.like && b.sign.like;
    fact.sign.like = isSquare      ? Value()
                     : a.sign.like ? a.sign.like
                                   : b.sign.like;
    fact.sign.isOpposite = a.sign.isOpposite != b.sign.isOpposite;
  }
  bool isOfRange = isSmall(left) && isSmall(right);
  auto both = [&](Error error) {
    return (a.error == error || !a.isCoarse()) &&
           (b.error == error || !b.isCoarse());
  };
  fact.error = both(Error::ofValue) ? Error::ofValue
               : isOfRange          ? Error::ofRange
                                    : Error::ofFactors;
  return fact;
}

/// Error of one of two values.
std::optional<CoarseReads::Fact> CoarseReads::choice(Operation *op, Value left,
                                                     Value right) const {
  Fact a = read(left), b = read(right);
  Fact fact{Error::ofFactors, {op->getResult(0)}};
  fact.isAroundMean =
      (a.isAroundMean || !a.isCoarse()) && (b.isAroundMean || !b.isCoarse());
  if (agree(left, a.sign, right, b.sign))
    fact.sign = isZero(left) ? b.sign : a.sign;
  auto isProportional = [](const Fact &term) {
    return term.error == Error::none || term.error == Error::ofValue;
  };
  if (isProportional(a) && isProportional(b) && (a.isCoarse() || b.isCoarse()))
    fact.error = Error::ofValue;
  else if (isSmall(left) && isSmall(right))
    fact.error = Error::ofRange;
  return fact;
}

/// Returns true if the values differ by their formats alone.
static bool isOneValue(Value a, Value b) {
  Value from = beforeFormat(a), other = beforeFormat(b);
  return a == b || from == b || a == other || from == other;
}

/// Returns the sign of a branch that is selected where it is positive, or where
/// it is negative.
CoarseReads::Sign CoarseReads::signInBranch(Operation *select,
                                            unsigned branch) const {
  Value value = select->getOperand(branch);
  Operation *compare = select->getOperand(0).getDefiningOp();
  if (!compare || kindOf(compare) != OpKind::compare ||
      !isOneValue(compare->getOperand(0), value) ||
      !isZero(compare->getOperand(1)))
    return signOf(value);
  std::optional<Comparison> how = getComparison(compare);
  if (how == Comparison::GT || how == Comparison::GE)
    return {Value(), branch == 2};
  if (how == Comparison::LT || how == Comparison::LE)
    return {Value(), branch == 1};
  return signOf(value);
}

/// exp and exp - 1 are at most 1 in magnitude if their operand is negative.
std::optional<CoarseReads::Fact> CoarseReads::exponential(Operation *op) const {
  Fact x = read(op->getOperand(0));
  bool isNegative = !x.sign.like && x.sign.isOpposite;
  if (x.error != Error::ofRange && !(isNegative && x.error == Error::ofValue))
    return std::nullopt;
  Fact fact{Error::ofRange, {}};
  if (kindOf(op) == OpKind::exponential_minus_one)
    fact.sign = isNegative ? x.sign : Sign{op->getResult(0)};
  return fact;
}

std::optional<CoarseReads::Fact> CoarseReads::clamp(Operation *op) const {
  Value least = op->getOperand(0), most = op->getOperand(2);
  std::optional<double> low = numberOf(least), high = numberOf(most);
  if (!low || !high)
    return std::nullopt;
  Fact fact = read(op->getOperand(1));
  fact.sign = {op->getResult(0)};
  if (*low >= 0 || *high <= 0)
    fact.sign = {Value(), *high <= 0};
  if (isSmall(least) && isSmall(most))
    fact.error = Error::ofRange;
  return fact;
}

/// Returns the error of an op of which an operand is coarse, and that depends
/// on no seed. None if the op magnifies the error.
std::optional<CoarseReads::Fact> CoarseReads::compute(Operation *op) const {
  if (op->getNumResults() != 1)
    return std::nullopt;
  Value result = op->getResult(0);
  auto withOperand = [&](Error error, Sign sign) {
    Fact fact = read(op->getOperand(0));
    fact.error = error;
    fact.sign = sign;
    return fact;
  };
  if (changesFormat(op))
    return isFloat(result.getType()) ? std::optional(read(op->getOperand(0)))
                                     : std::nullopt;
  switch (kindOf(op)) {
  case OpKind::add:
  case OpKind::subtract:
    return sum(op);
  case OpKind::multiply:
  case OpKind::square:
    return product(op);
  case OpKind::divide:
    return read(op->getOperand(1)).isCoarse() ? std::nullopt
                                              : std::optional(product(op));
  case OpKind::negate: {
    Fact fact = read(op->getOperand(0));
    fact.sign.isOpposite = !fact.sign.isOpposite;
    return fact;
  }
  case OpKind::abs: {
    Fact fact = withOperand(read(op->getOperand(0)).error, {});
    fact.isAroundMean = false;
    return fact;
  }
  case OpKind::select: {
    auto fact = choice(op, op->getOperand(1), op->getOperand(2));
    Sign a = signInBranch(op, 1), b = signInBranch(op, 2);
    if (agree(op->getOperand(1), a, op->getOperand(2), b))
      fact->sign = isZero(op->getOperand(1)) ? b : a;
    return fact;
  }
  case OpKind::maximum:
  case OpKind::minimum: {
    auto fact = choice(op, op->getOperand(0), op->getOperand(1));
    Sign end{Value(), kindOf(op) == OpKind::minimum};
    for (Value value : op->getOperands())
      if (isZero(value) || signOf(value) == end)
        fact->sign = end;
    return fact;
  }
  case OpKind::clamp:
    return clamp(op);
  case OpKind::exponential:
  case OpKind::exponential_minus_one:
    return exponential(op);
  case OpKind::tanh:
  case OpKind::erf:
  case OpKind::atan:
  case OpKind::sign:
    return Fact{Error::ofRange, signOf(op->getOperand(0))};
  case OpKind::logistic:
    return Fact{Error::ofRange, {}};
  case OpKind::sine:
  case OpKind::cosine:
    if (read(op->getOperand(0)).error != Error::ofRange)
      return std::nullopt;
    return Fact{Error::ofRange, {result}};
  case OpKind::and_:
  case OpKind::compare:
  case OpKind::is_finite:
  case OpKind::not_:
  case OpKind::or_:
  case OpKind::xor_:
    return Fact{Error::ofRange, {result}};
  default:
    break;
  }
  OpClass kind = classOf(op, lookupRow(op));
  if (kind == OpClass::contraction || kind == OpClass::reduction)
    return Fact{Error::ofFactors, {result}};
  if (kind != OpClass::layout && kind != OpClass::gather_scatter)
    return std::nullopt;
  // Elements move: no longer those of another value with that sign.
  Fact fact = withOperand(Error::ofFactors, {result});
  SmallVector<Value> floats = llvm::to_vector(llvm::make_filter_range(
      op->getOperands(), [](Value value) { return isFloat(value.getType()); }));
  if (llvm::all_of(floats, [&](Value value) {
        return read(value).error == read(floats.front()).error;
      }))
    fact.error = read(floats.front()).error;
  fact.isAroundMean = llvm::any_of(
      floats, [&](Value value) { return read(value).isAroundMean; });
  if (op->getNumOperands() == 1 && !signOf(op->getOperand(0)).like)
    fact.sign = signOf(op->getOperand(0));
  return fact;
}
