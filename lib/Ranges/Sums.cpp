// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce add([0, 1]) over 100 elements   ==>   [0, 100]
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Ranges/Patterns.h"
#include "lib/Ranges/Transfer.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Infinite where nobody knows.
static double countOrAll(Value value) {
  return countElements(value.getType()).value_or(Range::infinity);
}

namespace {
/// What the body of a reduction does, by its name without dialect.
enum class Body { sum, product, largest, least, choice, other };
} // namespace

static Body bodyOf(Operation *op) {
  static constexpr std::pair<StringLiteral, Body> kinds[] = {
      {"stablehlo.add", Body::sum},
      {"stablehlo.maximum", Body::largest},
      {"stablehlo.minimum", Body::least},
      {"stablehlo.multiply", Body::product},
  };
  Region &body = op->getRegions().back();
  StringRef name = findBody(body);
  for (auto [known, kind] : kinds)
    if (known == name)
      return kind;
  bool hasNone = body.hasOneBlock() && llvm::hasSingleElement(body.front());
  bool chooses = classOf(op, lookupRow(op)) == OpClass::select;
  return hasNone || (chooses && handlesFloat(op)) ? Body::choice : Body::other;
}

/// Factors that are not above 1 make no larger product.
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

/// `count` elements and one `start`.
static Range combine(Body body, const Range &start, const Range &elements,
                     double count, const Format &format) {
  switch (body) {
  case Body::sum:
    return rounded(add(start, sum(elements, count, format)), format);
  case Body::product:
    return productOf(start, elements);
  case Body::largest:
    return maximum(start, elements);
  case Body::least:
    return minimum(start, elements);
  case Body::choice:
    return hull(start, elements);
  case Body::other:
    return {};
  }
  return {};
}

Range transfer::reduction(const Reading &reading) {
  Operation *op = reading.op();
  unsigned number = reading.result.getResultNumber();
  Value input = reading.operand(number);
  const Range &start = reading[op->getNumResults() + number];
  Body body = bodyOf(op);
  double count = countOrAll(input) / countOrAll(reading.result);
  // Without elements, or not surely with some, the start is all there is.
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

/// Whether each window holds an element and not only padding.
static bool isNeverEmpty(Operation *op, ArrayRef<int64_t> sizes) {
  auto dilations = numbersAt(op, "base_dilations");
  auto padding = op->getAttrOfType<DenseIntElementsAttr>("padding");
  if (llvm::any_of(dilations, [](int64_t d) { return d != 1; }))
    return false;
  if (!padding)
    return true;
  auto edges = padding.getValues<int64_t>();
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (edges[2 * dim] >= size || edges[2 * dim + 1] >= size)
      return false;
  return true;
}

Range transfer::window(const Reading &reading) {
  Operation *op = reading.op();
  unsigned number = reading.result.getResultNumber();
  const Range &elements = reading[number];
  const Range &start = reading[op->getNumResults() + number];
  ArrayRef<int64_t> sizes = numbersAt(op, "window_dimensions");
  double count = 1;
  for (int64_t size : sizes)
    count *= size;
  Body body = bodyOf(op);
  if (!isNeverEmpty(op, sizes) &&
      (body == Body::largest || body == Body::least))
    return hull(start, elements);
  if (body == Body::sum) // of as many elements as do not lie outside
    return combine(body, start, hull(elements, zero()), count, reading.format);
  return combine(body, start, elements, count, reading.format);
}

/// Any number of the updates may come to the same place, or none.
static Range mayAdd(const Range &start, const Range &updates, double count,
                    const Format &format) {
  return rounded(add(start, sum(hull(updates, zero()), count, format)), format);
}

/// scatter(inputs, indices, updates)
Range transfer::scattered(const Reading &reading) {
  Operation *op = reading.op();
  unsigned number = reading.result.getResultNumber();
  unsigned updates = op->getNumResults() + 1 + number;
  const Range &start = reading[number], &update = reading[updates];
  Body body = bodyOf(op);
  if (body == Body::sum)
    return mayAdd(start, update, countOrAll(reading.operand(updates)),
                  reading.format);
  if (body == Body::product || body == Body::other)
    return {};
  return hull(start, update);
}

/// Each place is added to from at most all windows that hold it.
Range transfer::windowScattered(const Reading &reading) {
  Operation *op = reading.op();
  if (bodyOf(op) != Body::sum)
    return {};
  double count = 1;
  for (int64_t size : numbersAt(op, "window_dimensions"))
    count *= size;
  return mayAdd(reading[2], reading[1], count, reading.format);
}

/// Tensor cores round what they multiply, TF32 to ten bits.
Range transfer::contraction(const Reading &reading) {
  Operation *op = reading.op();
  auto model = dyn_cast<ModelOp>(op);
  if (!model || op->getNumOperands() < 2 ||
      !isa<RankedTensorType>(reading.operand(0).getType()) ||
      !isa<RankedTensorType>(reading.operand(1).getType()))
    return {};
  double depth = model.getContractionShape().depth;
  if (depth < 0)
    return {};
  Format products = reading.format;
  products.margin = std::ldexp(1, -8);
  Range each = multiply(reading[0], reading[1]);
  each = rounded(each, products);
  // A window may lie outside, an index be missing.
  if (op->getName().getStringRef() != "stablehlo.dot_general" || depth == 0)
    each = hull(each, zero());
  return rounded(sum(each, depth, reading.format), reading.format);
}

/// An op that sums one operand over some dimensions, whatever they are called.
Range transfer::summed(const Reading &reading) {
  double count = countOrAll(reading.operand(0)) / countOrAll(reading.result);
  if (!(count >= 1) || std::isinf(count))
    return {};
  return rounded(sum(reading[0], count, reading.format), reading.format);
}
