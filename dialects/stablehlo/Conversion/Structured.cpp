// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace mlir::amp::stablehlo {

LogicalResult expectPlainTensors(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return refuse(op, "it takes more than tensors");
    if (!tensor.hasStaticShape())
      return refuse(op, "its shapes are not static");
    if (tensor.getEncoding())
      return refuse(op, "linalg has no type for " + debugString(type));
    Type element = tensor.getElementType();
    if (!element.isIntOrIndexOrFloat() && !isa<ComplexType>(element))
      return refuse(op, "its values are quantized");
  }
  return success();
}

RankedTensorType linalgTensor(Operation *op, Type type,
                              const TypeConverter &types) {
  auto tensor = types.convertType<RankedTensorType>(type);
  if (!tensor)
    (void)refuse(op, "linalg has no type for " + debugString(type));
  return tensor;
}

RankedTensorType staticTensor(Operation *op, Type type,
                              const TypeConverter &types) {
  RankedTensorType tensor = linalgTensor(op, type, types);
  if (!tensor || tensor.hasStaticShape())
    return tensor;
  (void)refuse(op, "its shapes are not static");
  return nullptr;
}

Value indexOf(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

Value integerOf(ImplicitLocOpBuilder &builder, Type type, int64_t number) {
  return arith::ConstantOp::create(builder,
                                   builder.getIntegerAttr(type, number));
}

Value zeroOf(ImplicitLocOpBuilder &builder, Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  if (!complex)
    return arith::ConstantOp::create(builder, builder.getZeroAttr(element));
  Attribute part = builder.getZeroAttr(complex.getElementType());
  return complex::ConstantOp::create(builder, element,
                                     builder.getArrayAttr({part, part}));
}

Value scalarOf(ImplicitLocOpBuilder &builder, Value tensor) {
  return tensor::ExtractOp::create(builder, tensor, ValueRange());
}

Value emptyTensor(ImplicitLocOpBuilder &builder, RankedTensorType type,
                  Value like) {
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(builder, like, i));
  return tensor::EmptyOp::create(builder, type, sizes);
}

Value filledTensor(ImplicitLocOpBuilder &builder, Value element,
                   RankedTensorType type, Value like) {
  Value empty = emptyTensor(builder, type, like);
  return linalg::FillOp::create(builder, element, empty).getResult(0);
}

Value addElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  Type type = lhs.getType();
  if (isa<FloatType>(type))
    return arith::AddFOp::create(builder, lhs, rhs);
  if (isa<ComplexType>(type))
    return complex::AddOp::create(builder, lhs, rhs);
  if (type.isInteger(1))
    return arith::OrIOp::create(builder, lhs, rhs);
  return arith::AddIOp::create(builder, lhs, rhs);
}

Value multiplyElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  Type type = lhs.getType();
  if (isa<FloatType>(type))
    return arith::MulFOp::create(builder, lhs, rhs);
  if (isa<ComplexType>(type))
    return complex::MulOp::create(builder, lhs, rhs);
  if (type.isInteger(1))
    return arith::AndIOp::create(builder, lhs, rhs);
  return arith::MulIOp::create(builder, lhs, rhs);
}

Value resizeElement(ImplicitLocOpBuilder &builder, Value element, Type source,
                    Type wanted) {
  Type type = element.getType();
  if (type == wanted)
    return element;
  if (auto complex = dyn_cast<ComplexType>(wanted)) {
    Type part = complex.getElementType();
    Value real = complex::ReOp::create(builder, element);
    Value imag = complex::ImOp::create(builder, element);
    return complex::CreateOp::create(
        builder, wanted, resizeElement(builder, real, real.getType(), part),
        resizeElement(builder, imag, imag.getType(), part));
  }
  if (auto wide = dyn_cast<FloatType>(wanted)) {
    unsigned width = cast<FloatType>(type).getWidth();
    if (width < wide.getWidth())
      return arith::ExtFOp::create(builder, wanted, element);
    if (width > wide.getWidth())
      return arith::TruncFOp::create(builder, wanted, element);
    Value middle =
        arith::ExtFOp::create(builder, builder.getF32Type(), element);
    return arith::TruncFOp::create(builder, wanted, middle);
  }
  if (type.getIntOrFloatBitWidth() > wanted.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, wanted, element);
  if (source.isUnsignedInteger() || source.isInteger(1))
    return arith::ExtUIOp::create(builder, wanted, element);
  return arith::ExtSIOp::create(builder, wanted, element);
}

Value wideIndex(ImplicitLocOpBuilder &builder, Value element, Type source) {
  Type wide = builder.getI64Type();
  if (source.isIndex())
    return arith::IndexCastOp::create(builder, wide, element);
  if (!source.isUnsignedInteger(64))
    return resizeElement(builder, element, source, wide);
  Value largest = integerOf(builder, wide, INT64_MAX);
  return arith::MinUIOp::create(builder, element, largest);
}

Value clampedIndex(ImplicitLocOpBuilder &builder, Value element, Type source,
                   int64_t limit) {
  Value wide = wideIndex(builder, element, source);
  Type type = wide.getType();
  if (!source.isUnsignedInteger())
    wide = arith::MaxSIOp::create(builder, wide, integerOf(builder, type, 0));
  wide = arith::MinSIOp::create(builder, wide, integerOf(builder, type, limit));
  return arith::IndexCastOp::create(builder, builder.getIndexType(), wide);
}

Value rowMajor(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> shape,
               ValueRange indices) {
  Value number = indexOf(builder, 0);
  for (auto [size, index] : llvm::zip_equal(shape, indices)) {
    number = arith::MulIOp::create(builder, number, indexOf(builder, size));
    number = arith::AddIOp::create(builder, number, index);
  }
  return number;
}

SmallVector<Value> loopOver(ImplicitLocOpBuilder &builder,
                            ArrayRef<int64_t> sizes, ValueRange inits,
                            LoopBody body) {
  SmallVector<Value> ends;
  for (int64_t size : sizes)
    ends.push_back(indexOf(builder, size));
  SmallVector<Value> starts(sizes.size(), indexOf(builder, 0));
  SmallVector<Value> steps(sizes.size(), indexOf(builder, 1));
  auto loop = [&](OpBuilder &inner, Location loc, ValueRange indices,
                  ValueRange carried) -> scf::ValueVector {
    ImplicitLocOpBuilder located(loc, inner);
    return body(located, indices, carried);
  };
  return scf::buildLoopNest(builder, builder.getLoc(), starts, ends, steps,
                            inits, loop)
      .results;
}

} // namespace mlir::amp::stablehlo
