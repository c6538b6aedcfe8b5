// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// (2x1, 3) ==> 2x3. Only a result that contradicts a known shape is an error.
// As in jaxlib, the expansion of the op handles operand shapes that do not
// broadcast.
#include "dialects/chlo/IR/Chlo.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp::chlo;

using Shape = SmallVector<int64_t>;

static std::optional<Shape> broadcastTrailing(ArrayRef<ArrayRef<int64_t>> all) {
  Shape result(all.front());
  for (ArrayRef<int64_t> shape : all.drop_front()) {
    Shape previous = result;
    if (!OpTrait::util::getBroadcastedShape(previous, shape, result))
      return std::nullopt;
  }
  return result;
}

static std::optional<Shape> broadcastMapped(ArrayRef<int64_t> lhs,
                                            ArrayRef<int64_t> rhs,
                                            ArrayRef<int64_t> dimensions) {
  bool lhsIsLarger = lhs.size() > rhs.size();
  ArrayRef<int64_t> large = lhsIsLarger ? lhs : rhs;
  ArrayRef<int64_t> small = lhsIsLarger ? rhs : lhs;
  // At equal rank the dimensions of the left operand are mapped.
  if (dimensions.size() != small.size())
    return std::nullopt;
  Shape matched;
  for (int64_t dimension : dimensions) {
    if (dimension >= static_cast<int64_t>(large.size()))
      return std::nullopt;
    matched.push_back(large[dimension]);
  }
  Shape merged;
  if (!OpTrait::util::getBroadcastedShape(small, matched, merged))
    return std::nullopt;
  Shape result(large);
  for (auto [dimension, size] : llvm::zip_equal(dimensions, merged))
    result[dimension] = size;
  return result;
}

LogicalResult amp::chlo::verifyBroadcastsOperands(Operation *op) {
  auto mapped = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  if (mapped)
    for (int64_t dimension : mapped.asArrayRef())
      if (dimension < 0)
        return op->emitOpError("expects broadcast_dimensions of 0 or more, "
                               "but got ")
               << dimension;

  SmallVector<ArrayRef<int64_t>> shapes;
  for (Type type : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || (tensor.getEncoding() && !tensor.hasStaticShape()))
      return success();
    shapes.push_back(tensor.getShape());
  }
  std::optional<Shape> shape =
      mapped ? broadcastMapped(shapes[0], shapes[1], mapped.asArrayRef())
             : broadcastTrailing(shapes);
  if (!shape)
    return success();
  auto resultType = cast<TensorType>(op->getResult(0).getType());
  auto wanted = RankedTensorType::get(*shape, resultType.getElementType());
  if (failed(verifyCompatibleShape(wanted, resultType)))
    return op->emitOpError("expects a result compatible with ")
           << wanted << ", but got " << resultType;
  return success();
}

static bool sameExpressedType(Type a, Type b) {
  auto quantizedA = dyn_cast<quant::QuantizedType>(a);
  auto quantizedB = dyn_cast<quant::QuantizedType>(b);
  if (quantizedA && quantizedB &&
      (quantizedA.getStorageType() != quantizedB.getStorageType() ||
       quantizedA.getStorageTypeMin() != quantizedB.getStorageTypeMin() ||
       quantizedA.getStorageTypeMax() != quantizedB.getStorageTypeMax()))
    return false;
  return (quantizedA ? quantizedA.getExpressedType() : a) ==
         (quantizedB ? quantizedB.getExpressedType() : b);
}

LogicalResult amp::chlo::verifySameExpressedTypes(Operation *op,
                                                  bool withResults) {
  Type first = getElementTypeOrSelf(op->getOperand(0).getType());
  auto types = llvm::to_vector(op->getOperandTypes());
  if (withResults)
    llvm::append_range(types, op->getResultTypes());
  for (Type type : types)
    if (Type element = getElementTypeOrSelf(type);
        !sameExpressedType(first, element))
      return op->emitOpError("expects one element type, but got ")
             << first << " and " << element;
  return success();
}
