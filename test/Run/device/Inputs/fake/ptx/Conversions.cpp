// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Table.h"

#include <limits>

using namespace ptx;

template <typename To, typename From>
static uint64_t change(uint64_t a, uint64_t, uint64_t) {
  if constexpr (is16<To> || is16<From>)
    return bitsOf(narrow<To>(widen(as<From>(a))));
  else if constexpr (std::is_integral_v<To> && std::is_signed_v<To>)
    return bitsOf(int64_t(To(as<From>(a)))); // fills larger registers
  else
    return bitsOf(To(as<From>(a)));
}

/// Numbers beyond the range become the nearest one, and NaN becomes 0.
template <typename To, typename From, double (*round)(double)>
static uint64_t toInteger(uint64_t a, uint64_t, uint64_t) {
  using Limits = std::numeric_limits<To>;
  double x = round(widen(as<From>(a)));
  if (std::isnan(x))
    return 0;
  if (x >= std::ldexp(1, Limits::digits))
    return bitsOf(Limits::max());
  return x <= double(Limits::min()) ? bitsOf(Limits::min()) : bitsOf(To(x));
}

template <typename T, double (*round)(double)>
static uint64_t toWhole(uint64_t a, uint64_t, uint64_t) {
  return bitsOf(narrow<T>(round(widen(as<T>(a)))));
}

/// The second number is the lower half.
template <typename T> static uint64_t pack(uint64_t a, uint64_t b, uint64_t) {
  return bitsOf(T::of(as<float>(b))) | bitsOf(T::of(as<float>(a))) << 16;
}

static uint64_t toTf32(uint64_t a, uint64_t, uint64_t) {
  // Ties away from zero.
  return (a + 0x1000) & 0xffffe000;
}

namespace {
struct Rounding {
  const char *name;
  Operation whole32, whole64;
};
} // namespace

template <typename From>
static void addFrom(Table &table, const std::string &from) {
  table["cvt.u8." + from] = each<change<uint8_t, From>>;
  table["cvt.s8." + from] = each<change<int8_t, From>>;
  table["cvt.u16." + from] = each<change<uint16_t, From>>;
  table["cvt.s16." + from] = each<change<int16_t, From>>;
  table["cvt.u32." + from] = each<change<uint32_t, From>>;
  table["cvt.s32." + from] = each<change<int32_t, From>>;
  table["cvt.u64." + from] = each<change<uint64_t, From>>;
  table["cvt.s64." + from] = each<change<int64_t, From>>;
  table["cvt.rn.f32." + from] = each<change<float, From>>;
  table["cvt.rn.f64." + from] = each<change<double, From>>;
  table["cvt.rn.f16." + from] = each<change<Half, From>>;
  table["cvt.rn.bf16." + from] = each<change<Bf16, From>>;
}

template <typename From, double (*round)(double)>
static void addToIntegers(Table &table, const std::string &name,
                          const std::string &from) {
  table[name + "u16." + from] = each<toInteger<uint16_t, From, round>>;
  table[name + "s16." + from] = each<toInteger<int16_t, From, round>>;
  table[name + "u32." + from] = each<toInteger<uint32_t, From, round>>;
  table[name + "s32." + from] = each<toInteger<int32_t, From, round>>;
  table[name + "u64." + from] = each<toInteger<uint64_t, From, round>>;
  table[name + "s64." + from] = each<toInteger<int64_t, From, round>>;
}

template <double (*round)(double)>
static void addRounding(Table &table, const std::string &name) {
  addToIntegers<float, round>(table, name, "f32");
  addToIntegers<double, round>(table, name, "f64");
  addToIntegers<Half, round>(table, name, "f16");
  addToIntegers<Bf16, round>(table, name, "bf16");
  table[name + "f32.f32"] = each<toWhole<float, round>>;
  table[name + "f64.f64"] = each<toWhole<double, round>>;
  table[name + "f16.f16"] = each<toWhole<Half, round>>;
  table[name + "bf16.bf16"] = each<toWhole<Bf16, round>>;
}

static Table makeTable() {
  Table table;
  addFrom<uint8_t>(table, "u8");
  addFrom<int8_t>(table, "s8");
  addFrom<uint16_t>(table, "u16");
  addFrom<int16_t>(table, "s16");
  addFrom<uint32_t>(table, "u32");
  addFrom<int32_t>(table, "s32");
  addFrom<uint64_t>(table, "u64");
  addFrom<int64_t>(table, "s64");
  addRounding<std::nearbyint>(table, "cvt.rni.");
  addRounding<std::trunc>(table, "cvt.rzi.");
  addRounding<std::floor>(table, "cvt.rmi.");
  addRounding<std::ceil>(table, "cvt.rpi.");
  table["cvt.f32.f16"] = each<change<float, Half>>;
  table["cvt.f32.bf16"] = each<change<float, Bf16>>;
  table["cvt.f64.f16"] = each<change<double, Half>>;
  table["cvt.f64.f32"] = each<change<double, float>>;
  table["cvt.rn.f16.f32"] = each<change<Half, float>>;
  table["cvt.rn.f16.f64"] = each<change<Half, double>>;
  table["cvt.rn.bf16.f32"] = each<change<Bf16, float>>;
  table["cvt.rn.f32.f64"] = each<change<float, double>>;
  table["cvt.rn.f16x2.f32"] = each<pack<Half>>;
  table["cvt.rn.bf16x2.f32"] = each<pack<Bf16>>;
  table["cvt.rna.tf32.f32"] = each<toTf32>;
  return table;
}

Operation ptx::findConversion(const std::string &name) {
  static const Table table = makeTable();
  auto row = table.find(name);
  return row == table.end() ? nullptr : row->second;
}
