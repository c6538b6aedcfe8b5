// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverse of erf by Halley iterations. Bessel function by Chebyshev series,
// whose coefficients were computed with 120 digits.
#include "dialects/stablehlo/Conversion/Scalar/SpecialFunctions.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

// e^-x I1(x) / x on [0, 8], Chebyshev series in x / 4 - 1
static const double kBesselNear[] = {
    0.12629359322181682,     -0.17641651835783406,    0.1026436586898471,
    -0.05294598120809499,    0.024726449030626516,    -0.010564084894626197,
    0.004156422944312888,    -0.0015135724506312532,  0.0005122859561685758,
    -0.00016176081582589674, 4.781565107550054e-05,   -1.3273163656039436e-05,
    3.4702513081376785e-06,  -8.568720264695455e-07,  2.0032947535521353e-07,
    -4.445059128796328e-08,  9.381537386495773e-09,   -1.8872497517228294e-09,
    3.625590281552117e-10,   -6.663489723502027e-11,  1.1736186298890901e-11,
    -1.9839743977649436e-12, 3.223793365945575e-13,   -5.042185504727912e-14,
    7.600684294735408e-15,   -1.1055969477353862e-15, 1.5536319577362005e-16,
    -2.111421214358166e-17,  2.7779141127610464e-18,
};
// e^-x I1(x) sqrt(x) on [8, inf), Chebyshev series in 16 / x - 1
static const double kBesselFar[] = {
    0.38928811750914005,     -0.009761097491361469,   -0.00011058893876262371,
    -3.882564808877691e-06,  -2.512236237870209e-07,  -2.6314688468895196e-08,
    -3.835380385964237e-09,  -5.589743462196584e-10,  -1.8974958123505413e-11,
    3.2526035830154884e-11,  1.4125807436613782e-11,  2.0356285441470896e-12,
    -7.198551776245908e-13,  -4.0835511110921974e-13, -2.1015418427726643e-14,
    4.2724400167119517e-14,  1.0420276984128802e-14,  -3.814403072437007e-15,
    -1.8803547755107805e-15, 3.30820231092085e-16,    2.9626289976460157e-16,
    -3.209525921991637e-17,  -4.6503053684947827e-17, 4.414348323093937e-18,
    7.517296311011398e-18,
};

// Clenshaw's recurrence for the sum of c[k] T_k(x).
static Scalar chebyshev(Scalar x, ArrayRef<double> coefficients) {
  Scalar twice = x + x, sum = x.like(0.0), before = sum;
  for (double coefficient : llvm::reverse(coefficients.drop_front())) {
    Scalar next = twice * sum - before + coefficient;
    before = sum;
    sum = next;
  }
  return x * sum - before + coefficients.front();
}

namespace mlir::amp::stablehlo {

// An initial guess within 1% has about 7 digits after one iteration and 20
// after two. From 0.5 on, the residual is 1 - x - erfc(y), which does not
// cancel.
Scalar erfInv(Scalar x) {
  constexpr double kHalfRootPi = 0.88622692545275801365, kShape = 0.147;
  Scalar size = abs(x), isLarge = size > 0.5;
  Scalar logarithm = log((1.0 - size) * (1.0 + size));
  logarithm = select(isLarge, logarithm, log1p(-(size * size)));
  Scalar middle =
      0.5 * logarithm + 1.0 / (kShape * kHalfRootPi * kHalfRootPi * 2.0);
  Scalar ratio = logarithm / -kShape;
  Scalar y = sqrt(ratio / (sqrt(middle * middle + ratio) + middle));
  for (int step = 0; step < 3; ++step) {
    Scalar error = select(isLarge, (1.0 - size) - erfc(y), erf(y) - size);
    Scalar move = error * kHalfRootPi * exp(y * y);
    y = y - move / (1.0 + y * move);
  }
  y = select(equal(size, 1.0), x.infinity(), y);
  return select(equal(x, 0.0), x, copysign(y, x));
}

Scalar besselI1e(Scalar x) {
  Scalar size = abs(x), isNear = size <= 8.0;
  Scalar near = size * chebyshev(0.25 * size - 1.0, kBesselNear);
  Scalar place = select(isNear, size.like(8.0), size);
  Scalar far = chebyshev(16.0 / place - 1.0, kBesselFar) / sqrt(place);
  return copysign(select(isNear, near, far), x);
}

} // namespace mlir::amp::stablehlo
