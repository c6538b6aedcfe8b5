// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Match.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

bool Matcher::match(const GroupPattern &pattern, Ref ref) {
  members.clear();
  bound.clear();
  for (Variable &variable : variables)
    variable.ref = {};
  sum = nullptr;
  root = ref.value;
  Operation *op = root.getDefiningOp();
  Place place{ref, ref, op ? scene.kindOf(op) : Kind::leaf,
              Axes::ofValue(ref.value), true};
  return matchTerm(pattern.term, place);
}

void Matcher::backTo(const Mark &mark) {
  members.truncate(mark.members);
  while (bound.size() > mark.bound)
    variables[bound.pop_back_val()].ref = {};
  sum = mark.sum;
}

Matcher::Place Matcher::placeOf(Ref ref, const Axes &axes) {
  auto [base, kind] = scene.look(ref);
  return {ref, base, kind, axes};
}

const Axes &Matcher::walk(Place &place) {
  if (!place.isWalked)
    scene.look(place.ref, &place.axes);
  place.isWalked = true;
  return place.axes;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static int64_t countElements(Value value) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  if (!shaped)
    return 1;
  return shaped.hasStaticShape() ? shaped.getNumElements() : -1;
}

bool Matcher::bind(const Term &term, Place &place) {
  if (term.isSmall && countElements(place.base.value) >= countElements(root))
    return false;
  Variable &variable = variables[term.variable];
  if (variable.ref.value)
    return variable.ref == place.base && variable.axes.unify(walk(place));
  variable = {place.base, walk(place)};
  bound.push_back(term.variable);
  return true;
}

/// How many elements of its operand make one of a sum; none if only known when
/// the program runs.
static std::optional<double> countSummed(Operation *sum) {
  int64_t from = countElements(sum->getOperand(0)),
          to = countElements(sum->getResult(0));
  return from < 0 || to <= 0 ? std::nullopt : std::optional(double(from) / to);
}

static bool isNear(double number, double wanted) {
  return std::abs(number - wanted) <= 1e-5 * std::abs(wanted);
}

bool Matcher::isNumber(const Term &term, Place &place) {
  if (term.is == Term::Is::constant && place.kind == Kind::constant)
    return true;
  std::optional<double> number = scene.findNumber(place.base);
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
  std::optional<double> count = sum ? countSummed(sum) : std::nullopt;
  if (!count)
    return false;
  if (term.is == Term::Is::inverseCount)
    number = 1 / *number;
  return isNear(*number, *count) || isNear(*number, *count - 1);
}

/// Random bits or numbers, scaled and shifted.
bool Matcher::isRandom(Ref ref) {
  for (unsigned step = 0; step < 16; ++step) {
    auto [base, kind] = scene.look(ref);
    if (kind == Kind::random)
      return true;
    constexpr KindSet moves = setOf(Kind::add) | setOf(Kind::sub) |
                              setOf(Kind::mul) | setOf(Kind::div) |
                              setOf(Kind::max) | setOf(Kind::convert);
    if (!(moves & setOf(kind)))
      return false;
    Operation *op = base.value.getDefiningOp();
    bool isSecond = op->getNumOperands() > 1 &&
                    scene.findNumber({op->getOperand(0), base.frame});
    ref = {op->getOperand(isSecond), base.frame};
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool Matcher::matchSum(Operation *reduce, const Place &place, Place &operand,
                       bool sharesDims) {
  SmallVector<int64_t, 4> dims = findReducedDims(reduce);
  if (sharesDims && sum) {
    auto rankOf = [](Operation *op) {
      return cast<ShapedType>(op->getOperand(0).getType()).getRank();
    };
    if (findReducedDims(sum) != dims || rankOf(sum) != rankOf(reduce))
      return false;
  }
  if (sharesDims && !sum)
    sum = reduce;
  operand = placeOf({reduce->getOperand(0), place.base.frame},
                    place.axes.ofReduced(reduce, dims));
  return true;
}

bool Matcher::matchParts(const Term &term, MutableArrayRef<Place> places) {
  for (auto [part, place] : llvm::zip(term.parts, places))
    if (!matchTerm(part, place))
      return false;
  return true;
}

bool Matcher::matchOp(const Term &term, Place &place) {
  Operation *op = place.base.value.getDefiningOp();
  if (op->getNumOperands() < term.parts.size())
    return false;
  Mark start = mark();
  if (term.role != Role::none)
    members.push_back({op, place.base.frame, term.role});
  SmallVector<Place, 3> places(term.parts.size());
  auto fits = [&](unsigned i, unsigned part) {
    return grammar[term.parts[part]].kinds & setOf(places[i].kind);
  };
  if (term.kind == Kind::sum || term.kind == Kind::top) {
    walk(place);
    if (matchSum(op, place, places[0], term.sharesDims) && fits(0, 0) &&
        matchTerm(term.parts[0], places[0]))
      return true;
    backTo(start);
    return false;
  }
  auto numberOf = [&](unsigned i) {
    return term.isBackward ? term.parts.size() - 1 - i : i;
  };
  for (auto [i, each] : llvm::enumerate(places)) {
    each.ref = {op->getOperand(numberOf(i)), place.base.frame};
    std::tie(each.base, each.kind) = scene.look(each.ref);
  }
  bool swaps = isCommutative(term.kind) && places.size() == 2;
  bool fitsSo = true;
  for (unsigned i = 0; i < places.size(); ++i)
    fitsSo &= fits(i, i) != 0;
  bool fitsSwapped = swaps && fits(0, 1) && fits(1, 0);
  if (fitsSo || fitsSwapped) {
    walk(place);
    for (auto [i, each] : llvm::enumerate(places))
      each.axes = place.axes.ofElementwise(op, numberOf(i));
    SmallVector<Place, 3> fresh(places);
    if (fitsSo && matchParts(term, places))
      return true;
    if (fitsSwapped) {
      backTo(start);
      if (term.role != Role::none)
        members.push_back({op, place.base.frame, term.role});
      std::swap(fresh[0], fresh[1]);
      if (matchParts(term, fresh))
        return true;
    }
  }
  backTo(start);
  return false;
}

/// The parts have their own variables. A chain that matched before has told its
/// members then.
bool Matcher::matchChain(const Term &term, Place &place) {
  std::pair<Value, unsigned> key{place.base.value, term.parts[0]};
  if (!place.base.frame && chains.contains(key))
    return true;
  size_t parts = 0;
  SmallVector<Ref> work{place.base};
  while (!work.empty()) {
    Ref next = work.pop_back_val();
    Place part = placeOf(next, Axes());
    Mark start = mark();
    if (matchTerm(term.parts[0], part)) {
      while (bound.size() > start.bound)
        variables[bound.pop_back_val()].ref = {};
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
  default:
    return term.kinds & setOf(place.kind) && isNumber(term, place);
  }
}
