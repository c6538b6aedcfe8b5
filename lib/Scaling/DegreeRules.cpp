// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply(s*a, b)   ==>   s * multiply(a, b)     // degree 1
// maximum(s*a, 0)    ==>   s * maximum(a, 0)      // s is positive
// maximum(s*a, 1)    ==>   maximum(a, 1)          // a leaks: unscaled first
#include "lib/Scaling/DegreeRules.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::isScalable(Type type) {
  return isa<FloatType, ComplexType>(elementOf(type));
}

std::optional<Degree> amp::join(Degree a, Degree b) {
  if (a.isAny || a == b)
    return b;
  if (b.isAny)
    return a;
  return std::nullopt;
}

Degree DegreeReading::leakAll(unsigned first) const {
  for (unsigned i = first; i < op->getNumOperands(); ++i)
    leak(i);
  return {};
}

Degree DegreeReading::join(unsigned first) const {
  Degree all = Degree::any();
  for (Value operand : op->getOperands().drop_front(first)) {
    if (!isScalable(operand.getType()))
      continue;
    std::optional<Degree> joined = amp::join(all, of(operand));
    if (!joined)
      return leakAll(first);
    all = *joined;
  }
  return all;
}

static Degree linear(const DegreeReading &reading) { return reading.join(); }

static Degree nonlinear(const DegreeReading &reading) {
  return reading.leakAll();
}

/// Says the same for every positive factor.
static Degree invariant(const DegreeReading &reading) {
  reading.join();
  return {};
}

/// Reads shapes, or nothing.
static Degree unrelated(const DegreeReading &) { return {}; }

/// a^times * b^sign; a factor of one group only.
static Degree combined(const DegreeReading &reading, Degree a, Degree b,
                       int sign) {
  if (a.isAny || b.isAny)
    return a.isAny ? a : Degree::of(a.twelfths, a.group);
  if (a.twelfths && b.twelfths && a.group != b.group)
    return reading.leakAll();
  int sum = a.twelfths + sign * b.twelfths;
  if (sum != int16_t(sum))
    return reading.leakAll();
  return Degree::of(sum, a.twelfths ? a.group : b.group);
}

static Degree product(const DegreeReading &reading) {
  Degree a = reading[0], b = reading[1];
  return b.isAny ? b : combined(reading, a, b, 1);
}

static Degree quotient(const DegreeReading &reading) {
  return combined(reading, reading[0], reading[1], -1);
}

/// x = b / a.
static Degree solution(const DegreeReading &reading) {
  return combined(reading, reading[1], reading[0], -1);
}

static Degree power(const DegreeReading &reading, double exponent) {
  Degree a = reading[0];
  double twelfths = a.twelfths * exponent;
  if (a.isAny)
    return exponent > 0 ? a : Degree();
  if (twelfths != int16_t(twelfths))
    return reading.leakAll();
  return Degree::of(int(twelfths), a.group);
}

static Degree square(const DegreeReading &r) { return power(r, 2); }
static Degree root(const DegreeReading &r) { return power(r, 0.5); }
static Degree cubeRoot(const DegreeReading &r) { return power(r, 1.0 / 3); }
static Degree inverseRoot(const DegreeReading &r) { return power(r, -0.5); }
static Degree inverse(const DegreeReading &r) { return power(r, -1); }

/// The number that all elements of a constant are, broadcast or not.
static std::optional<double> findSplat(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && op->getNumOperands() == 1 && lookupRow(op) &&
         lookupRow(op)->opClass == OpClass::layout)
    op = op->getOperand(0).getDefiningOp();
  auto elements = op ? op->getAttrOfType<SplatElementsAttr>("value") : nullptr;
  if (!elements || !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<APFloat>().convertToDouble();
}

static Degree toThePower(const DegreeReading &reading) {
  std::optional<double> exponent = findSplat(reading.op->getOperand(1));
  return exponent ? power(reading, *exponent) : reading.leakAll();
}

/// Zeros and infinities stay by any factor.
static Degree constant(const DegreeReading &reading) {
  Attribute value = reading.op->getAttr("value");
  std::optional<APFloat> number;
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(value)) {
    Type element = splat.getElementType();
    if (isa<FloatType>(element))
      number = splat.getSplatValue<APFloat>();
    if (auto complex = dyn_cast<ComplexType>(element);
        complex && isa<FloatType>(complex.getElementType())) {
      auto parts = splat.getSplatValue<std::complex<APFloat>>();
      if (parts.real().isZero() && parts.imag().isZero())
        number = parts.real();
    }
  } else if (auto one = dyn_cast_if_present<FloatAttr>(value)) {
    number = one.getValue();
  }
  bool isAny = number && (number->isZero() || !number->isFinite());
  return isAny ? Degree::any() : Degree();
}

/// An integer is no power of anything.
static Degree converted(const DegreeReading &reading) {
  return isScalable(reading.op->getResult(0).getType()) ? reading.join()
                                                        : reading.leakAll();
}

/// `body(s*a, s*b)` is `s * body(a, b)`.
static Degree bodied(const DegreeReading &reading) {
  Degree all = reading.join();
  if (all.isZero() || reading.keeps(0, all))
    return all;
  return reading.leakAll();
}

/// Comparisons of the first operand choose; the second one and zeros are added.
static Degree selectAndScatter(const DegreeReading &reading) {
  Degree all = reading.join(/*first=*/1);
  if (all.isZero() || reading.keeps(1, all))
    return all;
  return reading.leakAll(1);
}

/// Linear in the last operand.
static Degree linearInLast(const DegreeReading &reading) {
  unsigned last = reading.op->getNumOperands() - 1;
  for (unsigned i = 0; i < last; ++i)
    reading.leak(i);
  return reading[last];
}

/// Calls that only say where a value lies.
static Degree customCall(const DegreeReading &reading) {
  static constexpr StringLiteral moving[] = {"Sharding", "SPMDFullToShardShape",
                                             "SPMDShardToFullShape",
                                             "annotate_device_placement"};
  auto target = reading.op->getAttrOfType<StringAttr>("call_target_name");
  bool moves = target && llvm::is_contained(moving, target.getValue());
  return moves ? reading.join() : reading.leakAll();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
struct Row {
  StringLiteral name;
  DegreeRule rule;
};
struct ClassRow {
  OpClass opClass;
  DegreeRule rule;
};
} // namespace

static constexpr Row rows[] = {
    {"arith.addf", linear},
    {"arith.cmpf", invariant},
    {"arith.divf", quotient},
    {"arith.maximumf", linear},
    {"arith.minimumf", linear},
    {"arith.mulf", product},
    {"arith.negf", linear},
    {"arith.select", linear},
    {"arith.subf", linear},
    {"chlo.broadcast_add", linear},
    {"chlo.broadcast_compare", invariant},
    {"chlo.broadcast_divide", quotient},
    {"chlo.broadcast_maximum", linear},
    {"chlo.broadcast_minimum", linear},
    {"chlo.broadcast_multiply", product},
    {"chlo.broadcast_select", linear},
    {"chlo.broadcast_subtract", linear},
    {"chlo.constant", constant},
    {"chlo.constant_like", constant},
    {"chlo.is_inf", invariant},
    {"chlo.is_neg_inf", invariant},
    {"chlo.is_pos_inf", invariant},
    {"chlo.square", square},
    {"chlo.top_k", linear},
    {"math.absf", linear},
    {"math.rsqrt", inverseRoot},
    {"math.sqrt", root},
    {"sdy.sharding_constraint", linear},
    {"sdy.reshard", linear},
    {"stablehlo.abs", linear},
    {"stablehlo.add", linear},
    {"stablehlo.all_reduce", bodied},
    {"stablehlo.atan2", invariant},
    {"stablehlo.batch_norm_grad", linearInLast},
    {"stablehlo.cbrt", cubeRoot},
    {"stablehlo.cholesky", root},
    {"stablehlo.clamp", linear},
    {"stablehlo.compare", invariant},
    {"stablehlo.complex", linear},
    {"stablehlo.convert", converted},
    {"stablehlo.cross-replica-sum", linear},
    {"stablehlo.custom_call", customCall},
    {"stablehlo.divide", quotient},
    {"stablehlo.fft", linear},
    {"stablehlo.get_dimension_size", unrelated},
    {"stablehlo.imag", linear},
    {"stablehlo.is_finite", invariant},
    {"stablehlo.map", bodied},
    {"stablehlo.maximum", linear},
    {"stablehlo.minimum", linear},
    {"stablehlo.multiply", product},
    {"stablehlo.negate", linear},
    {"stablehlo.power", toThePower},
    {"stablehlo.real", linear},
    {"stablehlo.reduce", bodied},
    {"stablehlo.reduce_precision", linear},
    {"stablehlo.reduce_scatter", bodied},
    {"stablehlo.reduce_window", bodied},
    {"stablehlo.remainder", linear},
    {"stablehlo.rsqrt", inverseRoot},
    {"stablehlo.scatter", bodied},
    {"stablehlo.select", linear},
    {"stablehlo.select_and_scatter", selectAndScatter},
    {"stablehlo.sign", invariant},
    {"stablehlo.sort", bodied},
    {"stablehlo.sqrt", root},
    {"stablehlo.subtract", linear},
    {"stablehlo.triangular_solve", solution},
    {"stablehlo.unary_einsum", linear},
    {"tosa.add", linear},
    {"tosa.mul", product},
    {"tosa.negate", linear},
    {"tosa.reciprocal", inverse},
    {"tosa.reduce_sum", linear},
    {"tosa.rsqrt", inverseRoot},
    {"tosa.sub", linear},
};

/// Ops without a row of their own, and without a region.
static constexpr ClassRow classRows[] = {
    {OpClass::collective, linear},     {OpClass::constant, constant},
    {OpClass::contraction, product},   {OpClass::convert, linear},
    {OpClass::gather_scatter, linear}, {OpClass::layout, linear},
};

DegreeRule amp::lookupDegreeRule(Operation *op) {
  static const llvm::StringMap<DegreeRule> byName = [] {
    llvm::StringMap<DegreeRule> all;
    for (const Row &row : rows)
      all[row.name] = row.rule;
    return all;
  }();
  if (DegreeRule rule = byName.lookup(op->getName().getStringRef()))
    return rule;
  const OpRow *known = lookupRow(op);
  if (known && op->getNumRegions() == 0)
    for (const ClassRow &row : classRows)
      if (row.opClass == known->opClass)
        return row.rule;
  return nonlinear;
}
