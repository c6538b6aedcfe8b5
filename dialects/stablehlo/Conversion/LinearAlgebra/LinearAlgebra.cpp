// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/LinearAlgebra/LinearAlgebra.h"
#include "dialects/stablehlo/Conversion/Scalar/Complex.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Complex wideParts(ImplicitLocOpBuilder &builder, Value element) {
  auto wide = [&](Value part) {
    return Scalar(builder, resizeElement(builder, part, part.getType(),
                                         builder.getF64Type()));
  };
  return {wide(complex::ReOp::create(builder, element)),
          wide(complex::ImOp::create(builder, element))};
}

Value mlir::amp::stablehlo::divideElements(ImplicitLocOpBuilder &builder,
                                           Value lhs, Value rhs) {
  auto type = dyn_cast<ComplexType>(lhs.getType());
  if (!type)
    return arith::DivFOp::create(builder, lhs, rhs);
  Complex quotient = wideParts(builder, lhs) / wideParts(builder, rhs);
  auto narrow = [&](Value part) {
    return resizeElement(builder, part, part.getType(), type.getElementType());
  };
  return complex::CreateOp::create(builder, type, narrow(quotient.re),
                                   narrow(quotient.im));
}
