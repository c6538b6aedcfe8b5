// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/bounds/BoundSums.h"
#include "amp/ModelOp.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Verify/bounds/BoundElements.h"
#include "lib/Verify/bounds/Rounding.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Returns the bounds of a sum of `count` elements, in any order.
static ValueBounds sumOf(const ValueBounds &part, double count) {
  auto times = [](double a, double b) { return a == 0 ? 0 : a * b; };
  ValueBounds sum =
      ValueBounds::between(times(part.lo, count), times(part.hi, count));
  if (count >= 1) {
    double top = part.top + times(part.lo, count - 1);
    double bottom = part.bottom + times(part.hi, count - 1);
    sum.top = std::isnan(top) ? sum.lo : std::max(sum.lo, top);
    sum.bottom = std::isnan(bottom) ? sum.hi : std::min(sum.hi, bottom);
  }
  return rounded(sum, count);
}

ValueBounds amp::verify::boundContraction(Operation *op,
                                          ArrayRef<ValueBounds> operands) {
  auto model = dyn_cast<ModelOp>(op);
  ValueBounds unknown = ValueBounds::ofType(op->getResult(0).getType());
  auto isRanked = [](Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    return type && type.hasStaticShape();
  };
  if (!model || op->getNumOperands() < 2 || op->getNumResults() != 1 ||
      !isRanked(op->getOperand(0)) || !isRanked(op->getOperand(1)))
    return unknown;
  bool isDot = isHlo(op, {OpKind::dot, OpKind::dot_general, OpKind::einsum});
  if (!isDot && !isHlo(op, {OpKind::convolution, OpKind::dynamic_conv}))
    return unknown;
  int64_t depth = model.getContractionShape().depth;
  if (ShapedType::isDynamic(depth))
    return unknown;
  ValueBounds product = boundElements(findElementFunction(OpKind::multiply),
                                      {operands[0], operands[1]});
  if (!isDot) // elements at the border of a convolution sum fewer products
    join(product, ValueBounds::between(0, 0));
  // Extreme elements of the two operands need not be multiplied.
  return sumOf(product.withoutExtremes(), static_cast<double>(depth));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns the kind of the one op in the body of a reduction of one value;
/// `other` if there are more ops.
static OpKind findCombiner(Operation *op, unsigned region = 0) {
  if (op->getNumRegions() != region + 1 || !op->getRegion(region).hasOneBlock())
    return OpKind::other;
  Block &body = op->getRegion(region).front();
  if (body.getNumArguments() != 2 || body.getOperations().size() != 2)
    return OpKind::other;
  Operation &inner = body.front();
  bool readsBoth = inner.getNumOperands() == 2 && inner.getNumResults() == 1 &&
                   body.back().getOperand(0) == inner.getResult(0) &&
                   inner.getOperand(0) != inner.getOperand(1) &&
                   inner.getOperand(0).getParentBlock() == &body &&
                   inner.getOperand(1).getParentBlock() == &body &&
                   isa<BlockArgument>(inner.getOperand(0)) &&
                   isa<BlockArgument>(inner.getOperand(1));
  return readsBoth ? hloKindOf(&inner) : OpKind::other;
}

static bool chooses(OpKind combiner) {
  return combiner == OpKind::maximum || combiner == OpKind::minimum;
}

/// Returns the number of elements that each result of a reduction combines.
static std::optional<double> countCombined(Operation *op) {
  auto made = countElements(op->getResult(0).getType());
  auto read = countElements(op->getOperand(0).getType());
  if (auto window = op->getAttrOfType<DenseI64ArrayAttr>("window_dimensions")) {
    double count = 1;
    for (int64_t size : window.asArrayRef())
      count *= static_cast<double>(size);
    return count;
  }
  if (!made || !read || *made == 0)
    return std::nullopt;
  return *read / *made;
}

ValueBounds amp::verify::boundReduction(Operation *op,
                                        ArrayRef<ValueBounds> operands) {
  ValueBounds unknown = ValueBounds::ofType(op->getResult(0).getType());
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return unknown;
  OpKind combiner = findCombiner(op);
  std::optional<double> count = countCombined(op);
  ValueBounds init = operands[1], value = operands[0];
  bool isWindow = isHlo(op, OpKind::reduce_window);
  if (chooses(combiner)) {
    // An element of the result is an element of the operand, or the init.
    ElementFunction function = findElementFunction(combiner);
    if (isWindow || !count || *count < 1) {
      ValueBounds both = value.withoutExtremes();
      join(both, init.withoutExtremes());
      return both.withoutExtremes();
    }
    // A maximum need not attain the smallest element (a minimum, the largest).
    ValueBounds bounds = boundElements(function, {value, init});
    if (combiner == OpKind::maximum)
      bounds.bottom = bounds.hi;
    else
      bounds.top = bounds.lo;
    return bounds;
  }
  if (combiner != OpKind::add || !count || !isFloat(op->getResult(0).getType()))
    return unknown;
  ValueBounds sum;
  if (isWindow) {
    ValueBounds part = value.withoutExtremes();
    join(part, init.withoutExtremes()); // padding holds the init
    sum = sumOf(part.withoutExtremes(), *count);
  } else {
    sum = sumOf(value, *count);
  }
  return rounded(boundElements(findElementFunction(OpKind::add), {sum, init}));
}

/// Returns true if a body returns one of its arguments.
static bool returnsArgument(Region &body) {
  return body.hasOneBlock() && llvm::hasSingleElement(body.front()) &&
         isa<BlockArgument>(body.front().back().getOperand(0));
}

/// Returns the bounds of `start` plus at most `count` elements of `part`.
static ValueBounds addSome(const ValueBounds &start, ValueBounds part,
                           double count) {
  part = part.withoutExtremes();
  join(part, ValueBounds::between(0, 0)); // possibly no element is added
  ValueBounds sum = sumOf(part.withoutExtremes(), count);
  ValueBounds all =
      rounded(boundElements(findElementFunction(OpKind::add), {sum, start}))
          .withoutExtremes();
  all.isSummed = true;
  return all;
}

ValueBounds amp::verify::boundScatter(Operation *op,
                                      ArrayRef<ValueBounds> operands) {
  ValueBounds unknown = ValueBounds::ofType(op->getResult(0).getType());
  if (operands.size() != 3 || op->getNumRegions() != 1)
    return unknown;
  OpKind combiner = findCombiner(op);
  if (chooses(combiner) || returnsArgument(op->getRegion(0))) {
    ValueBounds both = operands[0].withoutExtremes();
    join(both, operands[2].withoutExtremes());
    return both.withoutExtremes();
  }
  auto count = countElements(op->getOperand(2).getType());
  bool isSum =
      combiner == OpKind::add && count && isFloat(op->getResult(0).getType());
  return isSum ? addSome(operands[0], operands[2], *count) : unknown;
}

ValueBounds amp::verify::boundSelectAndScatter(Operation *op,
                                               ArrayRef<ValueBounds> operands) {
  auto window = op->getAttrOfType<DenseI64ArrayAttr>("window_dimensions");
  bool isSum = window && findCombiner(op, /*region=*/1) == OpKind::add &&
               isFloat(op->getResult(0).getType());
  if (!isSum)
    return ValueBounds::ofType(op->getResult(0).getType());
  double count = 1;
  for (int64_t size : window.asArrayRef())
    count *= static_cast<double>(size);
  return addSome(operands[2], operands[1], count);
}
