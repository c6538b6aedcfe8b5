// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Traits.h"
#include "dialects/stablehlo/IR/StablehloAttributes.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

bool stablehlo::isPredElement(Type type) { return type.isSignlessInteger(1); }

/// Returns true for 2, 4, 8, 16, 32 and 64 bits.
static bool isIntWidth(unsigned width) {
  return width >= 2 && width <= 64 && llvm::isPowerOf2_32(width);
}

bool stablehlo::isIntElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() && isIntWidth(integer.getWidth());
}

bool stablehlo::isSignedElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && isIntWidth(integer.getWidth());
}

bool stablehlo::isFloatElement(Type type) {
  if (isa<Float32Type, BFloat16Type, Float16Type>(type))
    return true; // avoids an interface lookup
  auto floating = dyn_cast<FloatType>(type);
  return floating && floating.getWidth() <= 64 &&
         !isa<FloatTF32Type>(floating); // not 80 or 128 bits, not tf32
}

bool stablehlo::isComplexElement(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex &&
         (complex.getElementType().isF32() || complex.getElementType().isF64());
}

bool stablehlo::isQuantElement(Type type) {
  return isa<quant::UniformQuantizedType>(type);
}

bool stablehlo::isAxisQuantElement(Type type) {
  return isa<quant::UniformQuantizedPerAxisType>(type);
}

bool stablehlo::isDimensionElement(Type type) {
  return type.isIndex() || isIntElement(type);
}

/// Returns true for tensors and memrefs of element types of the specification.
static bool isShaped(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || isa<VectorType>(shaped))
    return false;
  Type element = shaped.getElementType();
  return stablehlo::isFloatElement(element) ||
         stablehlo::isPredElement(element) ||
         stablehlo::isIntElement(element) ||
         stablehlo::isComplexElement(element) ||
         stablehlo::isQuantElement(element) ||
         stablehlo::isAxisQuantElement(element);
}

/// Returns the upper bound of a dimension, or kDynamic if it has none.
static int64_t getBound(RankedTensorType type, int64_t dim) {
  auto encoding =
      dyn_cast_if_present<stablehlo::TypeExtensionsAttr>(type.getEncoding());
  return encoding ? encoding.getBounds()[dim] : ShapedType::kDynamic;
}

bool stablehlo::isStaticOrBounded(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  int64_t bounded = 0;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim) {
    if (!tensor.isDynamicDim(dim))
      continue;
    if (++bounded > 1 || ShapedType::isDynamic(getBound(tensor, dim)))
      return false;
  }
  return true;
}

bool stablehlo::isTuple(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple && llvm::all_of(tuple.getTypes(), isValue);
}

bool stablehlo::isValue(Type type) {
  return isa<TokenType>(type) || isTuple(type) ||
         (isShaped(type) && !isa<UnrankedTensorType>(type));
}

bool stablehlo::isCallValue(Type type) {
  return isa<TokenType, FutureType>(type) || isTuple(type) || isShaped(type);
}

bool stablehlo::sameElement(Type lhs, Type rhs) {
  if (lhs == rhs)
    return true;
  auto lhsQuant = dyn_cast<quant::QuantizedType>(lhs);
  auto rhsQuant = dyn_cast<quant::QuantizedType>(rhs);
  return lhsQuant && rhsQuant &&
         lhsQuant.getExpressedType() == rhsQuant.getExpressedType() &&
         lhsQuant.getStorageType() == rhsQuant.getStorageType() &&
         lhsQuant.getStorageTypeMin() == rhsQuant.getStorageTypeMin() &&
         lhsQuant.getStorageTypeMax() == rhsQuant.getStorageTypeMax();
}

/// Returns true if no static size exceeds the bound of its dimension.
static bool fitsBounds(Type type, Type bounded) {
  auto sizes = dyn_cast<RankedTensorType>(type);
  auto bounds = dyn_cast<RankedTensorType>(bounded);
  if (!sizes || !bounds || !bounds.getEncoding())
    return true;
  for (auto [dim, size] : llvm::enumerate(sizes.getShape())) {
    int64_t bound = getBound(bounds, dim);
    if (!ShapedType::isDynamic(bound) && size > bound)
      return false;
  }
  return true;
}

bool stablehlo::sameShape(Type lhs, Type rhs) {
  return lhs == rhs || succeeded(verifyCompatibleShape(lhs, rhs));
}

bool stablehlo::sameType(Type lhs, Type rhs) {
  return lhs == rhs ||
         (sameElement(getElementTypeOrSelf(lhs), getElementTypeOrSelf(rhs)) &&
          sameShape(lhs, rhs) && fitsBounds(lhs, rhs) && fitsBounds(rhs, lhs));
}

/// Verifies that each operand and result is compatible with the first one.
static LogicalResult verifyAlike(Operation *op, bool elements, bool shapes) {
  Type first;
  auto check = [&](Type type) -> LogicalResult {
    if (!first)
      first = type;
    if (type == first)
      return success();
    Type element = getElementTypeOrSelf(type);
    Type wanted = getElementTypeOrSelf(first);
    if (elements && !stablehlo::sameElement(element, wanted))
      return op->emitOpError("expects one element type, ")
             << wanted << ", but got " << element;
    if (shapes && !(elements ? stablehlo::sameType(type, first)
                             : stablehlo::sameShape(type, first)))
      return op->emitOpError("expects a shape that fits ")
             << first << ", but got " << type;
    return success();
  };
  for (Type type : op->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  // Each is compatible with the first, but two may differ where the first is
  // dynamic.
  auto tensor = dyn_cast<RankedTensorType>(first);
  if (!shapes || !tensor || tensor.hasStaticShape() || op->getNumOperands() < 2)
    return success();
  SmallVector<Type> all(op->getOperandTypes());
  llvm::append_range(all, op->getResultTypes());
  if (succeeded(verifyCompatibleShapes(all)))
    return success();
  return op->emitOpError("expects shapes that fit one another, but got ")
         << all;
}

LogicalResult stablehlo::detail::verifyOneType(Operation *op) {
  return verifyAlike(op, /*elements=*/true, /*shapes=*/true);
}

LogicalResult stablehlo::detail::verifyOneElementType(Operation *op) {
  return verifyAlike(op, /*elements=*/true, /*shapes=*/false);
}

LogicalResult stablehlo::detail::verifyOneShape(Operation *op) {
  return verifyAlike(op, /*elements=*/false, /*shapes=*/true);
}
