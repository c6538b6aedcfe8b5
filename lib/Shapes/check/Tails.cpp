// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad %x with 0 : 77 -> 80; abs   ==>   0 from index 77 on
#include "lib/Shapes/check/Tails.h"
#include "lib/OpModel/Attributes.h"
#include "lib/Shapes/check/LinalgLaw.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

static ArrayRef<int64_t> listOf(Operation *op, StringRef name) {
  auto list = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return list ? list.asArrayRef() : ArrayRef<int64_t>();
}

static bool isNamed(Operation *op, StringRef name) {
  return op && op->getName().getStringRef() == name;
}

static bool isZero(Attribute number) {
  if (auto f = dyn_cast_if_present<FloatAttr>(number))
    return f.getValue().isZero();
  auto i = dyn_cast_if_present<IntegerAttr>(number);
  return i && i.getValue().isZero();
}

Attribute amp::shapes::findSplat(Value value) {
  Operation *op = value.getDefiningOp();
  while (isNamed(op, "stablehlo.broadcast_in_dim") ||
         isNamed(op, "stablehlo.reshape") || isNamed(op, "linalg.fill"))
    op = op->getOperand(0).getDefiningOp();
  if (isNamed(op, "arith.constant") && isa<FloatType>(op->getResultTypes()[0]))
    return op->getAttr("value");
  auto constant = op ? op->getAttrOfType<DenseElementsAttr>("value") : nullptr;
  return constant && constant.isSplat() ? constant.getSplatValue<Attribute>()
                                        : Attribute();
}

/// broadcast(iota < size)
std::optional<Mask> Tails::findCondition(Value condition) {
  Operation *everywhere = condition.getDefiningOp();
  if (!isNamed(everywhere, "stablehlo.broadcast_in_dim") ||
      listOf(everywhere, "broadcast_dimensions").size() != 1)
    return std::nullopt;
  Operation *compare = everywhere->getOperand(0).getDefiningOp();
  if (!isNamed(compare, "stablehlo.compare") ||
      !isNamed(compare->getOperand(0).getDefiningOp(), "stablehlo.iota"))
    return std::nullopt;
  auto size =
      dyn_cast_if_present<IntegerAttr>(findSplat(compare->getOperand(1)));
  if (!size || getComparison(compare) != Comparison::LT)
    return std::nullopt;
  return Mask{listOf(everywhere, "broadcast_dimensions").front(),
              size.getValue().getSExtValue(),
              {}};
}

std::optional<Mask> Tails::findMask(Operation *select) {
  if (isNamed(select, "linalg.generic"))
    return findLinalgMask(select);
  if (!isNamed(select, "stablehlo.select"))
    return std::nullopt;
  Value condition = select->getOperand(0);
  auto [known, isNew] = conditions.try_emplace(condition);
  if (isNew)
    known->second = findCondition(condition);
  std::optional<Mask> mask = known->second;
  if (mask)
    mask->outside = findSplat(select->getOperand(2));
  return mask;
}

//===----------------------------------------------------------------------===//
// By op
//===----------------------------------------------------------------------===//

/// Zero where all that they read is zero.
static constexpr StringLiteral zeroOfZeros[] = {
    "arith.extf",
    "arith.truncf",
    "stablehlo.abs",
    "stablehlo.add",
    "stablehlo.ceil",
    "stablehlo.cbrt",
    "stablehlo.concatenate",
    "stablehlo.convert",
    "stablehlo.floor",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.reverse",
    "stablehlo.sign",
    "stablehlo.sine",
    "stablehlo.slice",
    "stablehlo.sqrt",
    "stablehlo.subtract",
    "stablehlo.tan",
    "stablehlo.tanh",
};

/// Brings elements in front of an index behind it, along that dimension.
static bool movesBack(Operation *op, int64_t dim) {
  if (isNamed(op, "stablehlo.concatenate"))
    return op->getAttrOfType<IntegerAttr>("dimension").getInt() == dim;
  return isNamed(op, "stablehlo.reverse") &&
         llvm::is_contained(listOf(op, "dimensions"), dim);
}

Attribute Tails::ofZeros(Operation *op, int64_t dim, int64_t size) {
  if (movesBack(op, dim))
    return {};
  for (Value operand : op->getOperands())
    if (!isZero(find(operand, dim, size)))
      return {};
  return Builder(op->getContext())
      .getZeroAttr(getElementTypeOrSelf(op->getResult(0)));
}

Attribute Tails::ofPad(Operation *pad, int64_t dim, int64_t size) {
  bool onTensor = isNamed(pad, "tensor.pad");
  Attribute added = onTensor ? findPadded(pad) : findSplat(pad->getOperand(1));
  int64_t given = shapeOf(pad->getOperand(0))[dim];
  if (given < size || (!onTensor && (listOf(pad, "edge_padding_low")[dim] ||
                                     listOf(pad, "interior_padding")[dim])))
    return {};
  return given == size || find(pad->getOperand(0), dim, size) == added
             ? added
             : Attribute();
}

Attribute Tails::ofMask(Operation *select, int64_t dim, int64_t size) {
  std::optional<Mask> mask = findMask(select);
  if (!mask)
    return {};
  bool isHere = mask->dim == dim && mask->size == size;
  return isHere || find(select->getOperand(
                            isNamed(select, "linalg.generic") ? 0 : 1),
                        dim, size) == mask->outside
             ? mask->outside
             : Attribute();
}

Attribute Tails::ofBroadcast(Operation *broadcast, int64_t dim, int64_t size) {
  if (Attribute splat = findSplat(broadcast->getResult(0)))
    return splat;
  ArrayRef<int64_t> mapped = listOf(broadcast, "broadcast_dimensions");
  const int64_t *from = llvm::find(mapped, dim);
  Value operand = broadcast->getOperand(0);
  if (from == mapped.end() || shapeOf(operand)[from - mapped.begin()] == 1)
    return {};
  return find(operand, from - mapped.begin(), size);
}

/// Padding of a reshape: both whole dimensions end at the same element, and so
/// do their parts in front of the padding.
Attribute Tails::ofReshape(Operation *reshape, int64_t dim, int64_t size) {
  ArrayRef<int64_t> to = shapeOf(reshape->getResult(0)),
                    from = shapeOf(reshape->getOperand(0));
  auto productOf = [](ArrayRef<int64_t> sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                           std::multiplies<>());
  };
  int64_t inner = productOf(to.drop_front(dim + 1));
  for (size_t at = 0; at < from.size(); ++at) {
    int64_t below = productOf(from.drop_front(at + 1));
    if (from[at] != 1 && from[at] * below == to[dim] * inner &&
        size * inner % below == 0)
      return find(reshape->getOperand(0), at, size * inner / below);
  }
  return {};
}

static Attribute ofConstant(DenseElementsAttr value, int64_t dim,
                            int64_t size) {
  if (value.isSplat())
    return value.getSplatValue<Attribute>();
  ArrayRef<int64_t> shape = value.getType().getShape();
  int64_t inner = 1, at = 0;
  for (int64_t below : shape.drop_front(dim + 1))
    inner *= below;
  Attribute found;
  for (Attribute element : value.getValues<Attribute>()) {
    if (at++ / inner % shape[dim] < size)
      continue;
    if (found && found != element)
      return {};
    found = element;
  }
  return found;
}

Attribute Tails::find(Value value, int64_t dim, int64_t size) {
  auto key = std::make_pair(value, std::make_pair(dim, size));
  auto [found, isNew] = known.try_emplace(key, Attribute());
  if (!isNew)
    return found->second;
  Attribute number = compute(value, dim, size);
  known[key] = number;
  return number;
}

Attribute Tails::compute(Value value, int64_t dim, int64_t size) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || shapeOf(value).empty())
    return {};
  if (auto constant = op->getAttrOfType<DenseElementsAttr>("value"))
    return ofConstant(constant, dim, size);
  if (isNamed(op, "linalg.fill"))
    return findSplat(value);
  if (isNamed(op, "stablehlo.pad") || isNamed(op, "tensor.pad"))
    return ofPad(op, dim, size);
  if (isNamed(op, "stablehlo.select") || isNamed(op, "linalg.generic"))
    return ofMask(op, dim, size);
  if (isNamed(op, "stablehlo.broadcast_in_dim"))
    return ofBroadcast(op, dim, size);
  if (isNamed(op, "stablehlo.reshape") ||
      isNamed(op, "tensor.collapse_shape") ||
      isNamed(op, "tensor.expand_shape"))
    return ofReshape(op, dim, size);
  if (isNamed(op, "stablehlo.transpose"))
    return find(op->getOperand(0), listOf(op, "permutation")[dim], size);
  return llvm::is_contained(zeroOfZeros, op->getName().getStringRef())
             ? ofZeros(op, dim, size)
             : Attribute();
}
