// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns the type of the parts of a complex type, else the type itself.
static Type realElement(Type type) {
  Type element = getElementTypeOrSelf(type);
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

/// abs (C2), real (C2), imag (C2)
static LogicalResult verifyRealPart(Operation *op) {
  return stablehlo::expectElement(op, "a result",
                                  realElement(op->getOperand(0).getType()),
                                  op->getResult(0).getType());
}

LogicalResult stablehlo::AbsOp::verify() { return verifyRealPart(*this); }
LogicalResult stablehlo::RealOp::verify() { return verifyRealPart(*this); }
LogicalResult stablehlo::ImagOp::verify() { return verifyRealPart(*this); }

LogicalResult stablehlo::ComplexOp::verify() {
  Type lhs = getElementTypeOrSelf(getLhs());
  // (C1)
  if (failed(expectElement(*this, "a right side", lhs, getRhs().getType())))
    return failure();
  // (C3)
  return expectElement(*this, "a result", ComplexType::get(lhs),
                       getResult().getType());
}

LogicalResult stablehlo::CompareOp::verify() {
  // (C1)
  return expectElement(*this, "a right side", getLhs().getType(),
                       getRhs().getType());
}

/// Verifies that `found` is a scalar or has a compatible shape.
static LogicalResult expectScalarOr(Operation *op, StringRef what,
                                    RankedTensorType shape, Value found) {
  auto tensor = stablehlo::tensorOf(found);
  if (tensor.getRank() == 0)
    return success();
  return stablehlo::expectShape(op, what, shape.getShape(), tensor);
}

LogicalResult stablehlo::SelectOp::verify() {
  auto onTrue = tensorOf(getOnTrue());
  // (C1)
  if (failed(expectScalarOr(*this, "a predicate", onTrue, getPred())))
    return failure();
  // (C2)
  for (Value value : {getOnFalse(), getResult()})
    if (failed(expectElement(*this, "branches and a result", onTrue,
                             value.getType())) ||
        failed(expectShape(*this, "branches and a result", onTrue.getShape(),
                           tensorOf(value))))
      return failure();
  return expectShape(*this, "a result", shapeOf(getOnFalse()),
                     tensorOf(getResult()));
}

LogicalResult stablehlo::ClampOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C1) (C2)
  if (failed(expectScalarOr(*this, "a minimum", operand, getMin())) ||
      failed(expectScalarOr(*this, "a maximum", operand, getMax())))
    return failure();
  // (C4)
  return expectShape(*this, "a result", operand.getShape(),
                     tensorOf(getResult()));
}

LogicalResult stablehlo::ReducePrecisionOp::verify() {
  int64_t exponent = getExponentBitsAttr().getInt();
  int64_t mantissa = getMantissaBitsAttr().getInt();
  // (C2) (C3)
  if (failed(expectAtLeast(*this, "exponent bits", exponent, 1)))
    return failure();
  return expectAtLeast(*this, "mantissa bits", mantissa, 0);
}

LogicalResult stablehlo::MapOp::verifyRegions() {
  // (C2)
  if (getInputs().empty())
    return emitOpError("expects inputs, but got none");
  // (C3)
  int64_t rank = tensorOf(getInputs()[0]).getRank();
  if (failed(expectCount(*this, "dimensions", rank, getDimensions().size())))
    return failure();
  for (auto [index, dim] : llvm::enumerate(getDimensions()))
    if (failed(expectDim(*this, "a dimension", dim, index, index + 1)))
      return failure();
  // (C4)
  SmallVector<Type> scalars;
  for (Type type : getInputs().getTypes())
    scalars.push_back(RankedTensorType::get({}, getElementTypeOrSelf(type)));
  Type result =
      RankedTensorType::get({}, getElementTypeOrSelf(getResult().getType()));
  if (failed(expectArguments(*this, getComputation(), scalars)))
    return failure();
  return expectReturns(*this, getComputation(), result);
}

/// Verifies that a float type is the expressed type of the quantized type.
static LogicalResult verifyExpressed(Operation *op, Type quantized, Type type) {
  if (isa<quant::QuantizedType>(type))
    return success();
  return stablehlo::expectElement(
      op, "floats", cast<quant::QuantizedType>(quantized).getExpressedType(),
      type);
}

LogicalResult stablehlo::UniformQuantizeOp::verify() {
  // (C2)
  return verifyExpressed(*this, getElementTypeOrSelf(getResult()),
                         getElementTypeOrSelf(getOperand()));
}

LogicalResult stablehlo::UniformDequantizeOp::verify() {
  // (C2)
  return verifyExpressed(*this, getElementTypeOrSelf(getOperand()),
                         getElementTypeOrSelf(getResult()));
}
