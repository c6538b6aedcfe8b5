// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/Samples.h"
#include "lib/OpModel/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static std::optional<Sample> constantOf(Operation *op) {
  auto value = op->getAttrOfType<SplatElementsAttr>("value");
  if (!value)
    return std::nullopt;
  if (auto real = dyn_cast<FloatAttr>(value.getSplatValue<Attribute>()))
    return Sample::of(real.getValue().convertToFloat());
  auto integer = dyn_cast<IntegerAttr>(value.getSplatValue<Attribute>());
  if (!integer)
    return std::nullopt;
  return Sample::of(integer.getType().isInteger(1)
                        ? int64_t(integer.getValue().getZExtValue())
                        : integer.getValue().getSExtValue());
}

static std::optional<Sample> convert(Sample from, Type to) {
  if (to.isF32())
    return Sample::of(from.isFloat ? from.real : float(from.integer));
  auto type = dyn_cast<IntegerType>(to);
  if (!type || type.getWidth() > 32)
    return std::nullopt;
  int64_t number = from.integer;
  if (from.isFloat) {
    double bound = std::ldexp(1, type.getWidth() - 1);
    if (!(std::fabs(from.real) < bound))
      return std::nullopt; // undefined
    number = int64_t(from.real);
  }
  if (type.getWidth() == 1)
    return Sample::of(int64_t(number != 0));
  return Sample::of(llvm::SignExtend64(uint64_t(number), type.getWidth()));
}

static std::optional<Sample> bitcast(Sample from, Type to) {
  if (from.isFloat && to.isInteger(32)) {
    int32_t bits;
    std::memcpy(&bits, &from.real, sizeof bits);
    return Sample::of(int64_t(bits));
  }
  if (from.isFloat || !to.isF32())
    return std::nullopt;
  auto bits = int32_t(from.integer);
  float real;
  std::memcpy(&real, &bits, sizeof real);
  return Sample::of(real);
}

static float least(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? NAN : std::fmin(a, b);
}
static float most(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? NAN : std::fmax(a, b);
}

static std::optional<Sample> combine(StringRef name, Sample a, Sample b) {
  if (a.isFloat != b.isFloat)
    return std::nullopt;
  if (a.isFloat) {
    if (name == "add")
      return Sample::of(a.real + b.real);
    if (name == "subtract")
      return Sample::of(a.real - b.real);
    if (name == "multiply")
      return Sample::of(a.real * b.real);
    if (name == "divide")
      return Sample::of(a.real / b.real);
    if (name == "minimum")
      return Sample::of(least(a.real, b.real));
    if (name == "maximum")
      return Sample::of(most(a.real, b.real));
    return std::nullopt;
  }
  if (name == "add")
    return Sample::of(int64_t(int32_t(a.integer + b.integer)));
  if (name == "subtract")
    return Sample::of(int64_t(int32_t(a.integer - b.integer)));
  if (name == "minimum")
    return Sample::of(std::min(a.integer, b.integer));
  if (name == "maximum")
    return Sample::of(std::max(a.integer, b.integer));
  if (name == "and")
    return Sample::of(a.integer & b.integer);
  if (name == "or")
    return Sample::of(a.integer | b.integer);
  return std::nullopt;
}

static std::optional<Sample> compare(Operation *op, Sample a, Sample b) {
  std::optional<Comparison> direction = getComparison(op);
  if (!direction)
    return std::nullopt;
  auto decide = [&](auto x, auto y) {
    switch (*direction) {
    case Comparison::EQ:
      return Sample::of(int64_t(x == y));
    case Comparison::NE:
      return Sample::of(int64_t(x != y));
    case Comparison::LT:
      return Sample::of(int64_t(x < y));
    case Comparison::LE:
      return Sample::of(int64_t(x <= y));
    case Comparison::GT:
      return Sample::of(int64_t(x > y));
    case Comparison::GE:
      return Sample::of(int64_t(x >= y));
    }
    llvm_unreachable("all directions are listed");
  };
  return a.isFloat ? decide(a.real, b.real) : decide(a.integer, b.integer);
}

static std::optional<Sample> unary(StringRef name, Operation *op, Sample x) {
  Type to = getElementTypeOrSelf(op->getResult(0));
  if (name == "broadcast_in_dim" || name == "reshape" ||
      name == "optimization_barrier" || name == "transpose")
    return x;
  if (name == "convert")
    return convert(x, to);
  if (name == "bitcast_convert")
    return bitcast(x, to);
  if (!x.isFloat)
    return std::nullopt;
  if (name == "is_finite")
    return Sample::of(int64_t(std::isfinite(x.real)));
  if (name == "abs")
    return Sample::of(std::fabs(x.real));
  if (name == "floor")
    return Sample::of(std::floor(x.real));
  if (name == "negate")
    return Sample::of(-x.real);
  if (name == "round_nearest_even")
    return Sample::of(std::nearbyint(x.real));
  return std::nullopt;
}

static std::optional<Sample> apply(Operation *op, ArrayRef<Sample> operands) {
  StringRef name = op->getName().getStringRef();
  if (name == "amp.state" || !name.consume_front("stablehlo."))
    return std::nullopt;
  if (name == "constant")
    return constantOf(op);
  if (operands.size() == 1)
    return unary(name, op, operands[0]);
  if (name == "reduce" && operands.size() == 2) {
    Block &body = op->getRegion(0).front();
    if (!llvm::hasNItems(body, 2))
      return std::nullopt;
    StringRef inner = body.front().getName().getStringRef();
    return inner.consume_front("stablehlo.")
               ? combine(inner, operands[1], operands[0])
               : std::nullopt;
  }
  if (name == "compare" && operands[0].isFloat == operands[1].isFloat)
    return compare(op, operands[0], operands[1]);
  if (name == "select" && operands.size() == 3)
    return operands[0].integer ? operands[1] : operands[2];
  if (name == "clamp" && operands.size() == 3) {
    auto low = combine("maximum", operands[0], operands[1]);
    return low ? combine("minimum", *low, operands[2]) : std::nullopt;
  }
  return operands.size() == 2 ? combine(name, operands[0], operands[1])
                              : std::nullopt;
}

std::optional<Sample> verify::evaluate(Value value, SampleMap &known) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1)
    return std::nullopt;
  SmallVector<Sample> operands;
  for (Value operand : op->getOperands()) {
    std::optional<Sample> sample = evaluate(operand, known);
    if (!sample)
      return std::nullopt;
    operands.push_back(*sample);
  }
  std::optional<Sample> result = apply(op, operands);
  if (result)
    known[value] = *result;
  return result;
}
