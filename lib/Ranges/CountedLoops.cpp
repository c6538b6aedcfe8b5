// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 5 iterations of %c = %c * [0, 15], from 1   ==>   [0, 759375]
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Patterns.h"
#include "lib/Ranges/RangeWalker.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// Ops between a loop-carried value and its next one.
static constexpr unsigned maxAddends = 4;

/// `result` of `a` and `b`, declared or guarded like them.
static Range flagged(Range result, const Range &a, const Range &b) {
  result.isDeclared = a.isDeclared || b.isDeclared;
  result.isGuarded = a.isGuarded || b.isGuarded;
  return result;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The range of all that one iteration may add to a loop-carried value; none if
/// `next` is something else than `carried` plus values.
std::optional<Range> RangeWalker::growthOf(Value next, const Joint &carried,
                                           unsigned depth) const {
  if (llvm::is_contained(carried.values, next))
    return zero();
  Operation *op = next.getDefiningOp();
  if (!op || depth == maxAddends || !isKnown(next))
    return std::nullopt;
  auto grow = [&](unsigned number) {
    return growthOf(op->getOperand(number), carried, depth + 1);
  };
  StringRef name = op->getName().stripDialect();
  if (name == "select") {
    std::optional<Range> one = grow(1), other = grow(2);
    return one && other ? std::optional(hull(*one, *other)) : std::nullopt;
  }
  bool isSum = name == "add" || name == "addf" || name == "addi";
  bool isDifference = name == "subtract" || name == "subf" || name == "subi";
  if (!isSum && !isDifference)
    return std::nullopt;
  auto addTo = [](const Range &growth, const Range &step) {
    return flagged(add(growth, step), growth, step);
  };
  if (std::optional<Range> growth = grow(0)) {
    const Range &step = of(op->getOperand(1));
    return addTo(*growth, isDifference ? negate(step) : step);
  }
  std::optional<Range> growth = isSum ? grow(1) : std::nullopt;
  return growth ? std::optional(addTo(*growth, of(op->getOperand(0))))
                : std::nullopt;
}

/// The range of `start` and a sum of `turns` values in `growth`.
static Range summedRange(const Range &start, const Range &growth, double turns,
                         Format format) {
  format.unit *= maxAddends; // each of which rounds
  Range all = amp::ranges::sum(start, hull(growth, zero()), turns, format);
  // A constant step occurs in each iteration.
  if (growth.lo == growth.hi) {
    all.reachLo = start.reachLo + std::min<double>(turns * growth.lo, 0.0);
    all.reachHi = start.reachHi + std::max<double>(turns * growth.hi, 0.0);
  }
  return flagged(all, start, growth);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Returns true if `value` is the same in each iteration of `loop`.
static bool isInvariant(Value value, Operation *loop) {
  Operation *op = value.getDefiningOp();
  return !loop->isAncestor(value.getParentBlock()->getParentOp()) ||
         (op && isConstantLike(op));
}

std::optional<RangeWalker::Step> RangeWalker::stepOf(Value next,
                                                     const Joint &carried,
                                                     Operation *loop,
                                                     unsigned depth) const {
  if (llvm::is_contained(carried.values, next))
    return Step{attained(1, 1), zero(), true};
  Operation *op = next.getDefiningOp();
  if (!op || depth == maxAddends || !isKnown(next))
    return std::nullopt;
  auto step = [&](unsigned number) {
    return stepOf(op->getOperand(number), carried, loop, depth + 1);
  };
  StringRef name = op->getName().stripDialect();
  bool isProduct = name == "multiply" || name == "mulf";
  bool isQuotient = name == "divide" || name == "divf";
  if (isProduct || isQuotient) {
    std::optional<Step> first = step(0);
    std::optional<Step> found = first || isQuotient ? first : step(1);
    if (!found)
      return std::nullopt;
    Value other = op->getOperand(first ? 1 : 0);
    const Range &by = of(other);
    auto scale = [&](const Range &range) {
      return flagged(isProduct ? multiply(range, by) : divide(range, by), range,
                     by);
    };
    return Step{scale(found->factor), scale(found->addend),
                found->isInvariant && isInvariant(other, loop)};
  }
  bool isSum = name == "add" || name == "addf";
  bool isDifference = name == "subtract" || name == "subf";
  if (!isSum && !isDifference)
    return std::nullopt;
  std::optional<Step> first = step(0);
  std::optional<Step> found = first ? first : step(1);
  if (!found)
    return std::nullopt;
  const Range &other = of(op->getOperand(first ? 1 : 0));
  if (isDifference)
    found->factor = first ? found->factor : negate(found->factor);
  found->addend = flagged(add(absolute(found->addend), absolute(other)),
                          found->addend, other);
  return found;
}

/// The largest magnitude in `turns` iterations of x = factor * x + addend.
static double grown(double start, double factor, double addend, double turns) {
  if (factor <= 1) {
    double limit = std::max(start, addend / (1 - factor));
    return std::min(limit, start + addend * turns);
  }
  double all = std::pow(factor, turns);
  double added = addend == 0 ? 0 : addend * (all - 1) / (factor - 1);
  return start * all + added;
}

/// The range of `start` and `turns` iterations of `step`, each op of which
/// rounds. An invariant factor multiplies the same elements in each iteration.
static Range steppedRange(const Range &start, const Range &factor,
                          const Range &addend, bool isInvariant, double turns,
                          const Format &format) {
  double off = maxAddends * format.margin;
  double most = grown(start.most(), factor.most() * (1 + off),
                      addend.most() * (1 + off), turns);
  Range range = between(-most, most);
  if (start.lo >= 0 && factor.lo >= 0 && addend.most() == 0)
    range.lo = start.lo * std::pow(std::min(factor.lo * (1 - off), 1.0), turns);
  if (isInvariant && factor.reach() > 1) {
    double reach = std::min(grown(start.reach(), factor.reach(), 0, turns),
                            format.largest);
    range.reachHi = reach;
    range.reachLo = start.reachLo < 0 || factor.reachLo < 0 ? -reach : 0.0;
  }
  return flagged(range, start, flagged(range, factor, addend));
}

/// The range of a loop-carried value that grows by what lies in one range, or
/// by a factor, in each of `turns` iterations. By induction the value stays in
/// it as long as the growth does; the caller walks the loop until that is so.
std::optional<Range>
RangeWalker::countedRange(Operation *loop, const Joint &joint, double turns) {
  if (joint.inputs.size() != 2 || joint.values.empty() ||
      !isKnown(joint.values.front()))
    return std::nullopt;
  const Range &start = of(joint.inputs[0]->get());
  Value next = joint.inputs[1]->get();
  const Format &format = formatOf(joint.values.front().getType());
  if (std::optional<Range> growth = growthOf(next, joint, 0))
    return summedRange(start, *growth, turns, format);
  if (format.isInteger)
    return std::nullopt;
  if (std::optional<Step> step = stepOf(next, joint, loop, 0))
    return steppedRange(start, step->factor, step->addend, step->isInvariant,
                        turns, format);
  return std::nullopt;
}
