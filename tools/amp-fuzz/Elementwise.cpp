// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// op(a, b, ...) ==> each element in f64 or 64-bit integers, rounded once
#include "Interpreter.h"
#include "SpecialFunctions.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>
#include <complex>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Complex = std::complex<double>;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

namespace {
struct RealUnary {
  StringLiteral name;
  double (*function)(double);
};
struct RealBinary {
  StringLiteral name;
  double (*function)(double, double);
};
struct ComplexUnary {
  StringLiteral name;
  Complex (*function)(Complex);
};
struct ComplexBinary {
  StringLiteral name;
  Complex (*function)(Complex, Complex);
};
struct IntegerBinary {
  StringLiteral name;
  uint64_t (*function)(uint64_t, uint64_t, const Format &);
};
} // namespace

static double signOf(double x) {
  return std::isnan(x) ? x : x > 0 ? 1.0 : x < 0 ? -1.0 : x;
}

static double maximumOf(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
}

static double minimumOf(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  return a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
}

static double powerOf(double a, double b) { return std::pow(a, b); }

// clang-format off
static const RealUnary realUnaries[] = {
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

static const RealBinary realBinaries[] = {
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

static const ComplexUnary complexUnaries[] = {
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

static const ComplexBinary complexBinaries[] = {
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

static bool isSigned(const Format &format) {
  return format.kind == Kind::signedInteger;
}

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

static bool lessThan(uint64_t a, uint64_t b, const Format &format) {
  return isSigned(format) ? int64_t(a) < int64_t(b) : a < b;
}

static uint64_t lowBits(uint64_t a, const Format &format) {
  return format.bits >= 64 ? a : a & ((uint64_t(1) << format.bits) - 1);
}

// clang-format off
static const IntegerBinary integerBinaries[] = {
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

/// Name of an op without dialect and without "broadcast_".
static StringRef baseName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  name.consume_front("broadcast_");
  return name;
}

template <typename Row, size_t n>
static const Row *findRow(const Row (&rows)[n], StringRef name) {
  const Row *row =
      llvm::find_if(rows, [&](const Row &row) { return row.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

static Complex complexAt(const Tensor &tensor, int64_t i) {
  return {tensor.cells[2 * i].f, tensor.cells[2 * i + 1].f};
}

static void put(Interpreter &interpreter, Tensor &tensor, int64_t i,
                Complex value) {
  const Format &format = tensor.format();
  tensor.cells[2 * i].f = interpreter.round(format, value.real());
  tensor.cells[2 * i + 1].f = interpreter.round(format, value.imag());
}

static Complex numberAt(const Tensor &tensor, int64_t i) {
  return tensor.format().kind == Kind::complex ? complexAt(tensor, i)
                                               : Complex(tensor.cells[i].f, 0);
}

/// Element of an operand for element `i` of the result; scalars serve all.
static int64_t shared(const Tensor &operand, int64_t i) {
  return operand.count() == 1 ? 0 : i;
}

static void integerUnary(Interpreter &interpreter, Operation *op,
                         const Tensor &x, Tensor &result) {
  StringRef name = baseName(op);
  const Format &format = x.format();
  for (int64_t i = 0, n = x.count(); i < n; ++i) {
    uint64_t bits = lowBits(x.cells[i].i, format), value = 0;
    if (name == "not")
      value = ~x.cells[i].i;
    else if (name == "negate")
      value = -uint64_t(x.cells[i].i);
    else if (name == "abs")
      value = x.cells[i].i < 0 ? -uint64_t(x.cells[i].i) : x.cells[i].i;
    else if (name == "sign")
      value = (x.cells[i].i > 0) - (x.cells[i].i < 0);
    else if (name == "popcnt")
      value = llvm::popcount(bits);
    else if (name == "count_leading_zeros")
      value = llvm::countl_zero(bits) - (64 - int(format.bits));
    else if (name == "square")
      value = uint64_t(x.cells[i].i) * x.cells[i].i;
    else
      return interpreter.fail(op, "is not known for integers");
    result.cells[i].i = wrapTo(format, value);
  }
}

static void unary(Interpreter &interpreter, Operation *op, Operands operands,
                  Values &results) {
  const Tensor &x = *operands[0];
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  const Format &format = result.format();
  if (!x.format().isFloat()) {
    integerUnary(interpreter, op, x, result);
  } else if (x.format().kind == Kind::complex && baseName(op) == "abs") {
    for (int64_t i = 0, n = x.count(); i < n; ++i)
      result.cells[i].f = interpreter.round(format, std::abs(complexAt(x, i)));
  } else if (x.format().kind == Kind::complex) {
    const ComplexUnary *row = findRow(complexUnaries, baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for complex numbers");
    for (int64_t i = 0, n = x.count(); i < n; ++i)
      put(interpreter, result, i, row->function(complexAt(x, i)));
  } else {
    const RealUnary *row = findRow(realUnaries, baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for real numbers");
    for (int64_t i = 0, n = x.count(); i < n; ++i)
      result.cells[i].f =
          interpreter.round(format, row->function(x.cells[i].f));
  }
  results.push_back(std::move(result));
}

static void computeBinary(Interpreter &interpreter, Operation *op,
                          const Tensor &a, const Tensor &b, Tensor &result) {
  const Format &format = result.format();
  if (!format.isFloat()) {
    const IntegerBinary *row = findRow(integerBinaries, baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for integers");
    for (int64_t i = 0, n = result.count(); i < n; ++i)
      result.cells[i].i =
          wrapTo(format, row->function(a.cells[shared(a, i)].i,
                                       b.cells[shared(b, i)].i, format));
    return;
  }
  if (format.kind == Kind::complex) {
    const ComplexBinary *row = findRow(complexBinaries, baseName(op));
    if (!row)
      return interpreter.fail(op, "is not known for complex numbers");
    for (int64_t i = 0, n = result.count(); i < n; ++i)
      put(interpreter, result, i,
          row->function(complexAt(a, shared(a, i)),
                        complexAt(b, shared(b, i))));
    return;
  }
  const RealBinary *row = findRow(realBinaries, baseName(op));
  if (!row)
    return interpreter.fail(op, "is not known for real numbers");
  for (int64_t i = 0, n = result.count(); i < n; ++i)
    result.cells[i].f =
        interpreter.round(format, row->function(a.cells[shared(a, i)].f,
                                                b.cells[shared(b, i)].f));
}

/// Operand of a broadcasting op with the shape of the result.
static Tensor spread(Operation *op, const Tensor &operand,
                     ArrayRef<int64_t> shape) {
  Tensor result(operand.element, shape);
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  int64_t rank = operand.rank(), first = int64_t(shape.size()) - rank;
  bool isMapped = dims && rank < int64_t(shape.size());
  forEach(shape, [&](ArrayRef<int64_t> index, int64_t linear) {
    SmallVector<int64_t, 4> from(rank);
    for (int64_t d = 0; d < rank; ++d) {
      int64_t i = index[isMapped ? dims[d] : first + d];
      from[d] = operand.shape[d] == 1 ? 0 : i;
    }
    result.copy(linear, operand, linearize(from, operand.shape));
  });
  return result;
}

static void binary(Interpreter &interpreter, Operation *op, Operands operands,
                   Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  if (operands[0]->shape == operands[1]->shape)
    computeBinary(interpreter, op, *operands[0], *operands[1], result);
  else
    computeBinary(interpreter, op, spread(op, *operands[0], result.shape),
                  spread(op, *operands[1], result.shape), result);
  results.push_back(std::move(result));
}

/// Order of floats as bits: -NaN < -inf < ... < -0 < 0 < ... < inf < NaN.
static int64_t totalOrder(const Format &format, double value) {
  uint64_t bits = bitsOf(format, value), sign = uint64_t(1)
                                                << (format.bits - 1);
  return bits & sign ? -int64_t(bits & (sign - 1)) - 1 : int64_t(bits);
}

template <typename T> static bool relation(StringRef direction, T a, T b) {
  return direction == "EQ"   ? a == b
         : direction == "NE" ? a != b
         : direction == "GE" ? a >= b
         : direction == "GT" ? a > b
         : direction == "LE" ? a <= b
                             : a < b;
}

static StringRef enumText(Operation *op, StringRef name,
                          SmallString<32> &storage) {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return "";
  llvm::raw_svector_ostream(storage)
      << attribute; // #stablehlo<comparison_direction LT>
  return StringRef(storage).rsplit(' ').second.rtrim('>');
}

static void compare(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  Tensor a = spread(op, *operands[0], result.shape),
         b = spread(op, *operands[1], result.shape);
  SmallString<32> directionText, typeText;
  StringRef direction = enumText(op, "comparison_direction", directionText);
  bool isTotal = enumText(op, "compare_type", typeText) == "TOTALORDER";
  const Format &format = a.format();
  for (int64_t i = 0, n = result.count(); i < n; ++i) {
    bool holds;
    if (format.kind == Kind::complex) {
      bool equal = complexAt(a, i) == complexAt(b, i);
      holds = direction == "EQ" ? equal : !equal;
    } else if (format.kind == Kind::real && isTotal)
      holds = relation(direction, totalOrder(format, a.cells[i].f),
                       totalOrder(format, b.cells[i].f));
    else if (format.kind == Kind::real)
      holds = relation(direction, a.cells[i].f, b.cells[i].f);
    else if (isSigned(format))
      holds = relation(direction, a.cells[i].i, b.cells[i].i);
    else
      holds =
          relation(direction, uint64_t(a.cells[i].i), uint64_t(b.cells[i].i));
    result.cells[i].i = holds;
  }
  results.push_back(std::move(result));
}

static void select(Interpreter &interpreter, Operation *op, Operands operands,
                   Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  const Tensor &pred = *operands[0], &yes = *operands[1], &no = *operands[2];
  for (int64_t i = 0, n = result.count(); i < n; ++i) {
    const Tensor &from = pred.cells[shared(pred, i)].i ? yes : no;
    result.copy(i, from, shared(from, i));
  }
  results.push_back(std::move(result));
}

static void clamp(Interpreter &interpreter, Operation *op, Operands operands,
                  Values &results) {
  const Tensor &low = *operands[0], &x = *operands[1], &high = *operands[2];
  Tensor result(x.element, x.shape);
  const Format &format = x.format();
  for (int64_t i = 0, n = x.count(); i < n; ++i) {
    Cell least = low.cells[shared(low, i)], most = high.cells[shared(high, i)],
         value = x.cells[i];
    if (format.kind == Kind::real)
      result.cells[i].f = minimumOf(maximumOf(value.f, least.f), most.f);
    else {
      uint64_t raised = lessThan(value.i, least.i, format) ? least.i : value.i;
      result.cells[i].i = lessThan(most.i, raised, format) ? most.i : raised;
    }
  }
  results.push_back(std::move(result));
}

/// Bounds of an integer type as floats; conversion saturates.
static int64_t toInteger(const Format &format, double value) {
  if (format.kind == Kind::boolean)
    return value != 0;
  if (std::isnan(value))
    return 0;
  double least = isSigned(format) ? -std::ldexp(1.0, format.bits - 1) : 0;
  double limit = std::ldexp(1.0, format.bits - isSigned(format));
  if (value < least)
    return int64_t(least);
  if (value >= limit)
    return int64_t(~uint64_t(0) >> (64 - format.bits + isSigned(format)));
  return isSigned(format) ? int64_t(value) : int64_t(uint64_t(value));
}

static double toReal(const Format &format, Cell cell) {
  if (format.isFloat())
    return cell.f;
  return format.kind == Kind::unsignedInteger ? double(uint64_t(cell.i))
                                              : double(cell.i);
}

static void convert(Interpreter &interpreter, Operation *op, Operands operands,
                    Values &results) {
  const Tensor &x = *operands[0];
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  const Format &from = x.format(), &to = result.format();
  for (int64_t i = 0, n = x.count(); i < n; ++i) {
    Cell cell = x.cells[i * from.width()];
    if (to.kind == Kind::complex)
      put(interpreter, result, i,
          from.kind == Kind::complex ? complexAt(x, i)
                                     : Complex(toReal(from, cell), 0));
    else if (to.kind == Kind::real && !from.isFloat() && to.bits == 32 &&
             interpreter.rounds())
      result.cells[i].f = // once, not by way of f64
          from.kind == Kind::unsignedInteger ? float(uint64_t(cell.i))
                                             : float(cell.i);
    else if (to.kind == Kind::real)
      result.cells[i].f = interpreter.round(to, toReal(from, cell));
    else if (from.isFloat())
      result.cells[i].i = toInteger(to, cell.f);
    else
      result.cells[i].i =
          to.kind == Kind::boolean ? cell.i != 0 : wrapTo(to, cell.i);
  }
  results.push_back(std::move(result));
}

static void reducePrecision(Interpreter &interpreter, Operation *op,
                            Operands operands, Values &results) {
  auto reduce = cast<stablehlo::ReducePrecisionOp>(op);
  Tensor result = *operands[0];
  if (!interpreter.rounds()) { // a rounding like any other
    results.push_back(std::move(result));
    return;
  }
  int exponentBits = reduce.getExponentBits(),
      mantissaBits = reduce.getMantissaBits();
  int bias = (1 << (exponentBits - 1)) - 1;
  const Format &format = result.format();
  for (Cell &cell : result.cells) {
    double x = roundTo(format, cell.f);
    cell.f = x;
    if (x == 0 || !std::isfinite(x))
      continue;
    double quantum = std::ldexp(1.0, std::ilogb(x) - mantissaBits);
    double rounded = std::nearbyint(x / quantum) * quantum;
    if (rounded == 0 || std::ilogb(rounded) < 1 - bias)
      cell.f =
          std::copysign(0.0, x); // subnormals of the small format are flushed
    else if (std::ilogb(rounded) > bias)
      cell.f = std::copysign(INFINITY, x);
    else
      cell.f = rounded;
  }
  results.push_back(std::move(result));
}

static void isFinite(Interpreter &interpreter, Operation *op, Operands operands,
                     Values &results) {
  Tensor result = emptyResult(interpreter, op);
  StringRef name = op->getName().stripDialect();
  for (int64_t i = 0, n = result.count(); i < n; ++i) {
    double x = operands[0]->cells[i].f;
    result.cells[i].i = name == "is_finite"    ? std::isfinite(x)
                        : name == "is_inf"     ? std::isinf(x)
                        : name == "is_pos_inf" ? x == INFINITY
                                               : x == -INFINITY;
  }
  results.push_back(std::move(result));
}

static void nextAfter(Interpreter &interpreter, Operation *op,
                      Operands operands, Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  Tensor a = spread(op, *operands[0], result.shape),
         b = spread(op, *operands[1], result.shape);
  const Format &format = result.format();
  for (int64_t i = 0, n = result.count(); i < n; ++i) {
    double from = roundTo(format, a.cells[i].f),
           to = roundTo(format, b.cells[i].f);
    if (std::isnan(from) || std::isnan(to)) {
      result.cells[i].f = NAN;
    } else if (from == to) {
      result.cells[i].f = to;
    } else if (format.bits == 64) {
      result.cells[i].f = std::nextafter(from, to);
    } else {
      llvm::APFloat number(*format.semantics,
                           APInt(64, bitsOf(format, from)).trunc(format.bits));
      number.next(/*nextDown=*/to < from);
      result.cells[i].f =
          ofBits(format, number.bitcastToAPInt().getZExtValue());
    }
  }
  results.push_back(std::move(result));
}

static void complexParts(Interpreter &interpreter, Operation *op,
                         Operands operands, Values &results) {
  Tensor result = emptyResult(interpreter, op);
  StringRef name = op->getName().stripDialect();
  for (int64_t i = 0, n = result.count(); i < n; ++i) {
    if (name == "complex" || name == "broadcast_complex") {
      result.cells[2 * i] = operands[0]->cells[i];
      result.cells[2 * i + 1] = operands[1]->cells[i];
    } else {
      Complex z = numberAt(*operands[0], i);
      result.cells[i].f = name == "real" ? z.real() : z.imag();
    }
  }
  results.push_back(std::move(result));
}

static void map(Interpreter &interpreter, Operation *op, Operands operands,
                Values &results) {
  Tensor result = emptyResult(interpreter, op);
  if (interpreter.failed())
    return;
  for (int64_t i = 0, n = result.count(); i < n && !interpreter.failed(); ++i) {
    SmallVector<Tensor, 4> elements;
    for (const Tensor *operand : operands)
      elements.push_back(operand->at(i));
    Values value = interpreter.runRegion(op->getRegion(0), elements);
    if (!interpreter.failed())
      result.copy(i, value[0], 0);
  }
  results.push_back(std::move(result));
}

template <typename Rows>
static void addRows(Handlers &handlers, const Rows &rows, Handler handler) {
  for (const auto &row : rows)
    for (StringRef prefix : {"stablehlo.", "chlo.", "chlo.broadcast_"})
      handlers[(prefix + row.name).str()] = handler;
}

void fuzz::addElementwiseHandlers(Handlers &handlers) {
  addRows(handlers, realUnaries, unary);
  addRows(handlers, complexUnaries, unary);
  addRows(handlers, realBinaries, binary);
  addRows(handlers, complexBinaries, binary);
  addRows(handlers, integerBinaries, binary);
  for (StringRef name : {"not", "popcnt", "count_leading_zeros"})
    handlers[("stablehlo." + name).str()] = unary;
  handlers["stablehlo.compare"] = handlers["chlo.broadcast_compare"] = compare;
  handlers["stablehlo.select"] = select;
  handlers["chlo.broadcast_select"] = select;
  handlers["stablehlo.clamp"] = clamp;
  handlers["stablehlo.convert"] = convert;
  handlers["stablehlo.reduce_precision"] = reducePrecision;
  for (StringRef name : {"stablehlo.is_finite", "chlo.is_inf",
                         "chlo.is_pos_inf", "chlo.is_neg_inf"})
    handlers[name] = isFinite;
  handlers["chlo.next_after"] = handlers["chlo.broadcast_next_after"] =
      nextAfter;
  for (StringRef name : {"stablehlo.real", "stablehlo.imag",
                         "stablehlo.complex", "chlo.broadcast_complex"})
    handlers[name] = complexParts;
  handlers["stablehlo.map"] = map;
}
