// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Ranges/CountedLoop.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// Limit on the ops between a loop-carried value and its next value.
static constexpr unsigned maxAddends = 4;

/// Returns `result` with the declared and guarded flags of `a` and `b`.
static Range flagged(Range result, const Range &a, const Range &b) {
  result.isDeclared = a.isDeclared || b.isDeclared;
  result.isGuarded = a.isGuarded || b.isGuarded;
  return result;
}

Range CountedLoop::of(Value value) const {
  const Range *known = find(value);
  return known ? *known : Range();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Returns the range of the increment of a loop-carried value in one iteration;
/// none if `next` is not `carried` plus increments.
std::optional<Range> CountedLoop::growthOf(Value next,
                                           const CarriedValue &carried,
                                           unsigned depth) const {
  if (llvm::is_contained(carried.values, next))
    return zero();
  Operation *op = next.getDefiningOp();
  if (!op || depth == maxAddends || !find(next))
    return std::nullopt;
  auto grow = [&](unsigned number) {
    return growthOf(op->getOperand(number), carried, depth + 1);
  };
  OpKind kind = kindOf(op);
  if (kind == OpKind::select) {
    std::optional<Range> one = grow(1), other = grow(2);
    return one && other ? std::optional(hull(*one, *other)) : std::nullopt;
  }
  if (kind != OpKind::add && kind != OpKind::subtract)
    return std::nullopt;
  auto addTo = [](const Range &growth, const Range &step) {
    return flagged(add(growth, step), growth, step);
  };
  if (std::optional<Range> growth = grow(0)) {
    Range step = of(op->getOperand(1));
    return addTo(*growth, kind == OpKind::add ? step : negate(step));
  }
  std::optional<Range> growth = kind == OpKind::add ? grow(1) : std::nullopt;
  return growth ? std::optional(addTo(*growth, of(op->getOperand(0))))
                : std::nullopt;
}

/// Returns the range of `start` plus up to `tripCount` increments in `growth`.
static Range summedRange(const Range &start, const Range &growth,
                         double tripCount, Format format) {
  format.unit *= maxAddends; // each of which rounds
  Range all = sum(start, hull(growth, zero()), tripCount, format);
  // A constant step occurs in each iteration.
  if (growth.lo == growth.hi) {
    all.reachLo = start.reachLo + std::min<double>(tripCount * growth.lo, 0.0);
    all.reachHi = start.reachHi + std::max<double>(tripCount * growth.hi, 0.0);
  }
  return flagged(all, start, growth);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Returns true if `value` is the same in each iteration.
bool CountedLoop::isInvariant(Value value) const {
  Operation *op = value.getDefiningOp();
  return !loop->isAncestor(value.getParentBlock()->getParentOp()) ||
         (op && isConstantLike(op));
}

std::optional<CountedLoop::Step>
CountedLoop::stepOf(Value next, const CarriedValue &carried,
                    unsigned depth) const {
  if (llvm::is_contained(carried.values, next))
    return Step{attained(1, 1), zero(), true};
  Operation *op = next.getDefiningOp();
  if (!op || depth == maxAddends || !find(next))
    return std::nullopt;
  OpKind kind = kindOf(op);
  bool isQuotient = kind == OpKind::divide;
  bool isScaling = isQuotient || kind == OpKind::multiply;
  if (!isScaling && kind != OpKind::add && kind != OpKind::subtract)
    return std::nullopt;
  auto step = [&](unsigned number) {
    return stepOf(op->getOperand(number), carried, depth + 1);
  };
  std::optional<Step> first = step(0);
  std::optional<Step> found = first || isQuotient ? first : step(1);
  if (!found)
    return std::nullopt;
  Value other = op->getOperand(first ? 1 : 0);
  Range by = of(other);
  if (isScaling) {
    auto scale = [&](const Range &range) {
      return flagged(isQuotient ? divide(range, by) : multiply(range, by),
                     range, by);
    };
    return Step{scale(found->factor), scale(found->addend),
                found->isInvariant && isInvariant(other)};
  }
  if (kind == OpKind::subtract && !first)
    found->factor = negate(found->factor);
  found->addend =
      flagged(add(absolute(found->addend), absolute(by)), found->addend, by);
  return found;
}

/// Returns the largest magnitude in `tripCount` iterations of
/// x = factor * x + addend.
static double grown(double start, double factor, double addend,
                    double tripCount) {
  if (factor <= 1) {
    double limit = std::max(start, addend / (1 - factor));
    return std::min(limit, start + addend * tripCount);
  }
  double all = std::pow(factor, tripCount);
  double added = addend == 0 ? 0 : addend * (all - 1) / (factor - 1);
  return start * all + added;
}

/// Returns the range in `tripCount` iterations of x = factor * x + addend, each
/// op of which rounds. Reached values grow only by an invariant factor, which
/// multiplies the same elements in each iteration.
static Range steppedRange(const Range &start, const Range &factor,
                          const Range &addend, bool isInvariant,
                          double tripCount, const Format &format) {
  double off = maxAddends * format.margin;
  double most = grown(start.most(), factor.most() * (1 + off),
                      addend.most() * (1 + off), tripCount);
  Range range = between(-most, most);
  if (start.lo >= 0 && factor.lo >= 0 && addend.most() == 0)
    range.lo =
        start.lo * std::pow(std::min(factor.lo * (1 - off), 1.0), tripCount);
  if (isInvariant && factor.reach() > 1) {
    double reach = std::min(grown(start.reach(), factor.reach(), 0, tripCount),
                            format.largest);
    range.reachHi = reach;
    range.reachLo = start.reachLo < 0 || factor.reachLo < 0 ? -reach : 0.0;
  }
  return flagged(range, start, flagged(range, factor, addend));
}

std::optional<Range> CountedLoop::rangeOf(const CarriedValue &carried,
                                          const Format &format) const {
  if (carried.inputs.size() != 2 || carried.values.empty() ||
      !find(carried.values.front()))
    return std::nullopt;
  Range start = of(carried.inputs[0]->get());
  Value next = carried.inputs[1]->get();
  if (std::optional<Range> growth = growthOf(next, carried, 0))
    return summedRange(start, *growth, tripCount, format);
  if (format.isInteger)
    return std::nullopt;
  if (std::optional<Step> step = stepOf(next, carried, 0))
    return steppedRange(start, step->factor, step->addend, step->isInvariant,
                        tripCount, format);
  return std::nullopt;
}
