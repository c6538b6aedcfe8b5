// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons, selection, conversions, classification: no math functions.
#include "Interpret/Functions.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
using Operands = Interpreter::Operands;
using Values = Interpreter::Values;

static Complex numberAt(const Tensor &tensor, int64_t i) {
  return tensor.format().kind == Kind::complex ? complexAt(tensor, i)
                                               : Complex(tensor.cells[i].f, 0);
}

/// Total order of floats: -NaN < -inf < ... < -0 < 0 < ... < inf < NaN.
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

/// Converts a float to an integer, saturating.
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
      result.cells[i].f = // rounds once, not through f64
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
  if (!interpreter.rounds()) { // the op is a rounding
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

void fuzz::addChoiceHandlers(Handlers &handlers) {
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
