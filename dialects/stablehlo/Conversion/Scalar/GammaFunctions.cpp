// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithm of the gamma function and its first derivative.
#include "dialects/stablehlo/Conversion/Scalar/SpecialFunctions.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static constexpr double kPi = 3.14159265358979323846;
static constexpr double kHalfLog2Pi = 0.91893853320467274178;

// Taylor series of log gamma(2 + e) = (1 - Euler's constant) e + sum of (-1)^k
// (zeta(k) - 1) / k e^k for k = 2, 3, ...
static const double kAtTwo[] = {
    0.0,
    0.42278433509846713,
    0.3224670334241132,
    -0.0673523010531981,
    0.020580808427784546,
    -0.007385551028673986,
    0.0028905103307415234,
    -0.001192753911703261,
    0.0005096695247430425,
    -0.00022315475845357939,
    9.945751278180853e-05,
    -4.492623673813314e-05,
    2.050721277567069e-05,
    -9.439488275268397e-06,
    4.374866789907488e-06,
    -2.039215753801366e-06,
    9.55141213040742e-07,
    -4.492469198764566e-07,
    2.1207184805554665e-07,
    -1.0043224823968099e-07,
    4.7698101693639804e-08,
    -2.2711094608943164e-08,
    1.0838659214896955e-08,
    -5.183475041970047e-09,
    2.4836745438024785e-09,
    -1.1921401405860912e-09,
    5.731367241678862e-10,
    -2.7595228851242334e-10,
    1.330476437424449e-10,
    -6.4229645638381e-11,
    3.1044247747322276e-11,
    -1.5021384080754142e-11,
};

// B(2k) / (2k (2k - 1)) and B(2k) / 2k, with the Bernoulli numbers B
static const double kStirling[] = {
    0.08333333333333333,    -0.002777777777777778, 0.0007936507936507937,
    -0.0005952380952380953, 0.0008417508417508417, -0.0019175269175269176,
    0.00641025641025641,    -0.029550653594771242, 0.17964437236883057,
};
static const double kDigamma[] = {
    0.08333333333333333,   -0.008333333333333333, 0.003968253968253968,
    -0.004166666666666667, 0.007575757575757576,  -0.021092796092796094,
    0.08333333333333333,   -0.4432598039215686,   3.0539543302701198,
};

namespace mlir::amp::stablehlo {

Scalar polynomial(Scalar x, ArrayRef<double> coefficients) {
  Scalar sum = x.like(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum * x + coefficient;
  return sum;
}

} // namespace mlir::amp::stablehlo

// Returns x minus the nearest integer.
static Scalar fraction(Scalar x) {
  return x - Scalar(*x.builder, math::RoundEvenOp::create(*x.builder, x.value));
}

static Scalar isPole(Scalar x) { return (x <= 0.0) & equal(x, floor(x)); }

// log gamma for x >= 10, by Stirling's series
static Scalar lgammaFar(Scalar x) {
  Scalar inverse = 1.0 / x;
  Scalar rest = inverse * polynomial(inverse * inverse, kStirling);
  return (x - 0.5) * (log(x) - 1.0) + (kHalfLog2Pi - 0.5) + rest;
}

// log gamma for -0.5 < x < 10. gamma(x) = (x - 1) gamma(x - 1) reduces x > 2.5
// and, inverted, raises x < 1.5, so that the series gets |e| <= 0.5.
static Scalar lgammaNear(Scalar x) {
  Scalar product = x.like(1.0), rest = x;
  for (int step = 0; step < 8; ++step) {
    Scalar isLarge = rest > 2.5;
    rest = select(isLarge, rest - 1.0, rest);
    product = select(isLarge, product * rest, product);
  }
  Scalar isTiny = x < 0.5, isSmall = x < 1.5;
  // for x < 0.5, e is x itself, without rounding
  Scalar e = select(isSmall, select(isTiny, x, x - 1.0), rest - 2.0);
  Scalar sum = polynomial(e, kAtTwo);
  sum = select(isSmall, sum - log1p(e), sum + log(product));
  return select(isTiny, sum - log(abs(x)), sum);
}

// digamma for x >= 10
static Scalar digammaFar(Scalar x) {
  Scalar inverse = 1.0 / x, square = inverse * inverse;
  return log(x) - 0.5 * inverse - square * polynomial(square, kDigamma);
}

namespace mlir::amp::stablehlo {

// Reflection for x <= -0.5: gamma(-a) gamma(a) a sin(pi a) = -pi.
Scalar lgamma(Scalar x) {
  Scalar size = abs(x), isLeft = x <= -0.5;
  Scalar near = lgammaNear(select(isLeft, size, x));
  Scalar right = select(size < 10.0, near, lgammaFar(size));
  Scalar wave = abs(size * sin(kPi * fraction(size)));
  Scalar result = select(isLeft, log(kPi / wave) - right, right);
  Scalar endless = isPole(x) | equal(size, x.infinity());
  return select(endless, x.infinity(), result);
}

// psi(x) = psi(x + 1) - 1 / x;  psi(1 - x) = psi(x) + pi / tan(pi x)
Scalar digamma(Scalar x) {
  Scalar isLeft = x < 0.5;
  Scalar place = select(isLeft, 1.0 - x, x);
  Scalar sum = x.like(0.0);
  for (int step = 0; step < 10; ++step) {
    Scalar isSmall = place < 10.0;
    sum = select(isSmall, sum + 1.0 / place, sum);
    place = select(isSmall, place + 1.0, place);
  }
  Scalar right = digammaFar(place) - sum;
  Scalar result = select(isLeft, right - kPi / tan(kPi * fraction(x)), right);
  result = select(equal(x, x.infinity()), x, result);
  return select(isPole(x), x.nan(), result);
}

} // namespace mlir::amp::stablehlo
