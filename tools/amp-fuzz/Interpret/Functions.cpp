// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpret/Functions.h"
#include "Interpret/SpecialFunctions.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static double signOf(double x) {
  return std::isnan(x) ? x : x > 0 ? 1.0 : x < 0 ? -1.0 : x;
}

double fuzz::maximumOf(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
}

double fuzz::minimumOf(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  return a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
}

static double powerOf(double a, double b) { return std::pow(a, b); }

// clang-format off
static const RealUnary realUnariesRows[] = {
    {"abs", [](double x) { return std::abs(x); }},
    {"negate", [](double x) { return -x; }},
    {"sign", signOf},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"round_nearest_afz", [](double x) { return std::round(x); }},
    {"round_nearest_even", [](double x) { return std::nearbyint(x); }},
    {"cbrt", [](double x) { return std::cbrt(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
    {"exponential", [](double x) { return std::exp(x); }},
    {"exponential_minus_one", [](double x) { return std::expm1(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"log_plus_one", [](double x) { return std::log1p(x); }},
    {"logistic", [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"sine", [](double x) { return std::sin(x); }},
    {"cosine", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"square", [](double x) { return x * x; }},
    {"erf", [](double x) { return std::erf(x); }},
    {"erfc", [](double x) { return std::erfc(x); }},
    {"erf_inv", erfInverse},
    {"lgamma", [](double x) { return std::lgamma(x); }},
    {"digamma", digamma},
    {"bessel_i1e", besselI1e},
};

static const RealBinary realBinariesRows[] = {
    {"add", [](double a, double b) { return a + b; }},
    {"subtract", [](double a, double b) { return a - b; }},
    {"multiply", [](double a, double b) { return a * b; }},
    {"divide", [](double a, double b) { return a / b; }},
    {"maximum", maximumOf},
    {"minimum", minimumOf},
    {"power", powerOf},
    {"remainder", [](double a, double b) { return std::fmod(a, b); }},
    {"atan2", [](double a, double b) { return std::atan2(a, b); }},
    {"polygamma", polygamma},
    {"zeta", hurwitzZeta},
};

static const ComplexUnary complexUnariesRows[] = {
    {"negate", [](Complex z) { return -z; }},
    {"sign", [](Complex z) { return z == 0.0 ? z : z / std::abs(z); }},
    {"sqrt", [](Complex z) { return std::sqrt(z); }},
    {"rsqrt", [](Complex z) { return 1.0 / std::sqrt(z); }},
    {"cbrt", [](Complex z) { return std::pow(z, 1.0 / 3); }},
    {"exponential", [](Complex z) { return std::exp(z); }},
    {"exponential_minus_one", [](Complex z) { return std::exp(z) - 1.0; }},
    {"log", [](Complex z) { return std::log(z); }},
    {"log_plus_one", [](Complex z) { return std::log(z + 1.0); }},
    {"logistic", [](Complex z) { return 1.0 / (1.0 + std::exp(-z)); }},
    {"sine", [](Complex z) { return std::sin(z); }},
    {"cosine", [](Complex z) { return std::cos(z); }},
    {"tan", [](Complex z) { return std::tan(z); }},
    {"tanh", [](Complex z) { return std::tanh(z); }},
    {"acos", [](Complex z) { return std::acos(z); }},
    {"acosh", [](Complex z) { return std::acosh(z); }},
    {"asin", [](Complex z) { return std::asin(z); }},
    {"asinh", [](Complex z) { return std::asinh(z); }},
    {"atan", [](Complex z) { return std::atan(z); }},
    {"atanh", [](Complex z) { return std::atanh(z); }},
    {"cosh", [](Complex z) { return std::cosh(z); }},
    {"sinh", [](Complex z) { return std::sinh(z); }},
    {"square", [](Complex z) { return z * z; }},
    {"conj", [](Complex z) { return std::conj(z); }},
};

static const ComplexBinary complexBinariesRows[] = {
    {"add", [](Complex a, Complex b) { return a + b; }},
    {"subtract", [](Complex a, Complex b) { return a - b; }},
    {"multiply", [](Complex a, Complex b) { return a * b; }},
    {"divide", [](Complex a, Complex b) { return a / b; }},
    {"power", [](Complex a, Complex b) { return std::pow(a, b); }},
    {"atan2", [](Complex a, Complex b) {
       Complex i(0, 1);
       return -i * std::log((b + i * a) / std::sqrt(b * b + a * a)); }},
};
// clang-format on

static uint64_t divideIntegers(uint64_t a, uint64_t b, const Format &format) {
  if (b == 0)
    return ~uint64_t(0);
  if (!isSigned(format))
    return a / b;
  return int64_t(b) == -1 ? -a : uint64_t(int64_t(a) / int64_t(b));
}

static uint64_t remainderOf(uint64_t a, uint64_t b, const Format &format) {
  if (b == 0)
    return a;
  if (!isSigned(format))
    return a % b;
  return int64_t(b) == -1 ? 0 : uint64_t(int64_t(a) % int64_t(b));
}

static uint64_t powerOfIntegers(uint64_t a, uint64_t b, const Format &format) {
  if (isSigned(format) && int64_t(b) < 0)
    return a == 1             ? 1
           : int64_t(a) == -1 ? (b & 1 ? a : 1)
           : a == 0           ? ~uint64_t(0)
                              : 0;
  uint64_t result = 1;
  for (; b; b >>= 1, a *= a)
    if (b & 1)
      result *= a;
  return result;
}

// clang-format off
static const IntegerBinary integerBinariesRows[] = {
    {"add", [](uint64_t a, uint64_t b, const Format &f) { return f.kind == Kind::boolean ? a | b : a + b; }},
    {"subtract", [](uint64_t a, uint64_t b, const Format &) { return a - b; }},
    {"multiply", [](uint64_t a, uint64_t b, const Format &) { return a * b; }},
    {"divide", divideIntegers},
    {"remainder", remainderOf},
    {"power", powerOfIntegers},
    {"maximum", [](uint64_t a, uint64_t b, const Format &f) { return lessThan(a, b, f) ? b : a; }},
    {"minimum", [](uint64_t a, uint64_t b, const Format &f) { return lessThan(b, a, f) ? b : a; }},
    {"and", [](uint64_t a, uint64_t b, const Format &) { return a & b; }},
    {"or", [](uint64_t a, uint64_t b, const Format &) { return a | b; }},
    {"xor", [](uint64_t a, uint64_t b, const Format &) { return a ^ b; }},
    {"shift_left", [](uint64_t a, uint64_t b, const Format &f) { return lowBits(b, f) >= f.bits ? 0 : a << lowBits(b, f); }},
    {"shift_right_logical", [](uint64_t a, uint64_t b, const Format &f) {
       return lowBits(b, f) >= f.bits ? 0 : lowBits(a, f) >> lowBits(b, f); }},
    {"shift_right_arithmetic", [](uint64_t a, uint64_t b, const Format &f) {
       uint64_t by = std::min<uint64_t>(lowBits(b, f), f.bits - 1);
       return uint64_t(llvm::SignExtend64(lowBits(a, f), f.bits) >> by); }},
    {"mulhi", [](uint64_t a, uint64_t b, const Format &f) {
       if (isSigned(f))
         return uint64_t((__int128(int64_t(a)) * int64_t(b)) >> f.bits);
       return uint64_t(((unsigned __int128)(a) * b) >> f.bits); }},
};
// clang-format on

ArrayRef<RealUnary> fuzz::realUnaries() { return realUnariesRows; }
ArrayRef<RealBinary> fuzz::realBinaries() { return realBinariesRows; }
ArrayRef<ComplexUnary> fuzz::complexUnaries() { return complexUnariesRows; }
ArrayRef<ComplexBinary> fuzz::complexBinaries() { return complexBinariesRows; }
ArrayRef<IntegerBinary> fuzz::integerBinaries() { return integerBinariesRows; }
