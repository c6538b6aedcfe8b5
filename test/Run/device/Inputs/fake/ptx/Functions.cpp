// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a chip has an approximation of.
#include "Table.h"

#include <algorithm>
#include <cstdlib>

using namespace ptx;

namespace {
struct Reciprocal {
  static double run(double a) { return 1 / a; }
};
struct ReciprocalRoot {
  static double run(double a) { return 1 / std::sqrt(a); }
};
} // namespace

template <typename Function, typename T>
static uint64_t approximate(uint64_t a, uint64_t, uint64_t) {
  return bitsOf(T(Function::run(as<T>(a))));
}

/// 1 or -1: FAKE_CUDA_ERROR says up or down; by the bits of an operand without.
static double directionOf(uint64_t bits) {
  static const char *fixed = std::getenv("FAKE_CUDA_ERROR");
  if (fixed)
    return fixed[0] == 'u' ? 1 : -1;
  return __builtin_parityll(bits & 0xffffffff) ? 1 : -1;
}

static float flushed(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
}

/// Documented errors, as in the table "Maximum error" of each instruction of
/// the PTX ISA: a share of the result, or of 1.
enum class Of { result, one };

static double root(double a) { return std::sqrt(a); }
static double reciprocalRoot(double a) { return 1 / std::sqrt(a); }
static double reciprocal(double a) { return 1 / a; }
static double powerOfTwo(double a) { return std::exp2(a); }
static double logarithm(double a) { return std::log2(a); }
static double sine(double a) { return std::sin(a); }
static double cosine(double a) { return std::cos(a); }
static double tangent(double a) { return std::tanh(a); }

static bool never(float) { return false; }
/// libdevice relies on these: 2^a of an integer is exact, and 1 / a of a power
/// of two.
static bool isInteger(float a) { return a == std::rint(a); }
static bool isPower(float a) {
  int exponent = 0;
  return std::fabs(std::frexp(a, &exponent)) == 0.5F;
}

/// A function that errs by 2^(-tenths / 10), up or down, and is exact where
/// `isExact`.
template <double (*function)(double), int tenths, Of of, bool (*isExact)(float),
          bool flushes>
static uint64_t inexact(uint64_t a, uint64_t, uint64_t) {
  float x = flushes ? flushed(as<float>(a)) : as<float>(a);
  double result = function(x);
  if (std::isfinite(result) && result != 0 && !isExact(x)) {
    static const double share = std::exp2(-tenths / 10.0);
    result += directionOf(a) * share * (of == Of::one ? 1 : result);
  }
  return bitsOf(flushes ? flushed(float(result)) : float(result));
}

/// a / b, off by two units in the last place.
static uint64_t fullQuotient(uint64_t a, uint64_t b, uint64_t) {
  double result = double(as<float>(a)) / as<float>(b);
  if (std::isfinite(result) && result != 0) {
    double size = std::max(std::fabs(result), 0x1p-126);
    double unit = std::exp2(std::floor(std::log2(size)) - 23);
    result += directionOf(a ^ b) * 2 * unit;
  }
  return bitsOf(float(result));
}

/// The upper half of a number that is normal.
static double coarse(double a) {
  constexpr uint64_t upper = ~uint64_t(0) << 32;
  if (std::isnan(a))
    return NAN;
  return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0, a)
                                            : as<double>(bitsOf(a) & upper);
}
template <typename Function>
static uint64_t approximateHalf(uint64_t a, uint64_t, uint64_t) {
  return bitsOf(coarse(Function::run(coarse(as<double>(a)))));
}

template <double (*function)(double), int tenths, Of of,
          bool (*isExact)(float) = never>
static void addRows(Table &table, const std::string &name) {
  table[name + ".approx.f32"] =
      each<inexact<function, tenths, of, isExact, false>>;
  table[name + ".approx.ftz.f32"] =
      each<inexact<function, tenths, of, isExact, true>>;
}

static Table makeTable() {
  Table table;
  addRows<reciprocal, 230, Of::result, isPower>(table, "rcp");
  addRows<root, 230, Of::result>(table, "sqrt");
  addRows<reciprocalRoot, 229, Of::result>(table, "rsqrt");
  addRows<powerOfTwo, 220, Of::result, isInteger>(table, "ex2");
  addRows<logarithm, 220, Of::result>(table, "lg2");
  addRows<sine, 209, Of::one>(table, "sin");
  addRows<cosine, 209, Of::one>(table, "cos");
  addRows<tangent, 110, Of::result>(table, "tanh");
  table["div.full.f32"] = each<fullQuotient>;
  table["rsqrt.approx.f64"] = each<approximate<ReciprocalRoot, double>>;
  table["rcp.approx.ftz.f64"] = each<approximateHalf<Reciprocal>>;
  table["rsqrt.approx.ftz.f64"] = each<approximateHalf<ReciprocalRoot>>;
  return table;
}

Operation ptx::findFunction(const std::string &name) {
  static const Table table = makeTable();
  auto row = table.find(name);
  return row == table.end() ? nullptr : row->second;
}
