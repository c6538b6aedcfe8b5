// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers as numbers: f16 and bf16 are computed in double, and rounded once.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_NUMBERS_H
#define TEST_RUN_DEVICE_FAKE_PTX_NUMBERS_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ptx {

/// To nearest, ties to even; what is too large is infinite.
template <int mantissa, int leastExponent> uint16_t round16(double x) {
  constexpr int infinity = 0x7fff >> mantissa << mantissa;
  uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x))
    return 0x7fff;
  if (std::isinf(x))
    return sign | infinity;
  int exponent;
  std::frexp(x, &exponent);
  exponent =
      x == 0 || exponent - 1 < leastExponent ? leastExponent : exponent - 1;
  double units = std::nearbyint(std::ldexp(std::fabs(x), mantissa - exponent));
  double bits = std::ldexp(exponent - leastExponent, mantissa) + units;
  return sign | uint16_t(bits < infinity ? bits : infinity);
}

template <int mantissa, int leastExponent> double widen16(uint16_t bits) {
  int field = (bits & 0x7fff) >> mantissa,
      fraction = bits & ((1 << mantissa) - 1);
  double x =
      field == 0x7fff >> mantissa
          ? (fraction ? NAN : INFINITY)
          : std::ldexp(field ? fraction + (1 << mantissa) : fraction,
                       (field ? field - 1 : 0) + leastExponent - mantissa);
  return bits & 0x8000 ? -x : x;
}

struct Half {
  uint16_t bits;
  static Half of(double x) { return {round16<10, -14>(x)}; }
  operator double() const { return widen16<10, -14>(bits); }
};

struct Bf16 {
  uint16_t bits;
  static Bf16 of(double x) { return {round16<7, -126>(x)}; }
  operator double() const {
    uint32_t wide = uint32_t(bits) << 16;
    float x;
    std::memcpy(&x, &wide, 4);
    return x;
  }
};

template <typename T>
constexpr bool is16 = std::is_same_v<T, Half> || std::is_same_v<T, Bf16>;

template <typename T> T as(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <typename T> uint64_t bitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// Returns the rounding error of a sum.
inline double restOf(double a, double b, double sum) {
  double other = sum - a;
  return (a - (sum - other)) + (b - other);
}

/// A sum that rounds right when it is rounded once more: to odd.
inline double addToOdd(double a, double b) {
  double sum = a + b, rest = restOf(a, b, sum);
  if (!std::isfinite(sum) || rest == 0 || (bitsOf(sum) & 1))
    return sum;
  return std::nextafter(sum, rest > 0 ? INFINITY : -INFINITY);
}

/// A sum that is never larger than the exact one, but for its sign.
inline double addToZero(double a, double b) {
  double sum = a + b;
  if (std::isinf(sum) && std::isfinite(a) && std::isfinite(b))
    return std::nextafter(sum, 0);
  double rest = restOf(a, b, sum);
  return sum > 0 ? (rest < 0 ? std::nextafter(sum, 0) : sum)
                 : (rest > 0 ? std::nextafter(sum, 0) : sum);
}

/// The number that an instruction computes with, and the rounded result.
template <typename T> auto widen(T value) {
  if constexpr (is16<T>)
    return double(value);
  else
    return value;
}
template <typename T, typename From> T narrow(From value) {
  if constexpr (is16<T>)
    return T::of(value);
  else
    return T(value);
}

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_NUMBERS_H
