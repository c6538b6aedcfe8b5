// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad %x with 0 : 77 -> 80; abs   ==>   0 from index 77 on
#include "lib/Shapes/check/PaddingValues.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/check/LinalgRule.h"
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

static bool isZero(Attribute number) {
  if (auto f = dyn_cast_if_present<FloatAttr>(number))
    return f.getValue().isZero();
  auto i = dyn_cast_if_present<IntegerAttr>(number);
  return i && i.getValue().isZero();
}

Attribute amp::shapes::findSplat(Value value) {
  Operation *op = value.getDefiningOp();
  while (isHlo(op, OpKind::broadcast_in_dim) || isHlo(op, OpKind::reshape) ||
         namedKindOf(op) == OpKind::fill)
    op = op->getOperand(0).getDefiningOp();
  if (kindOf(op) == OpKind::constant && isa<FloatType>(op->getResultTypes()[0]))
    return op->getAttr("value");
  auto constant = op ? op->getAttrOfType<DenseElementsAttr>("value") : nullptr;
  return constant && constant.isSplat() ? constant.getSplatValue<Attribute>()
                                        : Attribute();
}

/// Matches broadcast(iota < size).
std::optional<Mask> PaddingValues::findCondition(Value condition) {
  Operation *everywhere = condition.getDefiningOp();
  if (!isHlo(everywhere, OpKind::broadcast_in_dim) ||
      listOf(everywhere, "broadcast_dimensions").size() != 1)
    return std::nullopt;
  Operation *compare = everywhere->getOperand(0).getDefiningOp();
  if (!isHlo(compare, OpKind::compare) ||
      !isHlo(compare->getOperand(0).getDefiningOp(), OpKind::iota))
    return std::nullopt;
  auto size =
      dyn_cast_if_present<IntegerAttr>(findSplat(compare->getOperand(1)));
  if (!size || getComparison(compare) != Comparison::LT)
    return std::nullopt;
  return Mask{listOf(everywhere, "broadcast_dimensions").front(),
              size.getValue().getSExtValue(),
              {}};
}

std::optional<Mask> PaddingValues::findMask(Operation *select) {
  if (namedKindOf(select) == OpKind::generic)
    return findLinalgMask(select);
  if (!isHlo(select, OpKind::select))
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
// Padding by op
//===----------------------------------------------------------------------===//

/// Ops that map zeros to zeros.
static constexpr KindSet zeroOfZeros = {
    OpKind::abs,    OpKind::add,     OpKind::ceil,     OpKind::cbrt,
    OpKind::floor,  OpKind::convert, OpKind::maximum,  OpKind::concatenate,
    OpKind::negate, OpKind::reverse, OpKind::minimum,  OpKind::multiply,
    OpKind::sign,   OpKind::sine,    OpKind::slice,    OpKind::sqrt,
    OpKind::tan,    OpKind::tanh,    OpKind::subtract,
};

static constexpr KindSet regroups = {OpKind::reshape, OpKind::collapse_shape,
                                     OpKind::expand_shape};

/// Returns true if `op` moves elements from below an index along `dim` past it.
static bool movesBack(Operation *op, int64_t dim) {
  if (isHlo(op, OpKind::concatenate))
    return op->getAttrOfType<IntegerAttr>("dimension").getInt() == dim;
  return isHlo(op, OpKind::reverse) &&
         llvm::is_contained(listOf(op, "dimensions"), dim);
}

Attribute PaddingValues::ofZeros(Operation *op, int64_t dim, int64_t size) {
  if (movesBack(op, dim))
    return {};
  for (Value operand : op->getOperands())
    if (!isZero(find(operand, dim, size)))
      return {};
  return Builder(op->getContext())
      .getZeroAttr(getElementTypeOrSelf(op->getResult(0)));
}

Attribute PaddingValues::ofPad(Operation *pad, int64_t dim, int64_t size) {
  bool onTensor = kindOf(pad) == OpKind::pad_region;
  Attribute added = onTensor ? findPadded(pad) : findSplat(pad->getOperand(1));
  int64_t given = shapeOf(pad->getOperand(0))[dim];
  if (given < size || (!onTensor && (listOf(pad, "edge_padding_low")[dim] ||
                                     listOf(pad, "interior_padding")[dim])))
    return {};
  return given == size || find(pad->getOperand(0), dim, size) == added
             ? added
             : Attribute();
}

Attribute PaddingValues::ofMask(Operation *select, int64_t dim, int64_t size) {
  std::optional<Mask> mask = findMask(select);
  if (!mask)
    return {};
  bool isHere = mask->dim == dim && mask->size == size;
  return isHere || find(select->getOperand(
                            namedKindOf(select) == OpKind::generic ? 0 : 1),
                        dim, size) == mask->outside
             ? mask->outside
             : Attribute();
}

Attribute PaddingValues::ofBroadcast(Operation *broadcast, int64_t dim,
                                     int64_t size) {
  if (Attribute splat = findSplat(broadcast->getResult(0)))
    return splat;
  ArrayRef<int64_t> mapped = listOf(broadcast, "broadcast_dimensions");
  const int64_t *from = llvm::find(mapped, dim);
  Value operand = broadcast->getOperand(0);
  if (from == mapped.end() || shapeOf(operand)[from - mapped.begin()] == 1)
    return {};
  return find(operand, from - mapped.begin(), size);
}

/// Padding of a reshape: in operand and result, the dimension and its unpadded
/// part span the same numbers of elements.
Attribute PaddingValues::ofReshape(Operation *reshape, int64_t dim,
                                   int64_t size) {
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

Attribute PaddingValues::find(Value value, int64_t dim, int64_t size) {
  auto key = std::make_pair(value, std::make_pair(dim, size));
  auto [found, isNew] = known.try_emplace(key, Attribute());
  if (!isNew)
    return found->second;
  Attribute number = compute(value, dim, size);
  known[key] = number;
  return number;
}

Attribute PaddingValues::compute(Value value, int64_t dim, int64_t size) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || shapeOf(value).empty())
    return {};
  if (auto constant = op->getAttrOfType<DenseElementsAttr>("value"))
    return ofConstant(constant, dim, size);
  if (namedKindOf(op) == OpKind::fill)
    return findSplat(value);
  if (isHlo(op, OpKind::pad) || kindOf(op) == OpKind::pad_region)
    return ofPad(op, dim, size);
  if (isHlo(op, OpKind::select) || namedKindOf(op) == OpKind::generic)
    return ofMask(op, dim, size);
  if (isHlo(op, OpKind::broadcast_in_dim))
    return ofBroadcast(op, dim, size);
  if (regroups.contains(kindOf(op)))
    return ofReshape(op, dim, size);
  if (isHlo(op, OpKind::transpose))
    return find(op->getOperand(0), listOf(op, "permutation")[dim], size);
  return zeroOfZeros.contains(kindOf(op)) ? ofZeros(op, dim, size)
                                          : Attribute();
}
