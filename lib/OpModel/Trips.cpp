// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.while(%i = 0, …) cond { %i < 10 } do { …; return %i + 1, … }
//   ==>   10 iterations
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Returns the constant integer value of `value`; none if not constant.
static std::optional<int64_t> findInteger(Value value) {
  Operation *maker = value ? value.getDefiningOp() : nullptr;
  Attribute constant = maker ? findConstantValue(maker) : nullptr;
  if (auto integer = dyn_cast_if_present<IntegerAttr>(constant))
    return integer.getValue().trySExtValue();
  auto elements = dyn_cast_if_present<DenseIntElementsAttr>(constant);
  if (!elements || !elements.isSplat())
    return std::nullopt;
  APInt splat = elements.getSplatValue<APInt>();
  if (!elements.getElementType().isUnsignedInteger())
    return splat.trySExtValue();
  std::optional<uint64_t> number = splat.tryZExtValue();
  return number && *number <= static_cast<uint64_t>(INT64_MAX)
             ? std::optional<int64_t>(*number)
             : std::nullopt;
}

/// Returns true if the counter type can represent `end` + `step`.
static bool holdsBeyond(Type type, std::optional<int64_t> end,
                        std::optional<int64_t> step) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!integer || !end || !step)
    return false;
  double largest =
      std::ldexp(1, integer.getWidth() - !integer.isUnsigned()) - 1;
  return static_cast<double>(*end) + static_cast<double>(*step) <= largest;
}

static std::optional<double> findTripCount(std::optional<int64_t> first,
                                           std::optional<int64_t> end,
                                           std::optional<int64_t> step) {
  if (!first || !end || !step || *step <= 0)
    return std::nullopt;
  double span = static_cast<double>(*end) - static_cast<double>(*first);
  return std::max(0.0, std::ceil(span / static_cast<double>(*step)));
}

/// Trip count of a counter with constant start, step and upper bound.
static std::optional<double> countWhile(Operation *loop) {
  if (loop->getNumRegions() != 2 || !loop->getRegion(0).hasOneBlock() ||
      !loop->getRegion(1).hasOneBlock())
    return std::nullopt;
  Block &condition = loop->getRegion(0).front();
  Block &body = loop->getRegion(1).front();
  Operation *compare = condition.back().getNumOperands() == 1
                           ? condition.back().getOperand(0).getDefiningOp()
                           : nullptr;
  if (!isHlo(compare, OpKind::compare) ||
      getComparison(compare) != Comparison::LT)
    return std::nullopt;
  auto counter = dyn_cast<BlockArgument>(compare->getOperand(0));
  if (!counter || counter.getOwner() != &condition ||
      counter.getArgNumber() >= body.back().getNumOperands())
    return std::nullopt;
  unsigned number = counter.getArgNumber();
  Operation *next = body.back().getOperand(number).getDefiningOp();
  if (!next || !isHlo(next, OpKind::add) ||
      next->getOperand(0) != body.getArgument(number))
    return std::nullopt;
  std::optional<int64_t> end = findInteger(compare->getOperand(1));
  std::optional<int64_t> step = findInteger(next->getOperand(1));
  if (!holdsBeyond(counter.getType(), end, step))
    return std::nullopt;
  return findTripCount(findInteger(loop->getOperand(number)), end, step);
}

static std::optional<double> countFor(Operation *loop) {
  return findTripCount(findInteger(loop->getOperand(0)),
                       findInteger(loop->getOperand(1)),
                       findInteger(loop->getOperand(2)));
}

std::optional<double> amp::findTripCount(Operation *loop) {
  if (isHlo(loop, OpKind::while_))
    return countWhile(loop);
  return kindOf(loop) == OpKind::for_ ? countFor(loop) : std::nullopt;
}
