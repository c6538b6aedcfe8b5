// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Match.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/SameValue.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

bool Matcher::match(const GroupPattern &pattern, Ref ref) {
  root = ref.value;
  Operation *op = root.getDefiningOp();
  Kind kind = op ? dataflow.kindOf(op) : Kind::leaf;
  if (!couldBe(pattern.term, op, kind, ref.frame))
    return false;
  backTo({0, 0, nullptr});
  Place place{ref, ref, kind, Axes::ofValue(ref.value), true};
  return matchTerm(pattern.term, place) && sharesDims();
}

/// Returns true if all variables are reduced over the same dimensions.
bool Matcher::sharesDims() const {
  std::optional<Digits> all;
  for (uint8_t number : bound) {
    const Variable &variable = variables[number];
    if (variable.inner.empty() || variable.axes.isPicked() ||
        !variable.axes.findInner().empty())
      continue;
    Digits over = variable.axes.at(variable.inner);
    if (all && *all != over)
      return false;
    all = over;
  }
  return true;
}

/// Early exit: returns true if the kinds of `op` and its operands match.
bool Matcher::couldBe(unsigned number, Operation *op, Kind kind,
                      const Frame *frame) {
  const Term &term = grammar[number];
  if (!(term.kinds & setOf(kind)))
    return false;
  if (term.is == Term::Is::either)
    return llvm::any_of(term.parts, [&](unsigned part) {
      return couldBe(part, op, kind, frame);
    });
  if (term.is == Term::Is::both)
    return couldBe(term.parts.back(), op, kind, frame);
  if (term.is != Term::Is::op || term.kind == Kind::sum ||
      term.kind == Kind::top)
    return true;
  const Operands &operands = look(op, frame);
  return fits(term, operands, false) || fits(term, operands, true);
}

void Matcher::backTo(const Mark &mark) {
  members.truncate(mark.members);
  while (bound.size() > mark.bound)
    variables[bound.pop_back_val()] = {};
  sum = mark.sum;
}

Matcher::Place Matcher::placeOf(Ref ref, const Axes &axes) {
  auto [base, kind] = dataflow.look(ref);
  return {ref, base, kind, axes};
}

const Axes &Matcher::walk(Place &place) {
  if (!place.isWalked)
    dataflow.look(place.ref, &place.axes);
  place.isWalked = true;
  return place.axes;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

bool Matcher::bind(const Term &term, Place &place) {
  if (term.isSmall && countElements(place.base.value.getType()) >=
                          countElements(root.getType()))
    return false;
  Variable &variable = variables[term.variable];
  if (!variable.ref.value) {
    variable = {place.base, walk(place), walk(place).findInner()};
    bound.push_back(term.variable);
    return true;
  }
  bool isSame = variable.ref.frame == place.base.frame &&
                isSameValue(variable.ref.value, place.base.value);
  if (!isSame || !variable.axes.agrees(walk(place)))
    return false;
  InnerDigits inner = place.axes.findInner();
  if (!inner.empty() && !variable.inner.empty() && inner != variable.inner)
    return false;
  if (!inner.empty())
    variable.inner = inner;
  else if (!place.axes.isPicked())
    variable.axes = place.axes;
  return true;
}

/// Returns the number of operand elements per element of a sum; none for
/// dynamic shapes.
static std::optional<double> countSummed(Operation *sum) {
  std::optional<double> from = countElements(sum->getOperand(0).getType()),
                        to = countElements(sum->getResult(0).getType());
  return from && to.value_or(0) > 0 ? std::optional(*from / *to) : std::nullopt;
}

/// Returns true if `number` is the lowest value of the result type.
static bool isLowest(double number, Operation *op) {
  auto type = dyn_cast<FloatType>(elementOf(op->getResult(0).getType()));
  return type &&
         number <=
             -APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
}

static bool isNear(double number, double wanted) {
  return std::abs(number - wanted) <= 1e-5 * std::abs(wanted);
}

bool Matcher::isNumber(const Term &term, Place &place) {
  if (term.is == Term::Is::constant && place.kind == Kind::constant)
    return true;
  std::optional<double> number = dataflow.findNumber(place.base);
  if (!number)
    return false;
  if (term.is == Term::Is::number)
    return isNear(*number, term.number);
  if (term.is == Term::Is::positive || term.is == Term::Is::negative)
    return *number != 0 && (*number > 0) == (term.is == Term::Is::positive);
  if (term.is == Term::Is::epsilon)
    return *number > 0 && *number <= 0.1;
  if (term.is == Term::Is::constant)
    return true;
  if (term.is == Term::Is::lowest)
    return isLowest(*number, place.base.value.getDefiningOp());
  std::optional<double> count = sum ? countSummed(sum) : std::nullopt;
  if (!count)
    return false;
  bool isInverse =
      term.is == Term::Is::inverseCount || term.is == Term::Is::inverseFreedom;
  if (isInverse)
    number = 1 / *number;
  bool mayBeFreedom =
      term.is == Term::Is::freedom || term.is == Term::Is::inverseFreedom;
  return isNear(*number, *count) ||
         (mayBeFreedom && isNear(*number, *count - 1));
}

/// Matches random bits or numbers, scaled and shifted.
bool Matcher::isRandom(Ref ref) {
  for (unsigned step = 0; step < 16; ++step) {
    auto [base, kind] = dataflow.look(ref);
    if (kind == Kind::random)
      return true;
    constexpr KindSet moves = setOf(Kind::add) | setOf(Kind::sub) |
                              setOf(Kind::mul) | setOf(Kind::div) |
                              setOf(Kind::max) | setOf(Kind::convert);
    if (!(moves & setOf(kind)))
      return false;
    Operation *op = base.value.getDefiningOp();
    bool isSecond = op->getNumOperands() > 1 &&
                    dataflow.findNumber({op->getOperand(0), base.frame});
    ref = {op->getOperand(isSecond), base.frame};
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

const Matcher::Operands &Matcher::look(Operation *op, const Frame *frame) {
  Operands &known = seen[llvm::hash_value(op) % seen.size()];
  if (known.op == op && known.frame == frame)
    return known;
  known.op = op;
  known.frame = frame;
  known.count = std::min<unsigned>(op->getNumOperands(), known.bases.size());
  for (unsigned i = 0; i < known.count; ++i)
    known.bases[i] = dataflow.look({op->getOperand(i), frame});
  return known;
}

/// Returns the operand number of a part.
static unsigned operandOf(const Term &term, unsigned part, bool swapped) {
  return term.isBackward || swapped ? term.parts.size() - 1 - part : part;
}

bool Matcher::fits(const Term &term, const Operands &operands,
                   bool swapped) const {
  if (operands.count < term.parts.size() ||
      (swapped && (!isCommutative(term.kind) || term.parts.size() != 2)))
    return false;
  for (unsigned i = 0; i < term.parts.size(); ++i) {
    Kind kind = operands.bases[operandOf(term, i, swapped)].second;
    if (!(grammar[term.parts[i]].kinds & setOf(kind)))
      return false;
  }
  return true;
}

/// Returns true if the initial value of a sum is zero, or that of a maximum is
/// the lowest number.
bool Matcher::startsNeutral(const Term &term, Operation *reduce,
                            const Frame *frame) {
  if (reduce->getNumOperands() < 2) // TOSA has no initial value
    return true;
  std::optional<double> start =
      dataflow.findNumber({reduce->getOperand(1), frame});
  return start &&
         (term.kind == Kind::sum ? *start == 0 : isLowest(*start, reduce));
}

bool Matcher::matchReduction(const Term &term, Place &place) {
  Operation *op = place.base.value.getDefiningOp();
  if (!startsNeutral(term, op, place.base.frame))
    return false;
  const Axes &axes = walk(place);
  SmallVector<int64_t, 4> dims = findReducedDims(op);
  if (term.sharesDims && sum) {
    auto rankOf = [](Operation *reduce) {
      return cast<ShapedType>(reduce->getOperand(0).getType()).getRank();
    };
    if (findReducedDims(sum) != dims || rankOf(sum) != rankOf(op))
      return false;
  }
  Mark start = mark();
  if (term.sharesDims && !sum)
    sum = op;
  if (term.role != Role::none)
    members.push_back({op, place.base.frame, term.role});
  Place operand =
      placeOf({op->getOperand(0), place.base.frame},
              axes.ofReduced(op, dims, !term.isTotal, dataflow.freshIndices()));
  if (matchTerm(term.parts[0], operand))
    return true;
  backTo(start);
  return false;
}

bool Matcher::matchParts(const Term &term, Place &place,
                         const Operands &operands, bool swapped) {
  Operation *op = operands.op;
  if (term.role != Role::none)
    members.push_back({op, place.base.frame, term.role});
  for (auto [i, part] : llvm::enumerate(term.parts)) {
    unsigned number = operandOf(term, i, swapped);
    auto [base, kind] = operands.bases[number];
    Place operand{
        {op->getOperand(number), place.base.frame},
        base,
        kind,
        isElementwise(term.kind)
            ? walk(place).ofElementwise(op, number, dataflow.freshIndices())
            : Axes::ofPicked()};
    if (!matchTerm(part, operand))
      return false;
  }
  return true;
}

bool Matcher::matchOp(const Term &term, Place &place) {
  if (term.kind == Kind::sum || term.kind == Kind::top)
    return matchReduction(term, place);
  Operands operands = look(place.base.value.getDefiningOp(), place.base.frame);
  for (bool swapped : {false, true}) {
    if (!fits(term, operands, swapped))
      continue;
    Mark start = mark();
    if (matchParts(term, place, operands, swapped))
      return true;
    backTo(start);
  }
  return false;
}

/// Each element of the chain binds its own variables. A chain that has already
/// matched is skipped, because its members are known.
bool Matcher::matchChain(const Term &term, Place &place) {
  std::pair<Value, unsigned> key{place.base.value, term.parts[0]};
  if (!place.base.frame && chains.contains(key))
    return true;
  size_t parts = 0;
  SmallVector<Ref> work{place.base};
  while (!work.empty()) {
    Ref next = work.pop_back_val();
    Place part = placeOf(next, Axes::ofValue(next.value));
    Mark start = mark();
    if (matchTerm(term.parts[0], part)) {
      while (bound.size() > start.bound)
        variables[bound.pop_back_val()] = {};
      ++parts;
      continue;
    }
    backTo(start);
    if (part.kind == Kind::constant)
      continue;
    if (part.kind != Kind::add)
      return false;
    Operation *sum = part.base.value.getDefiningOp();
    members.push_back({sum, part.base.frame, Role::statistic});
    for (Value operand : sum->getOperands())
      work.push_back({operand, part.base.frame});
  }
  if (parts > 0 && !place.base.frame)
    chains.insert(key);
  return parts > 0;
}

bool Matcher::matchTerm(unsigned number, Place &place) {
  const Term &term = grammar[number];
  switch (term.is) {
  case Term::Is::anything:
    return true;
  case Term::Is::variable:
    return term.kinds & setOf(place.kind) && bind(term, place);
  case Term::Is::op:
    return term.kind == place.kind && matchOp(term, place);
  case Term::Is::either:
    return term.kinds & setOf(place.kind) &&
           llvm::any_of(term.parts, [&](unsigned part) {
             Mark start = mark();
             if (matchTerm(part, place))
               return true;
             backTo(start);
             return false;
           });
  case Term::Is::random:
    return isRandom(place.base);
  case Term::Is::chain:
    return matchChain(term, place);
  case Term::Is::both:
    return llvm::all_of(term.parts,
                        [&](unsigned part) { return matchTerm(part, place); });
  default:
    return term.kinds & setOf(place.kind) && isNumber(term, place);
  }
}
