// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Circular and hyperbolic functions of complex numbers, and their inverses.
#include "dialects/stablehlo/Conversion/Scalar/Complex.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static constexpr double kPi = 3.14159265358979323846;
static constexpr double kLog2 = 0.69314718055994530942;
/// Largest argument for which cosh and sinh are evaluated directly: finite in
/// f64.
static constexpr double kLarge = 700.0;
/// Magnitude above which adding 1 has no effect and squares may overflow.
static constexpr double kHuge = 1e150;

static Scalar smaller(Scalar x, double bound) {
  return select(x < bound, x, x.like(bound));
}

// factor * cosh y and factor * sinh y, which overflow only if the result does
static Scalar timesCosh(Scalar factor, Scalar y) {
  Scalar size = abs(y), held = smaller(size, kLarge);
  held = select(differ(y, y), y, held);
  Scalar product = factor * cosh(held) * exp(size - held);
  return select(equal(factor, 0.0), factor, product);
}

static Scalar timesSinh(Scalar factor, Scalar y) {
  Scalar size = abs(y), held = smaller(size, kLarge);
  held = select(differ(y, y), y, held);
  Scalar product = factor * copysign(sinh(held), y) * exp(size - held);
  return select(equal(factor, 0.0), copysign(factor.like(1.0), y) * factor,
                product);
}

namespace mlir::amp::stablehlo {

Complex cosh(Complex z) {
  return {timesCosh(cos(z.im), z.re), timesSinh(sin(z.im), z.re)};
}

Complex sinh(Complex z) {
  return {timesSinh(cos(z.im), z.re), timesCosh(sin(z.im), z.re)};
}

Complex cos(Complex z) { return cosh(timesI(z)); }
Complex sin(Complex z) { return timesMinusI(sinh(timesI(z))); }

// With t = tan y, s = sinh x: ((1 + t^2) s sqrt(1 + s^2) + i t) / (1 + (1 +
// t^2) s^2). For large |x|, this is ±1 + 4i sin y cos y e^(-2|x|).
Complex tanh(Complex z) {
  Scalar isFar = abs(z.re) > 22.0;
  Scalar t = tan(z.im), s = sinh(select(isFar, 0.0, z.re));
  Scalar slope = 1.0 + t * t, divisor = 1.0 + slope * s * s;
  Scalar isUpright = equal(abs(t), t.infinity());
  Complex near = {slope * s * sqrt(1.0 + s * s) / divisor, t / divisor};
  // for finite angles, tan is finite
  near.im = select(isUpright, t * 0.0, near.im);
  Scalar height = 4.0 * sin(z.im) * cos(z.im) * exp(-2.0 * abs(z.re));
  Scalar ended = equal(abs(z.re), t.infinity());
  Complex far = {copysign(t.like(1.0), z.re),
                 select(ended, copysign(t.like(0.0), z.im), height)};
  return select(isFar, far, near);
}

Complex tan(Complex z) { return timesMinusI(tanh(timesI(z))); }

// For x, y >= 0, with r and s the distances to -1 and 1 and a = (r + s) / 2:
// sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)), each without cancellation.
Complex asinAcosKernel(Complex z) {
  Scalar x = abs(z.re), y = abs(z.im);
  Scalar right = x + 1.0, left = abs(x - 1.0), isInner = x <= 1.0;
  Scalar r = abs(Complex{right, y}), s = abs(Complex{left, y});
  Scalar a = 0.5 * (r + s), sum = a + x;
  Scalar fromRight = y * (y / (r + right)), fromLeft = y * (y / (s + left));
  // a - x for x <= 1, (a - x) / y^2 for x > 1
  Scalar inner = sqrt(0.5 * sum * (fromRight + (s + left)));
  Scalar outer = y * sqrt(0.5 * (sum / (r + right) + sum / (s + left)));
  Scalar re = select(isInner, inner, outer);

  Scalar beyond = 0.5 * (fromRight + select(isInner, fromLeft, s + left));
  Scalar near = log1p(beyond + sqrt(beyond * (a + 1.0)));
  Scalar far = log(a + sqrt((a - 1.0) * (a + 1.0)));
  Scalar im = select(a <= 1.5, near, far);
  // near the real axis squares underflow; at 1 the quotient is 0 / 0
  Scalar isFlat = (y < 1e-150) & (x < 1.0);
  im = select(isFlat, y / sqrt(left * right), im);
  Scalar isPoint = equal(x, 1.0) & equal(y, 0.0);
  im = select(isPoint, 0.0, im);
  re = select(equal(y, 0.0) & (x >= 1.0), 0.0, re);

  Scalar isHuge = (x > kHuge) | (y > kHuge);
  re = select(isHuge, y, re);
  Complex whole = log(Complex{x, y});
  return {re, select(isHuge, kLog2 + whole.re, im)};
}

Complex asin(Complex z) {
  Complex w = asinAcosKernel(z);
  return {atan2(z.re, w.re), copysign(w.im, z.im)};
}

Complex acos(Complex z) {
  Complex w = asinAcosKernel(z);
  return {atan2(w.re, z.re), -copysign(w.im, z.im)};
}

Complex acosh(Complex z) {
  Complex w = acos(z);
  return {abs(w.im), copysign(w.re, z.im)};
}

Complex asinh(Complex z) { return timesMinusI(asin(timesI(z))); }

// re = log(((1 + x)^2 + y^2) / ((1 - x)^2 + y^2)) / 4, im = half the angle
Complex atanh(Complex z) {
  Scalar x = abs(z.re), y = abs(z.im);
  Scalar gap = 1.0 - x;
  Scalar re = 0.25 * log1p(4.0 * x / (gap * gap + y * y));
  Scalar im = 0.5 * atan2(2.0 * y, gap * (1.0 + x) - y * y);
  Scalar isHuge = (x > kHuge) | (y > kHuge), size = abs(z);
  Scalar vanishing = select(equal(size, size.infinity()), 0.0, x / size / size);
  re = select(isHuge, vanishing, re);
  im = select(isHuge, kPi / 2, im);
  return {copysign(re, z.re), copysign(im, z.im)};
}

Complex atan(Complex z) { return timesMinusI(atanh(timesI(z))); }

} // namespace mlir::amp::stablehlo
