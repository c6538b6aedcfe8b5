// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of f64 scalars that neither the math dialect nor libm provides.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SPECIALFUNCTIONS_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SPECIALFUNCTIONS_H

#include "dialects/stablehlo/Conversion/Scalar/ScalarFloats.h"

namespace mlir::amp::stablehlo {

/// c[0] + c[1] x + c[2] x^2 + ...
Scalar polynomial(Scalar x, ArrayRef<double> coefficients);

/// log |gamma(x)|, infinite at its poles
Scalar lgamma(Scalar x);
/// the derivative of log gamma(x), NaN at its poles
Scalar digamma(Scalar x);
/// the sum of (q + k)^-x for k = 0, 1, 2, ...
Scalar zeta(Scalar x, Scalar q);
/// the derivative of order n + 1 of log gamma(x)
Scalar polygamma(Scalar n, Scalar x);
/// y with erf(y) = x
Scalar erfInv(Scalar x);
/// e^-|x| I1(x), I1 the modified Bessel function
Scalar besselI1e(Scalar x);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SPECIALFUNCTIONS_H
