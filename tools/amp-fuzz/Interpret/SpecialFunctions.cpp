// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpret/SpecialFunctions.h"
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <cmath>

using namespace mlir::amp;
namespace bm = boost::math;

// Invalid arguments give NaN or infinity, not exceptions.
using Quiet = bm::policies::policy<
    bm::policies::domain_error<bm::policies::ignore_error>,
    bm::policies::pole_error<bm::policies::ignore_error>,
    bm::policies::overflow_error<bm::policies::ignore_error>,
    bm::policies::rounding_error<bm::policies::ignore_error>,
    bm::policies::evaluation_error<bm::policies::ignore_error>>;

double fuzz::erfInverse(double x) {
  if (std::isnan(x) || x < -1 || x > 1)
    return NAN;
  if (std::abs(x) == 1)
    return std::copysign(INFINITY, x);
  return bm::erf_inv(x, Quiet());
}

double fuzz::digamma(double x) {
  if (std::isnan(x) || x == -INFINITY || (x <= 0 && x == std::floor(x)))
    return NAN;
  return std::isinf(x) ? x : bm::digamma(x, Quiet());
}

double fuzz::besselI1e(double x) {
  if (std::isnan(x) || std::isinf(x))
    return std::isnan(x) ? x : std::copysign(0.0, x);
  double a = std::abs(x);
  // Asymptotic expansion where exp(x) overflows.
  double value = a < 700 ? std::exp(-a) * bm::cyl_bessel_i(1, a, Quiet())
                         : (1 - 3 / (8 * a) - 15 / (128 * a * a)) /
                               std::sqrt(2 * M_PI * a);
  return std::copysign(value, x);
}

double fuzz::hurwitzZeta(double x, double q) {
  if (std::isnan(x) || std::isnan(q) || x < 1)
    return NAN;
  if (x == 1)
    return INFINITY;
  if (q <= 0) {
    if (q == std::floor(q))
      return INFINITY;
    if (x != std::floor(x))
      return NAN;
  }
  // Euler-Maclaurin: 12 terms, the integral, and correction terms.
  static const double coefficients[] = {
      1.0 / 12,          -1.0 / 720,
      1.0 / 30240,       -1.0 / 1209600,
      1.0 / 47900160,    -691.0 / 1307674368000,
      1.0 / 74724249600, -3617.0 / 10670622842880000};
  double sum = 0;
  int terms = q < 0 ? 12 - int(std::floor(q)) : 12;
  for (int k = 0; k < terms; ++k)
    sum += std::pow(q + k, -x);
  double a = q + terms;
  sum += std::pow(a, 1 - x) / (x - 1) + 0.5 * std::pow(a, -x);
  double factor = x * std::pow(a, -x - 1);
  for (int j = 0; j < 8; ++j) {
    sum += coefficients[j] * factor;
    factor *= (x + 2 * j + 1) * (x + 2 * j + 2) / (a * a);
  }
  return sum;
}

double fuzz::polygamma(double n, double x) {
  if (n == 0)
    return digamma(x);
  if (std::isnan(n) || std::isnan(x) || n < 0 || n != std::floor(n) || n > 100)
    return NAN;
  double factorial = std::tgamma(n + 1);
  return (std::fmod(n, 2) == 1 ? 1 : -1) * factorial * hurwitzZeta(n + 1, x);
}
