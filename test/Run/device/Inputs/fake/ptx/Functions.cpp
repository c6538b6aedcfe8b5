// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a chip has an approximation of.
#include "Table.h"

using namespace ptx;

namespace {
struct Reciprocal {
  static double run(double a) { return 1 / a; }
};
struct Root {
  static double run(double a) { return std::sqrt(a); }
};
struct ReciprocalRoot {
  static double run(double a) { return 1 / std::sqrt(a); }
};
struct Exp2 {
  static double run(double a) { return std::exp2(a); }
};
struct Log2 {
  static double run(double a) { return std::log2(a); }
};
struct Sine {
  static double run(double a) { return std::sin(a); }
};
struct Cosine {
  static double run(double a) { return std::cos(a); }
};
struct HyperbolicTangent {
  static double run(double a) { return std::tanh(a); }
};
} // namespace

template <typename Function, typename T>
static uint64_t approximate(uint64_t a, uint64_t, uint64_t) {
  return bitsOf(T(Function::run(as<T>(a))));
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

/// 2^a off by the documented error, up or down by the bits of `a`, and without
/// numbers below the smallest normal one; of integers exact, on which libdevice
/// relies.
static uint64_t exp2Flushed(uint64_t a, uint64_t, uint64_t) {
  double error = __builtin_parityll(a & 0xffffffff) ? 0x1p-22 : -0x1p-22;
  auto flushed = [](float x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
  };
  double power = flushed(as<float>(a));
  if (power == std::rint(power))
    error = 0;
  return bitsOf(flushed(float(Exp2::run(power) * (1 + error))));
}

/// 1 / a off by the documented error, as exp2Flushed; of powers of two exact.
static uint64_t reciprocalFlushed(uint64_t a, uint64_t, uint64_t) {
  double error = __builtin_parityll(a & 0xffffffff) ? 0x1p-23 : -0x1p-23;
  auto flushed = [](float x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
  };
  float number = flushed(as<float>(a));
  int exponent = 0;
  if (std::fabs(std::frexp(number, &exponent)) == 0.5F)
    error = 0;
  return bitsOf(flushed(float(Reciprocal::run(number) * (1 + error))));
}

template <typename Function>
static void addRows(Table &table, const std::string &name) {
  table[name + ".approx.f32"] = table[name + ".approx.ftz.f32"] =
      each<approximate<Function, float>>;
}

static Table makeTable() {
  Table table;
  addRows<Reciprocal>(table, "rcp");
  addRows<Root>(table, "sqrt");
  addRows<ReciprocalRoot>(table, "rsqrt");
  addRows<Exp2>(table, "ex2");
  table["ex2.approx.ftz.f32"] = each<exp2Flushed>;
  table["rcp.approx.ftz.f32"] = each<reciprocalFlushed>;
  addRows<Log2>(table, "lg2");
  addRows<Sine>(table, "sin");
  addRows<Cosine>(table, "cos");
  addRows<HyperbolicTangent>(table, "tanh");
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
