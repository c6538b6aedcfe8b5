// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers, exponentials and logarithms of complex numbers.
#include "dialects/stablehlo/Conversion/Scalar/Complex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Scalar isInfinite(Scalar x) { return equal(abs(x), x.infinity()); }
static Scalar isFinite(Scalar x) { return abs(x) < x.infinity(); }
static Scalar isNan(Scalar x) { return differ(x, x); }

static Scalar fma(Scalar x, Scalar y, Scalar z) {
  return {*x.builder,
          math::FmaOp::create(*x.builder, x.value, y.value, z.value)};
}

namespace {
/// Absolute values of both parts, sorted. `large` is infinite if either part
/// is.
struct Magnitudes {
  Scalar large, small;
  /// small / large, or 0 where the quotient is NaN
  Scalar ratio;
};

/// A sum and its rounding error.
struct Sum {
  Scalar value, error;
};
} // namespace

static Magnitudes magnitudes(Complex z) {
  Scalar x = abs(z.re), y = abs(z.im);
  Scalar swap = x < y;
  Scalar large = select(swap, y, x), small = select(swap, x, y);
  Scalar infinite = isInfinite(x) | isInfinite(y);
  large = select(infinite, x.infinity(), large);
  Scalar ratio = select(infinite | equal(large, 0.0), 0.0, small / large);
  return {large, small, ratio};
}

static Sum exactSum(Scalar x, Scalar y) {
  Scalar sum = x + y, part = sum - x;
  return {sum, (x - (sum - part)) + (y - part)};
}

static Sum exactSquare(Scalar x) {
  Scalar square = x * x;
  return {square, fma(x, x, -square)};
}

// Maps infinite parts to ±1 and finite parts to ±0.
static Complex directionOf(Complex z) {
  return {copysign(select(isInfinite(z.re), z.re.like(1.0), 0.0), z.re),
          copysign(select(isInfinite(z.im), z.im.like(1.0), 0.0), z.im)};
}

static Complex scaled(Complex z, Scalar factor) {
  return {z.re * factor, z.im * factor};
}

static Scalar isBig(Complex z) {
  return (abs(z.re) > 1e300) | (abs(z.im) > 1e300);
}

static Complex conjugate(Complex z) { return {z.re, -z.im}; }

namespace mlir::amp::stablehlo {

// Smith's division by the larger part of y. Both operands are scaled down near
// the end of the range. If both parts are NaN but no operand is, the result is
// an infinity or a zero.
Complex operator/(Complex given, Complex divisor) {
  Scalar xBig = isBig(given), yBig = isBig(divisor);
  Scalar one = given.re.like(1.0), down = given.re.like(0x1p-16);
  Complex x = scaled(given, select(xBig, down, one));
  Complex y = scaled(divisor, select(yBig, down, one));
  Scalar isSteep = abs(y.re) < abs(y.im);
  Scalar large = select(isSteep, y.im, y.re);
  Scalar small = select(isSteep, y.re, y.im);
  Scalar ratio = small / large, length = large + small * ratio;
  Scalar re = select(isSteep, x.re * ratio + x.im, x.re + x.im * ratio);
  Scalar im = select(isSteep, x.im * ratio - x.re, x.im - x.re * ratio);
  Scalar back = select(xBig, 0x1p16, one) * select(yBig, down, one);
  Complex result = scaled({re / length, im / length}, back);

  Scalar infinity = re.infinity();
  Scalar byZero = equal(y.re, 0.0) & equal(y.im, 0.0);
  Scalar xInfinite = isInfinite(x.re) | isInfinite(x.im);
  Scalar yInfinite = isInfinite(y.re) | isInfinite(y.im);
  Scalar xFinite = isFinite(x.re) & isFinite(x.im);
  Scalar yFinite = isFinite(y.re) & isFinite(y.im);
  Complex far = scaled(directionOf(x) * conjugate(y), infinity);
  Complex near = scaled(x * conjugate(directionOf(y)), re.like(0.0));
  Complex pole = scaled(x, copysign(infinity, y.re));
  Complex mended = select(yInfinite & xFinite, near, result);
  mended = select(xInfinite & yFinite, far, mended);
  mended = select(byZero, pole, mended);
  return select(isNan(result.re) & isNan(result.im), mended, result);
}

Scalar abs(Complex z) {
  auto [large, small, ratio] = magnitudes(z);
  return large * sqrt(1.0 + ratio * ratio) +
         select(equal(large, large.infinity()), 0.0, small * 0.0);
}

// e^x may overflow although e^x cos y does not
Complex exp(Complex z) {
  Scalar atNought = equal(z.re, -z.re.infinity());
  Scalar y = select(atNought & (isInfinite(z.im) | isNan(z.im)), 0.0, z.im);
  Scalar isHuge = z.re > 709.0;
  Scalar first = exp(select(isHuge, z.re - 709.0, z.re));
  Scalar second = exp(select(isHuge, z.re.like(709.0), 0.0));
  Scalar im = select(equal(y, 0.0), y, first * sin(y) * second);
  return {first * cos(y) * second, im};
}

// e^x cos y - 1 = (e^x - 1) cos y - 2 sin(y / 2)^2
Complex expm1(Complex z) {
  Scalar half = sin(z.im * 0.5);
  Complex whole = exp(z);
  Scalar re = expm1(z.re) * cos(z.im) - 2.0 * half * half;
  return {select(z.re > 40.0, whole.re, re), whole.im};
}

// Near |z| = 1, log |z| is log1p(x^2 + y^2 - 1) / 2.
Complex log(Complex z) {
  auto [large, small, ratio] = magnitudes(z);
  Sum p = exactSquare(large), q = exactSquare(small);
  Scalar excess = ((p.value - 1.0) + q.value) + (p.error + q.error);
  Scalar near = 0.5 * log1p(excess);
  Scalar far = log(large) + 0.5 * log1p(ratio * ratio);
  Scalar isNear = (large > 0.5) & (large < 2.0) & (excess > -0.5);
  Scalar lost = select(equal(large, large.infinity()), 0.0, small * 0.0);
  return {select(isNear, near, far) + lost, atan2(z.im, z.re)};
}

// |1 + z|^2 = 1 + (2x + x^2 + y^2)
Complex log1p(Complex z) {
  Sum p = exactSquare(z.re), q = exactSquare(z.im);
  Sum main = exactSum(2.0 * z.re, q.value);
  Sum rest = exactSum(main.value, p.value);
  Scalar excess = rest.value + (main.error + rest.error + p.error + q.error);
  Complex whole = log(Complex{1.0 + z.re, z.im});
  Scalar isSmall = (abs(z.re) < 4.0) & (abs(z.im) < 4.0) & (excess > -0.5);
  return {select(isSmall, 0.5 * log1p(excess), whole.re), whole.im};
}

// With t = sqrt((|z| + |x|) / 2): t + i y / 2t for x >= 0, else parts swapped.
Complex sqrt(Complex z) {
  auto [large, small, ratio] = magnitudes(z);
  Scalar x = abs(z.re), y = abs(z.im), isZero = equal(large, 0.0);
  Scalar part = select(isZero, 0.0, x / large);
  Scalar t = sqrt(large) * sqrt(0.5 * (part + sqrt(1.0 + ratio * ratio)));
  Scalar other = select(isZero, 0.0, y * 0.5 / t);
  Scalar isLeft = z.re < 0.0;
  Complex result = {select(isLeft, other, t),
                    copysign(select(isLeft, t, other), z.im)};
  // an infinite part determines the result
  Scalar infinity = x.infinity();
  Complex along = {select(isLeft, y * 0.0, infinity),
                   copysign(select(isLeft, infinity, y * 0.0), z.im)};
  result = select(equal(x, infinity), along, result);
  return select(equal(y, infinity), Complex{infinity, z.im}, result);
}

Complex cbrt(Complex z) {
  Scalar size = abs(z), angle = atan2(z.im, z.re) / 3.0;
  Scalar root = {*size.builder,
                 math::CbrtOp::create(*size.builder, size.value)};
  return {root * cos(angle), root * sin(angle)};
}

Complex rsqrt(Complex z) {
  return Complex{z.re.like(1.0), z.re.like(0.0)} / sqrt(z);
}

// |z|^c e^(-d a) (cos, sin)(c a + d log |z|), z of angle a, w = c + i d
Complex pow(Complex z, Complex w) {
  Complex logarithm = log(z);
  Scalar size = pow(abs(z), w.re) * exp(-w.im * logarithm.im);
  Scalar turned = select(equal(w.im, 0.0), 0.0, w.im * logarithm.re);
  Scalar angle = w.re * logarithm.im + turned;
  Complex result = {size * cos(angle),
                    select(equal(angle, 0.0), angle, size * sin(angle))};
  Scalar one = z.re.like(1.0), zero = z.re.like(0.0);
  Scalar ofZero = equal(z.re, 0.0) & equal(z.im, 0.0);
  result = select(ofZero & (w.re > 0.0), Complex{zero, zero}, result);
  Scalar toZero = equal(w.re, 0.0) & equal(w.im, 0.0);
  return select(toZero, Complex{one, zero}, result);
}

Complex sign(Complex z) {
  Scalar size = abs(z);
  Scalar isZero = equal(size, 0.0);
  return select(isZero, z, Complex{z.re / size, z.im / size});
}

// uses the exponential that does not overflow
Complex logistic(Complex z) {
  Scalar isLeft = z.re < 0.0;
  Complex small = exp(select(isLeft, z, -z));
  Complex one = {z.re.like(1.0), z.re.like(0.0)};
  return select(isLeft, small, one) / (one + small);
}

Complex square(Complex z) {
  return {(z.re - z.im) * (z.re + z.im), 2.0 * (z.re * z.im)};
}

// -i log((x + i y) / sqrt(x^2 + y^2))
Complex atan2(Complex y, Complex x) {
  Complex length = sqrt(square(x) + square(y));
  return timesMinusI(log((x + timesI(y)) / length));
}

} // namespace mlir::amp::stablehlo
