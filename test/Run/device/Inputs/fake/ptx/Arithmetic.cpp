// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Table.h"

#include <algorithm>

using namespace ptx;

namespace {
#define AMP_OP(Name, result)                                                   \
  struct Name {                                                                \
    template <typename T>                                                      \
    static auto run(T a, [[maybe_unused]] T b, [[maybe_unused]] T c) {         \
      return result;                                                           \
    }                                                                          \
  };
AMP_OP(Add, a + b)
AMP_OP(Sub, a - b)
AMP_OP(Mul, a *b)
AMP_OP(Div, a / b)
AMP_OP(Neg, -a)
AMP_OP(And, a &b)
AMP_OP(Or, a | b)
AMP_OP(Xor, a ^ b)
AMP_OP(Not, ~a)
AMP_OP(Min, b < a ? b : a)
AMP_OP(Max, b > a ? b : a)
AMP_OP(MulInt, T(uint64_t(a) * uint64_t(b)))
AMP_OP(MadInt, T(uint64_t(a) * uint64_t(b) + uint64_t(c)))
AMP_OP(Move, a)
AMP_OP(AddToZero, addToZero(a, b))
AMP_OP(AbsInt, a < 0 ? -a : a)
AMP_OP(QuotientInt, b ? a / b : T(~T(0)))
AMP_OP(RestInt, b ? a % b : a)
AMP_OP(Abs, std::fabs(a))
AMP_OP(CopySign, std::copysign(b, a))
AMP_OP(Sqrt, std::sqrt(a))
AMP_OP(Rcp, 1 / a)
AMP_OP(MinNum, a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b))
AMP_OP(MaxNum, a == b ? (std::signbit(a) ? b : a) : std::fmax(a, b))
AMP_OP(MinNaN, std::isunordered(a, b) ? T(NAN) : MinNum::run(a, b, c))
AMP_OP(MaxNaN, std::isunordered(a, b) ? T(NAN) : MaxNum::run(a, b, c))
AMP_OP(Fma, std::fma(a, b, c))
AMP_OP(FmaOdd, addToOdd(a *b, c)) // the product of 16-bit numbers is exact
#undef AMP_OP

#define AMP_TEST(Name, result)                                                 \
  struct Name {                                                                \
    template <typename T> static bool run(T a, T b) { return result; }         \
  };
AMP_TEST(Equal, a == b)
AMP_TEST(NotEqual, a != b)
AMP_TEST(Less, a < b)
AMP_TEST(LessEqual, a <= b)
AMP_TEST(Greater, a > b)
AMP_TEST(GreaterEqual, a >= b)
AMP_TEST(NotGreater, !(a > b))
AMP_TEST(NotGreaterEqual, !(a >= b))
AMP_TEST(NotLess, !(a < b))
AMP_TEST(NotLessEqual, !(a <= b))
AMP_TEST(EqualOrNaN, !(a < b || a > b))
AMP_TEST(Ordered, !std::isnan(a) && !std::isnan(b))
AMP_TEST(Unordered, std::isnan(a) || std::isnan(b))
AMP_TEST(OrderedNotEqual, a<b || a> b)
#undef AMP_TEST

/// The product of two integers in twice their bits.
template <typename T, typename Wide> struct Wider {
  static uint64_t wide(uint64_t a, uint64_t b, uint64_t) {
    return bitsOf(Wide(Wide(as<T>(a)) * Wide(as<T>(b))));
  }
  static uint64_t wideAdd(uint64_t a, uint64_t b, uint64_t c) {
    return bitsOf(Wide(Wide(as<T>(a)) * Wide(as<T>(b)) + as<Wide>(c)));
  }
};
template <typename T, typename Wide>
uint64_t high(uint64_t a, uint64_t b, uint64_t) {
  return bitsOf(T((Wide(as<T>(a)) * Wide(as<T>(b))) >> (8 * sizeof(T))));
}
template <typename T> uint64_t shiftLeft(uint64_t a, uint64_t by, uint64_t) {
  by &= 0xffffffff;
  return by >= 8 * sizeof(T) ? 0 : bitsOf(T(as<T>(a) << by));
}
template <typename T> uint64_t shiftRight(uint64_t a, uint64_t by, uint64_t) {
  by &= 0xffffffff;
  if (by >= 8 * sizeof(T))
    return as<T>(a) < T(0) ? bitsOf(T(-1)) : 0;
  return bitsOf(T(as<T>(a) >> by));
}
template <typename T> uint64_t field(uint64_t a, uint64_t from, uint64_t bits) {
  from &= 255, bits &= 255;
  uint64_t value = from > 63 ? 0 : uint64_t(as<T>(a)) >> from;
  return bits > 63 ? value : value & ((uint64_t(1) << bits) - 1);
}
/// Its top bit is the sign.
template <typename T>
uint64_t signedField(uint64_t a, uint64_t from, uint64_t bits) {
  from &= 255, bits &= 255;
  if (bits == 0)
    return 0;
  constexpr uint64_t last = 8 * sizeof(T) - 1;
  uint64_t value = field<T>(a, from, bits);
  uint64_t top = as<T>(a) >> std::min(from + bits - 1, last) & 1;
  if (from + bits > last + 1 && from <= last)
    bits = last + 1 - from;
  return bits > 63 || !top ? value
                           : value | ~uint64_t(0) << (from > last ? 0 : bits);
}
template <typename T> uint64_t select(uint64_t a, uint64_t b, uint64_t which) {
  return bitsOf(as<T>(which & 1 ? a : b));
}
uint64_t isFalse(uint64_t a, uint64_t, uint64_t) { return ~a & 1; }
uint64_t isTrue(uint64_t a, uint64_t, uint64_t) { return a & 1; }
uint64_t funnelLeft(uint64_t low, uint64_t top, uint64_t by) {
  return ((top << 32 | (low & 0xffffffff)) << (by & 31)) >> 32 & 0xffffffff;
}
uint64_t permute(uint64_t a, uint64_t b, uint64_t how) {
  uint64_t both = (a & 0xffffffff) | b << 32, result = 0;
  for (int i = 0; i < 4; ++i) {
    uint64_t byte = both >> (how >> 4 * i & 7) * 8 & 255;
    result |= (how >> 4 * i & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
  }
  return result;
}
template <typename T> uint64_t countOnes(uint64_t a, uint64_t, uint64_t) {
  return __builtin_popcountll(as<T>(a));
}
template <typename T> uint64_t countZeros(uint64_t a, uint64_t, uint64_t) {
  T value = as<T>(a);
  return value ? __builtin_clzll(value) - (64 - 8 * sizeof(T)) : 8 * sizeof(T);
}
} // namespace

template <typename S, typename U, typename Wide, typename WideU>
static void addIntegers(Table &table, const std::string &bits) {
  auto both = [&](const std::string &name, Operation sign, Operation no) {
    table[name + ".s" + bits] = sign;
    table[name + ".u" + bits] = no;
  };
  auto any = [&](const std::string &name, Operation run) {
    for (const char *letter : {".s", ".u", ".b"})
      table[name + letter + bits] = run;
  };
  any("add", each<compute<Add, U>>);
  any("sub", each<compute<Sub, U>>);
  any("and", each<compute<And, U>>);
  any("or", each<compute<Or, U>>);
  any("xor", each<compute<Xor, U>>);
  any("not", each<compute<Not, U>>);
  any("popc", each<countOnes<U>>);
  any("clz", each<countZeros<U>>);
  any("neg", each<compute<Neg, U>>);
  any("mov", each<compute<Move, U>>);
  any("selp", each<select<U>>);
  any("shl", each<shiftLeft<U>>);
  any("shr", each<shiftRight<U>>);
  table["shr.s" + bits] = each<shiftRight<S>>;
  any("mul.lo", each<compute<MulInt, U>>);
  any("mad.lo", each<compute<MadInt, U>>);
  table["abs.s" + bits] = each<compute<AbsInt, S>>;
  both("min", each<compute<Min, S>>, each<compute<Min, U>>);
  both("max", each<compute<Max, S>>, each<compute<Max, U>>);
  both("div", each<compute<QuotientInt, S>>, each<compute<QuotientInt, U>>);
  both("rem", each<compute<RestInt, S>>, each<compute<RestInt, U>>);
  both("mul.hi", each<high<S, Wide>>, each<high<U, WideU>>);
  any("setp.eq", each<decide<Equal, U>>);
  any("setp.ne", each<decide<NotEqual, U>>);
  both("setp.lt", each<decide<Less, S>>, each<decide<Less, U>>);
  both("setp.le", each<decide<LessEqual, S>>, each<decide<LessEqual, U>>);
  both("setp.gt", each<decide<Greater, S>>, each<decide<Greater, U>>);
  both("setp.ge", each<decide<GreaterEqual, S>>, each<decide<GreaterEqual, U>>);
}

/// p|q, a, b: of both halves.
template <typename Op, typename T>
static void testTwo(Machine &machine, const Instruction &i) {
  for (uint32_t thread : machine.active) {
    uint64_t a = argument(machine, i, 2, thread);
    uint64_t b = argument(machine, i, 3, thread);
    machine.set(i.operands[0], thread, decide<Op, T>(a, b, 0));
    machine.set(i.operands[1], thread, decide<Op, T>(a >> 16, b >> 16, 0));
  }
}

/// Of numbers, or of pairs of them.
template <typename T, template <typename, typename> class How>
static void addTests(Table &table, const std::string &type) {
  table["setp.eq" + type] = How<Equal, T>::run;
  table["setp.ne" + type] = How<OrderedNotEqual, T>::run;
  table["setp.lt" + type] = How<Less, T>::run;
  table["setp.le" + type] = How<LessEqual, T>::run;
  table["setp.gt" + type] = How<Greater, T>::run;
  table["setp.ge" + type] = How<GreaterEqual, T>::run;
  table["setp.equ" + type] = How<EqualOrNaN, T>::run;
  table["setp.neu" + type] = How<NotEqual, T>::run;
  table["setp.ltu" + type] = How<NotGreaterEqual, T>::run;
  table["setp.leu" + type] = How<NotGreater, T>::run;
  table["setp.gtu" + type] = How<NotLessEqual, T>::run;
  table["setp.geu" + type] = How<NotLess, T>::run;
  table["setp.num" + type] = How<Ordered, T>::run;
  table["setp.nan" + type] = How<Unordered, T>::run;
}
template <typename Op, typename T> struct One {
  static constexpr Operation run = each<decide<Op, T>>;
};
template <typename Op, typename T> struct Two {
  static constexpr Operation run = testTwo<Op, T>;
};

template <typename T, typename FusedMultiplyAdd>
static void addFloats(Table &table, const std::string &type) {
  auto rounded = [&](const std::string &name, Operation run) {
    table[name + type] = table[name + ".rn" + type] = run;
  };
  rounded("add", each<compute<Add, T>>);
  rounded("sub", each<compute<Sub, T>>);
  rounded("mul", each<compute<Mul, T>>);
  rounded("div", each<compute<Div, T>>);
  rounded("sqrt", each<compute<Sqrt, T>>);
  rounded("rcp", each<compute<Rcp, T>>);
  rounded("fma", each<compute<FusedMultiplyAdd, T>>);
  table["neg" + type] = each<compute<Neg, T>>;
  table["abs" + type] = each<compute<Abs, T>>;
  table["copysign" + type] = each<compute<CopySign, T>>;
  table["min" + type] = each<compute<MinNum, T>>;
  table["max" + type] = each<compute<MaxNum, T>>;
  table["min.NaN" + type] = each<compute<MinNaN, T>>;
  table["max.NaN" + type] = each<compute<MaxNaN, T>>;
  addTests<T, One>(table, type);
}

template <typename T, typename FusedMultiplyAdd>
static void addPairSums(Table &table, const std::string &type) {
  table["add.rn" + type] = table["add" + type] = each<computeTwo<Add, T>>;
  table["sub.rn" + type] = table["sub" + type] = each<computeTwo<Sub, T>>;
  table["mul.rn" + type] = table["mul" + type] = each<computeTwo<Mul, T>>;
  table["fma.rn" + type] = each<computeTwo<FusedMultiplyAdd, T>>;
}

template <typename T>
static void addPairs(Table &table, const std::string &type) {
  addPairSums<T, FmaOdd>(table, type);
  table["neg" + type] = each<computeTwo<Neg, T>>;
  table["abs" + type] = each<computeTwo<Abs, T>>;
  table["min" + type] = each<computeTwo<MinNum, T>>;
  table["max" + type] = each<computeTwo<MaxNum, T>>;
  table["min.NaN" + type] = each<computeTwo<MinNaN, T>>;
  table["max.NaN" + type] = each<computeTwo<MaxNaN, T>>;
  addTests<T, Two>(table, type);
}

template <typename T>
static void addIntegerPairs(Table &table, const std::string &type) {
  table["add" + type] = each<computeTwo<Add, T>>;
  table["min" + type] = each<computeTwo<Min, T>>;
  table["max" + type] = each<computeTwo<Max, T>>;
}

static Table makeTable() {
  Table table;
  addIntegers<int16_t, uint16_t, int32_t, uint32_t>(table, "16");
  addIntegers<int32_t, uint32_t, int64_t, uint64_t>(table, "32");
  addIntegers<int64_t, uint64_t, __int128, unsigned __int128>(table, "64");
  table["mul.wide.s16"] = each<Wider<int16_t, int32_t>::wide>;
  table["mul.wide.u16"] = each<Wider<uint16_t, uint32_t>::wide>;
  table["mul.wide.s32"] = each<Wider<int32_t, int64_t>::wide>;
  table["mul.wide.u32"] = each<Wider<uint32_t, uint64_t>::wide>;
  table["mad.wide.s32"] = each<Wider<int32_t, int64_t>::wideAdd>;
  table["mad.wide.u32"] = each<Wider<uint32_t, uint64_t>::wideAdd>;
  table["bfe.u32"] = each<field<uint32_t>>;
  table["bfe.u64"] = each<field<uint64_t>>;
  table["bfe.s32"] = each<signedField<uint32_t>>;
  table["bfe.s64"] = each<signedField<uint64_t>>;
  table["shf.l.wrap.b32"] = each<funnelLeft>;
  table["prmt.b32"] = each<permute>;
  table["cvta.to.global.u64"] = each<compute<Move, uint64_t>>;
  table["mov.f32"] = each<compute<Move, uint32_t>>;
  table["mov.f64"] = each<compute<Move, uint64_t>>;
  table["selp.f32"] = each<select<uint32_t>>;
  table["selp.f64"] = each<select<uint64_t>>;
  table["and.pred"] = each<compute<And, uint8_t>>;
  table["or.pred"] = each<compute<Or, uint8_t>>;
  table["xor.pred"] = each<compute<Xor, uint8_t>>;
  table["not.pred"] = each<isFalse>;
  table["mov.pred"] = each<isTrue>;
  addFloats<float, Fma>(table, ".f32");
  addFloats<double, Fma>(table, ".f64");
  table["add.rz.f64"] = each<compute<AddToZero, double>>;
  addFloats<Half, FmaOdd>(table, ".f16");
  addFloats<Bf16, FmaOdd>(table, ".bf16");
  addIntegerPairs<int16_t>(table, ".s16x2");
  addIntegerPairs<uint16_t>(table, ".u16x2");
  addPairSums<float, Fma>(table, ".f32x2");
  addPairs<Half>(table, ".f16x2");
  addPairs<Bf16>(table, ".bf16x2");
  return table;
}

Operation ptx::findArithmetic(const std::string &name) {
  static const Table table = makeTable();
  auto row = table.find(name);
  return row == table.end() ? nullptr : row->second;
}
