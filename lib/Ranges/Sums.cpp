// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce add([0, 1]) over 100 elements   ==>   [0, 100]
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Bodies.h"
#include "lib/Ranges/Constants.h"
#include "lib/Ranges/Transfer.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// Returns the number of elements; infinite if unknown.
static double countOrAll(Value value) {
  return countElements(value.getType()).value_or(Range::infinity);
}

/// Returns the hull of the values among `starts`, `elements` and others that
/// the body selects from; unknown if the body computes values.
static Range chosen(const TransferInput &reading, ValueRange starts,
                    ValueRange elements) {
  std::optional<Choices> choices =
      findChoices(reading.op()->getRegions().back(),
                  reading.result.getResultNumber(), starts.size());
  if (!choices)
    return Range();
  std::optional<Range> all;
  auto add = [&](const Range &range) { all = all ? hull(*all, range) : range; };
  for (unsigned pair : choices->pairs) {
    add(reading.of(starts[pair]));
    add(reading.of(elements[pair]));
  }
  for (Value other : choices->others) {
    Operation *op = other.getDefiningOp();
    bool isConstant = op && isConstantLike(op);
    add(isConstant ? rangeOfConstant(op) : reading.of(other));
  }
  return *all;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Bounds a product of any number of factors: by 1 if all magnitudes are at
/// most 1, and from below by 1 if all factors are at least 1.
static Range productOf(const Range &start, const Range &factors) {
  Range range;
  if (start.lo >= 0 && start.hi <= 1 && factors.lo >= 0 && factors.hi <= 1)
    range = between(0, 1);
  else if (start.most() <= 1 && factors.most() <= 1)
    range = between(-1, 1);
  else if (start.lo >= 1 && factors.lo >= 1)
    range = between(1, Range::infinity);
  return range;
}

/// An implementation may begin several partial sums with `start` (StableHLO's
/// reduce: any number of initial values, at any place).
static Range repeated(Range start, double count) {
  start.lo =
      std::min<double>(start.lo, start.lo == 0 ? 0 : start.lo * (count + 1));
  start.hi =
      std::max<double>(start.hi, start.hi == 0 ? 0 : start.hi * (count + 1));
  return start;
}

/// Reduces `count` elements, one or more, and one `start`.
static Range combine(Body body, const Range &start, const Range &elements,
                     double count, const Format &format) {
  switch (body) {
  case Body::sum:
    return rounded(sum(repeated(start, count), elements, count, format),
                   format);
  case Body::product:
    return productOf(start, elements);
  case Body::largest:
    return maximum(start, elements);
  case Body::least:
    return minimum(start, elements);
  case Body::other:
    return {};
  }
  return {};
}

Range transfer::reduction(const TransferInput &reading) {
  Operation *op = reading.op();
  unsigned number = reading.result.getResultNumber();
  unsigned groups = op->getNumResults();
  Value input = reading.operand(number);
  const Range &start = reading[groups + number];
  Body body = bodyOf(op);
  if (body == Body::other)
    return chosen(reading, op->getOperands().drop_front(groups),
                  op->getOperands().take_front(groups));
  double count = countOrAll(input) / countOrAll(reading.result);
  // A reduction without elements, which is not excluded here, is the start.
  if (!(count >= 1) || std::isinf(count))
    return body == Body::largest || body == Body::least
               ? hull(start, reading.of(input))
               : Range();
  return combine(body, start, reading.of(input), count, reading.format);
}

static ArrayRef<int64_t> numbersAt(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return attr ? attr.asArrayRef() : ArrayRef<int64_t>();
}

/// Returns the number of positions in a window.
static double countWindow(Operation *op) {
  double count = 1;
  for (int64_t size : numbersAt(op, "window_dimensions"))
    count *= static_cast<double>(size);
  return count;
}

/// Returns true if a window may consist of padding and dilation holes alone.
static bool mayHoldNoElement(Operation *op) {
  auto isOne = [](int64_t size) { return size == 1; };
  if (!llvm::all_of(numbersAt(op, "base_dilations"), isOne) ||
      !llvm::all_of(numbersAt(op, "window_dilations"), isOne))
    return true;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type || !type.hasStaticShape() || llvm::is_contained(type.getShape(), 0))
    return true;
  auto padding = op->getAttrOfType<DenseIntElementsAttr>("padding");
  if (!padding)
    return false;
  auto edges = padding.getValues<int64_t>();
  for (auto [dim, size] : llvm::enumerate(numbersAt(op, "window_dimensions")))
    for (int64_t edge : {edges[2 * dim], edges[2 * dim + 1]})
      if (edge < 0 || edge >= size)
        return true;
  return false;
}

/// A window position holds an element, padding or, between dilated elements, a
/// hole. Padding and holes are the initial value, or are skipped.
Range transfer::window(const TransferInput &reading) {
  Operation *op = reading.op();
  unsigned number = reading.result.getResultNumber();
  unsigned groups = op->getNumResults();
  const Range &start = reading[groups + number];
  Range places = hull(reading[number], start);
  Body body = bodyOf(op);
  switch (body) {
  case Body::sum:
    return combine(body, start, hull(places, zero()), countWindow(op),
                   reading.format);
  case Body::product:
    return productOf(start, places);
  case Body::largest:
  case Body::least:
    return mayHoldNoElement(op)
               ? places
               : combine(body, start, reading[number], 1, reading.format);
  case Body::other:
    return chosen(reading, op->getOperands().drop_front(groups),
                  op->getOperands().take_front(groups));
  }
  return {};
}

/// scatter(inputs, indices, updates): any number of updates, or none, may apply
/// to one element.
Range transfer::scattered(const TransferInput &reading) {
  Operation *op = reading.op();
  unsigned number = reading.result.getResultNumber();
  unsigned groups = op->getNumResults();
  Value updates = reading.operand(groups + 1 + number);
  const Range &start = reading[number], &update = reading.of(updates);
  switch (bodyOf(op)) {
  case Body::sum:
    return rounded(
        sum(start, hull(update, zero()), countOrAll(updates), reading.format),
        reading.format);
  case Body::largest:
  case Body::least:
    return hull(start, update);
  case Body::product:
    return {};
  case Body::other:
    return chosen(reading, op->getOperands().take_front(groups),
                  op->getOperands().drop_front(groups + 1));
  }
  return {};
}

/// select_and_scatter: an element gets at most one value per window around it.
Range transfer::windowScattered(const TransferInput &reading) {
  if (bodyOf(reading.op()) != Body::sum)
    return {};
  return rounded(sum(reading[2], hull(reading[1], zero()),
                     countWindow(reading.op()), reading.format),
                 reading.format);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Returns the range of the products of a contraction. Tensor cores round the
/// operands to mantissas of ten bits (TF32) or seven (bf16); integers up to 256
/// stay exact.
static Range productsOf(const TransferInput &reading) {
  constexpr double wholeInAll = 256;
  const Range &a = reading[0], &b = reading[1];
  Range each = multiply(a, b);
  Format products = reading.format;
  products.margin = std::ldexp(1, -8);
  bool isExact =
      each.isInteger && a.most() <= wholeInAll && b.most() <= wholeInAll;
  if (!isExact && !reading.format.isInteger)
    each.isInteger = each.isCounted = false;
  return isExact || reading.format.isInteger ? each : rounded(each, products);
}

Range transfer::contraction(const TransferInput &reading) {
  Operation *op = reading.op();
  auto model = dyn_cast<ModelOp>(op);
  if (!model || op->getNumOperands() < 2 ||
      !isa<RankedTensorType>(reading.operand(0).getType()) ||
      !isa<RankedTensorType>(reading.operand(1).getType()))
    return {};
  double depth = model.getContractionShape().depth;
  if (depth < 0)
    return {};
  Range each = productsOf(reading);
  // Products may be missing: a window may lie in the padding, an index be
  // absent.
  if (!isHlo(op, OpKind::dot_general) || depth == 0)
    each = hull(each, zero());
  // Tensor cores truncate partial sums.
  Format partial = reading.format;
  partial.unit *= 2;
  return rounded(sum(zero(), each, depth, partial), reading.format);
}

/// Contraction plus a bias, its third operand.
Range transfer::biasedContraction(const TransferInput &reading) {
  if (reading.op()->getNumOperands() < 3)
    return {};
  return rounded(add(contraction(reading), reading[2]), reading.format);
}

/// Sum of one operand over some dimensions. Counts elements by shape, because
/// the attributes of the dimensions differ by op.
Range transfer::summed(const TransferInput &reading) {
  double count = countOrAll(reading.operand(0)) / countOrAll(reading.result);
  if (!(count >= 1) || std::isinf(count))
    return {};
  return rounded(sum(zero(), reading[0], count, reading.format),
                 reading.format);
}
