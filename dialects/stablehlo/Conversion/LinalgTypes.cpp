// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tensor<4xui32> ==> tensor<4xi32>,   !stablehlo.token ==> i1
#include "dialects/stablehlo/Conversion/LinalgTypes.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value castTo(OpBuilder &builder, Type type, ValueRange inputs,
                    Location loc) {
  return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
      .getResult(0);
}

LinalgTypes::LinalgTypes() {
  addConversion([](Type type) -> std::optional<Type> {
    if (isa<IndexType, FloatType, ComplexType>(type))
      return type;
    return std::nullopt;
  });
  addConversion([](IntegerType type) {
    return IntegerType::get(type.getContext(), type.getWidth());
  });
  addConversion(
      [](TokenType type) { return IntegerType::get(type.getContext(), 1); });
  addConversion([this](RankedTensorType type) -> Type {
    Type element = convertType(type.getElementType());
    if (!element || type.getEncoding())
      return nullptr;
    return type.clone(element);
  });
  addSourceMaterialization(castTo);
  addTargetMaterialization(castTo);
}
