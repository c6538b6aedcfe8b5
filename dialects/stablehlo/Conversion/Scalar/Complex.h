// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers as pairs of scalars. The functions are accurate over the full
// range of f64 parts; callers widen narrower parts first.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_COMPLEX_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_COMPLEX_H

#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"

namespace mlir::amp::stablehlo {

struct Complex {
  Scalar re, im;
};

inline Complex operator+(Complex x, Complex y) {
  return {x.re + y.re, x.im + y.im};
}
inline Complex operator-(Complex x, Complex y) {
  return {x.re - y.re, x.im - y.im};
}
inline Complex operator-(Complex x) { return {-x.re, -x.im}; }
inline Complex operator*(Complex x, Complex y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
inline Complex select(Scalar condition, Complex ifTrue, Complex ifFalse) {
  return {select(condition, ifTrue.re, ifFalse.re),
          select(condition, ifTrue.im, ifFalse.im)};
}
/// i * z
inline Complex timesI(Complex z) { return {-z.im, z.re}; }
/// -i * z
inline Complex timesMinusI(Complex z) { return {z.im, -z.re}; }

Complex operator/(Complex x, Complex y);
Scalar abs(Complex z);
Complex exp(Complex z);
Complex expm1(Complex z);
Complex log(Complex z);
Complex log1p(Complex z);
Complex sqrt(Complex z);
Complex cbrt(Complex z);
Complex rsqrt(Complex z);
Complex pow(Complex z, Complex w);
Complex sign(Complex z);
Complex logistic(Complex z);
Complex square(Complex z);
Complex atan2(Complex y, Complex x);

Complex cos(Complex z);
Complex cosh(Complex z);
Complex sin(Complex z);
Complex sinh(Complex z);
Complex tan(Complex z);
Complex tanh(Complex z);
/// Common part of asin and acos: asin z = (atan2(x, re w), ±im w).
Complex asinAcosKernel(Complex z);
Complex acos(Complex z);
Complex acosh(Complex z);
Complex asin(Complex z);
Complex asinh(Complex z);
Complex atan(Complex z);
Complex atanh(Complex z);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_COMPLEX_H
