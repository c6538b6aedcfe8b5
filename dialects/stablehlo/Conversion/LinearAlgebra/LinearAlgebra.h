// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on matrix elements, real and complex.
#ifndef DIALECTS_STABLEHLO_CONVERSION_LINEARALGEBRA_LINEARALGEBRA_H
#define DIALECTS_STABLEHLO_CONVERSION_LINEARALGEBRA_LINEARALGEBRA_H

#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

namespace mlir::amp::stablehlo {

/// Returns the type of computations: narrow floats use f32 and round once.
inline Type computedType(Type element) {
  auto number = dyn_cast<FloatType>(element);
  return number && number.getWidth() < 32
             ? Type(Float32Type::get(element.getContext()))
             : element;
}
inline Value conjugate(ImplicitLocOpBuilder &builder, Value element) {
  if (!isa<ComplexType>(element.getType()))
    return element;
  return complex::ConjOp::create(builder, element);
}
inline Value subtractElements(ImplicitLocOpBuilder &builder, Value lhs,
                              Value rhs) {
  if (isa<ComplexType>(lhs.getType()))
    return complex::SubOp::create(builder, lhs, rhs);
  return arith::SubFOp::create(builder, lhs, rhs);
}
Value divideElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_LINEARALGEBRA_LINEARALGEBRA_H
