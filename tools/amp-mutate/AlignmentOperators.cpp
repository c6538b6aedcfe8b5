// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on pads, masks and slices that amp-align-shapes adds.
#include "Constants.h"
#include "Operator.h"
#include "Retype.h"
#include "TextMutants.h"
#include "Values.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/OpDefinition.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static bool isAdded(Operation *op, OpKind kind) {
  return isHlo(op, kind) && op->hasAttr("amp.unpadded");
}

//===----------------------------------------------------------------------===//
// drop-mask, invert-mask, alter-padding
//===----------------------------------------------------------------------===//

static unsigned countMasks(Operation *op, const Facts &) {
  return isAdded(op, OpKind::select) && !op->use_empty();
}

static LogicalResult dropMask(Operation *op, unsigned, const Facts &) {
  op->getResult(0).replaceAllUsesWith(op->getOperand(1));
  op->erase();
  return success();
}

static LogicalResult invertMask(Operation *op, unsigned, const Facts &) {
  op->setOperand(0, negateBefore(op, op->getOperand(0)));
  return success();
}

/// Padding values: 0, 1, -1, infinity, -infinity and NaN.
static constexpr double paddings[] = {
    0, 1, -1, HUGE_VAL, -HUGE_VAL, std::numeric_limits<double>::quiet_NaN()};

static unsigned countPaddings(Operation *op, const Facts &) {
  bool isPad = isAdded(op, OpKind::pad);
  if (!isPad && !isAdded(op, OpKind::select))
    return 0;
  bool isFloat = isa<FloatType>(elementOf(op->getResult(0).getType()));
  return isFloat ? std::size(paddings) : 3;
}

static LogicalResult alterPadding(Operation *op, unsigned variant,
                                  const Facts &) {
  unsigned number = isAdded(op, OpKind::pad) ? 1 : 2;
  Value padding =
      splatBefore(op, op->getOperand(number).getType(), paddings[variant]);
  Operation *was = op->getOperand(number).getDefiningOp();
  if (was && was->getAttr("value") &&
      was->getAttr("value") == padding.getDefiningOp()->getAttr("value"))
    return failure();
  op->setOperand(number, padding);
  return success();
}

//===----------------------------------------------------------------------===//
// shift-bounds: slice [0:77]   ==>   slice [3:80]; low instead of high padding
//===----------------------------------------------------------------------===//

static unsigned countBounds(Operation *op, const Facts &) {
  if (!isAdded(op, OpKind::pad) && !isAdded(op, OpKind::slice))
    return 0;
  return 2 * cast<ShapedType>(op->getResult(0).getType()).getRank();
}

static LogicalResult shiftBounds(Operation *op, unsigned variant,
                                 const Facts &) {
  bool isPad = isAdded(op, OpKind::pad);
  StringRef lowName = isPad ? "edge_padding_low" : "start_indices";
  StringRef highName = isPad ? "edge_padding_high" : "limit_indices";
  auto low = op->getAttrOfType<DenseI64ArrayAttr>(lowName);
  auto high = op->getAttrOfType<DenseI64ArrayAttr>(highName);
  unsigned dim = variant / 2;
  SmallVector<int64_t> lows(low.asArrayRef()), highs(high.asArrayRef());
  int64_t room =
      isPad ? highs[dim]
            : cast<ShapedType>(op->getOperand(0).getType()).getDimSize(dim) -
                  highs[dim];
  int64_t by = variant % 2 ? room : 1;
  if (room <= 0 || (variant % 2 && room == 1))
    return failure();
  lows[dim] += by;
  highs[dim] += isPad ? -by : by;
  op->setAttr(lowName, DenseI64ArrayAttr::get(op->getContext(), lows));
  op->setAttr(highName, DenseI64ArrayAttr::get(op->getContext(), highs));
  return success();
}

//===----------------------------------------------------------------------===//
// alter-mask: iota dim = 1 < 77   ==>   dim = 0, <= 77, < 78
//===----------------------------------------------------------------------===//

/// Returns the attribute of an op that computes a mask's predicate.
static Attribute maskPart(Operation *op, StringRef &name) {
  for (auto [kind, attribute] :
       {std::pair<OpKind, StringRef>{OpKind::iota, "iota_dimension"},
        {OpKind::compare, "comparison_direction"},
        {OpKind::constant, "value"}})
    if (isAdded(op, kind)) {
      name = attribute;
      return op->getAttr(attribute);
    }
  return {};
}

static unsigned countMaskParts(Operation *op, const Facts &) {
  StringRef name;
  Attribute part = maskPart(op, name);
  if (!part || op->use_empty())
    return 0;
  return name == "value" ? 2 : mutateText(part).size();
}

static LogicalResult alterMask(Operation *op, unsigned variant, const Facts &) {
  StringRef name;
  Attribute part = maskPart(op, name), changed;
  if (name == "value")
    changed = changeConstant(part, variant ? ConstantChange::zero
                                           : ConstantChange::ulp);
  else
    changed = parseMutant(part, variant);
  if (!changed)
    return failure();
  op->setAttr(name, changed);
  return success();
}

//===----------------------------------------------------------------------===//
// alter-divisor: x / 77   ==>   x / 80, the padded count
//===----------------------------------------------------------------------===//

static unsigned countDivisors(Operation *op, const Facts &) {
  return isHlo(op, {OpKind::divide, OpKind::multiply}) &&
                 isa<FloatType>(elementOf(op->getResult(0).getType()))
             ? 2 * op->getNumOperands()
             : 0;
}

static LogicalResult alterDivisor(Operation *op, unsigned variant,
                                  const Facts &) {
  Operation *source = op->getOperand(variant / 2).getDefiningOp();
  while (isHlo(source, OpKind::broadcast_in_dim))
    source = source->getOperand(0).getDefiningOp();
  DenseFPElementsAttr value;
  if (source && source->hasTrait<OpTrait::ConstantLike>())
    value = dyn_cast_if_present<DenseFPElementsAttr>(source->getAttr("value"));
  if (!value || !value.isSplat())
    return failure();
  double number = value.getSplatValue<APFloat>().convertToDouble();
  double other = variant % 2 ? std::ceil(number / 8) * 8 : number + 1;
  if (other == number)
    return failure();
  Value changed = splatBefore(op, op->getOperand(variant / 2).getType(), other);
  op->setOperand(variant / 2, changed);
  return success();
}

//===----------------------------------------------------------------------===//
// retype-op: an op computes in another float type, with casts
//===----------------------------------------------------------------------===//

static unsigned countFloats(Operation *op, const Facts &facts) {
  return canRetype(op, Float32Type::get(op->getContext())) ||
         canRetype(op, facts.low);
}

static LogicalResult retypeOp(Operation *op, unsigned, const Facts &facts) {
  Type f32 = Float32Type::get(op->getContext());
  return canRetype(op, f32) ? retype({op}, f32, facts.low, facts)
                            : retype({op}, facts.low, f32, facts);
}

static constexpr unsigned A = alignmentChecker;

static const Operator table[] = {
    {"drop-mask", A, false, countMasks, dropMask, "a mask is gone"},
    {"invert-mask", A, false, countMasks, invertMask,
     "a mask replaces what is before the end"},
    {"alter-padding", A, false, countPaddings, alterPadding,
     "a pad or mask writes another value"},
    {"shift-bounds", A, false, countBounds, shiftBounds,
     "padding stands in front, or a slice starts later"},
    {"alter-mask", A, false, countMaskParts, alterMask,
     "a mask has another dimension, comparison, bound or neutral element"},
    {"alter-divisor", A | scalingChecker | verifyChecker, false, countDivisors,
     alterDivisor, "a factor or divisor is another, the padded count too"},
    {"retype-op", A | scalingChecker, false, countFloats, retypeOp,
     "an op computes in another float type, with casts"},
};

ArrayRef<Operator> amp::mutate::alignmentOperators() { return table; }
