// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Homogeneity of ops: f(s^a x, s^b y) = s^d f(x, y) for every scale s > 0.
//
// clang-format off
//   sum       a = b = d            add, maximum, select, concatenate, …
//   product   d = a + b            multiply, dot_general, convolution
//   quotient  d = a - b            divide
//   power     d = n a, if whole    power by a constant, sqrt, rsqrt, …
//   test      a = b, and d = 0     compare, sign, atan2
//   fixed     a = b = 0 = d        everything else
// clang-format on
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Verify/scaling/Degrees.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isFloatLike(Value value) {
  Type element = elementOf(value.getType());
  return isa<Float32Type, FloatType, ComplexType>(element);
}

static constexpr Degree conflict = {Degree::conflict, 0, 0};

namespace {
enum class Rule {
  sum,
  product,
  quotient,
  solve, ///< x with A x = B: degree of B minus degree of A
  square,
  root,
  cubeRoot,
  inverseRoot,
  reciprocal,
  power,
  test,
  convert,
  select, ///< operand 0 is the predicate
  constant,
  lastOnly,    ///< linear in the last operand; the others are unscaled
  reduction,   ///< n values, n initial values, a body of 2n arguments
  sort,        ///< n values, a comparator of 2n arguments
  elementwise, ///< a body of one argument per operand
  collective,  ///< a body of two arguments for each operand
  perOperand,  ///< result i is linear in operand i
  scatter,
  selectAndScatter,
  custom,
  free, ///< no float operand
  fixed
};
struct RuleRow {
  OpKind kind;
  Rule rule;
};
} // namespace

static constexpr RuleRow rules[] = {
    {OpKind::abs, Rule::sum},
    {OpKind::add, Rule::sum},
    {OpKind::all_gather, Rule::perOperand},
    {OpKind::all_reduce, Rule::collective},
    {OpKind::all_to_all, Rule::perOperand},
    {OpKind::atan2, Rule::test},
    {OpKind::batch_norm_grad, Rule::lastOnly},
    {OpKind::broadcast, Rule::sum},
    {OpKind::broadcast_in_dim, Rule::sum},
    {OpKind::cbrt, Rule::cubeRoot},
    {OpKind::cholesky, Rule::root},
    {OpKind::clamp, Rule::sum},
    {OpKind::collective_broadcast, Rule::sum},
    {OpKind::collective_permute, Rule::sum},
    {OpKind::compare, Rule::test},
    {OpKind::complex, Rule::sum},
    {OpKind::concatenate, Rule::sum},
    {OpKind::constant, Rule::constant},
    {OpKind::constant_like, Rule::constant},
    {OpKind::convert, Rule::convert},
    {OpKind::convolution, Rule::product},
    {OpKind::copy, Rule::sum},
    {OpKind::cross_replica_sum, Rule::sum},
    {OpKind::custom_call, Rule::custom},
    {OpKind::divide, Rule::quotient},
    {OpKind::dot, Rule::product},
    {OpKind::dot_general, Rule::product},
    {OpKind::dynamic_broadcast_in_dim, Rule::sum},
    {OpKind::dynamic_conv, Rule::product},
    {OpKind::dynamic_gather, Rule::sum},
    {OpKind::dynamic_pad, Rule::sum},
    {OpKind::dynamic_reshape, Rule::sum},
    {OpKind::dynamic_slice, Rule::sum},
    {OpKind::dynamic_update_slice, Rule::sum},
    {OpKind::einsum, Rule::product},
    {OpKind::fft, Rule::sum},
    {OpKind::gather, Rule::sum},
    {OpKind::get_dimension_size, Rule::free},
    {OpKind::imag, Rule::sum},
    {OpKind::is_finite, Rule::test},
    {OpKind::is_inf, Rule::test},
    {OpKind::is_neg_inf, Rule::test},
    {OpKind::is_pos_inf, Rule::test},
    {OpKind::map, Rule::elementwise},
    {OpKind::maximum, Rule::sum},
    {OpKind::minimum, Rule::sum},
    {OpKind::multiply, Rule::product},
    {OpKind::negate, Rule::sum},
    {OpKind::pad, Rule::sum},
    {OpKind::power, Rule::power},
    {OpKind::real, Rule::sum},
    {OpKind::real_dynamic_slice, Rule::sum},
    {OpKind::reciprocal, Rule::reciprocal},
    {OpKind::reduce, Rule::reduction},
    {OpKind::reduce_precision, Rule::convert},
    {OpKind::reduce_scatter, Rule::collective},
    {OpKind::reduce_sum, Rule::sum},
    {OpKind::reduce_window, Rule::reduction},
    {OpKind::remainder, Rule::sum},
    {OpKind::reshape, Rule::sum},
    {OpKind::reshard, Rule::sum},
    {OpKind::reverse, Rule::sum},
    {OpKind::rsqrt, Rule::inverseRoot},
    {OpKind::scatter, Rule::scatter},
    {OpKind::select, Rule::select},
    {OpKind::select_and_scatter, Rule::selectAndScatter},
    {OpKind::sharding_constraint, Rule::sum},
    {OpKind::sign, Rule::test},
    {OpKind::slice, Rule::sum},
    {OpKind::sort, Rule::sort},
    {OpKind::sqrt, Rule::root},
    {OpKind::square, Rule::square},
    {OpKind::subtract, Rule::sum},
    {OpKind::top_k, Rule::sum},
    {OpKind::torch_index_select, Rule::sum},
    {OpKind::transpose, Rule::sum},
    {OpKind::triangular_solve, Rule::solve},
    {OpKind::unary_einsum, Rule::sum},
};

/// Returns the rule of an op by its kind, else by its class: data movement and
/// contractions of other dialects.
static Rule ruleOf(Operation *op) {
  static const KindMap<RuleRow> byKind(rules);
  if (const RuleRow *known = byKind.lookup(kindOf(op)))
    return known->rule;
  const OpRow *row = lookupRow(op);
  if (!row || op->getNumRegions() != 0)
    return Rule::fixed;
  switch (row->opClass) {
  case OpClass::constant:
    return Rule::constant;
  case OpClass::contraction:
    return Rule::product;
  case OpClass::layout:
  case OpClass::gather_scatter:
    return Rule::sum;
  default:
    return Rule::fixed;
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic of degrees
//===----------------------------------------------------------------------===//

static Degree fixed(const DegreeContext &context, unsigned first = 0) {
  for (Degree degree : context.operands.drop_front(first))
    if (!degree.isPlain())
      return conflict;
  return Degree::of(0, 0);
}

/// Joins the degrees of float operands; 0 if none: integers are not scaled.
static Degree sum(const DegreeContext &context, unsigned first = 0) {
  Degree all;
  bool any = false;
  for (auto [value, degree] :
       llvm::zip(context.op->getOperands().drop_front(first),
                 context.operands.drop_front(first)))
    if (isFloatLike(value) || context.op->getNumOperands() == 1) {
      context.analysis.join(all, degree);
      any = true;
    }
  return any ? all : Degree::of(0, 0);
}

static Degree product(Degree a, Degree b, int sign) {
  if (a.kind == Degree::conflict || b.kind == Degree::conflict)
    return conflict;
  if (a.kind == Degree::unreached || b.kind == Degree::unreached)
    return {};
  if (a.kind == Degree::zero || (b.kind == Degree::zero && sign > 0))
    return {Degree::zero, 0, 0};
  if (b.kind == Degree::zero) // division by zero: infinite or NaN
    return a;
  if (a.exponent && b.exponent && a.group != b.group)
    return conflict;
  return Degree::of(a.exponent + sign * b.exponent,
                    a.exponent ? a.group : b.group);
}

/// Returns the degree of x^(numerator / denominator). A fraction is a conflict.
static Degree power(Degree a, int numerator, int denominator = 1) {
  if (a.kind == Degree::zero)
    return numerator > 0 ? a : Degree::of(0, 0);
  if (a.kind != Degree::power)
    return a;
  if (a.exponent * numerator % denominator != 0)
    return conflict;
  return Degree::of(a.exponent * numerator / denominator, a.group);
}

/// Returns the degree of a power with a constant exponent, possibly broadcast.
static Degree constantPower(const DegreeContext &context) {
  Value exponent = context.op->getOperand(1);
  Operation *op = exponent.getDefiningOp();
  while (isHlo(op, OpKind::broadcast_in_dim)) {
    exponent = op->getOperand(0);
    op = exponent.getDefiningOp();
  }
  auto number = dyn_cast_if_present<FloatAttr>(constantOf(exponent));
  double doubled = number ? 2 * number.getValueAsDouble() : 0.5;
  if (doubled != std::floor(doubled) || std::abs(doubled) > 100)
    return fixed(context);
  return power(context.operands[0], int(doubled), 2);
}

static Degree constant(Operation *op) {
  auto isAnyPower = [](const APFloat &number) {
    return number.isZero() || !number.isFinite();
  };
  Attribute value = findConstantValue(op);
  bool isZero = false;
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(value)) {
    Type element = splat.getElementType();
    if (isa<FloatType>(element))
      isZero = isAnyPower(splat.getSplatValue<APFloat>());
    else if (isa<IntegerType>(element))
      isZero = splat.getSplatValue<APInt>().isZero();
    else if (auto complex = dyn_cast<ComplexType>(element);
             complex && isa<FloatType>(complex.getElementType())) {
      auto parts = splat.getSplatValue<std::complex<APFloat>>();
      isZero = parts.real().isZero() && parts.imag().isZero();
    }
  } else if (auto number = dyn_cast_if_present<FloatAttr>(value)) {
    isZero = isAnyPower(number.getValue());
  }
  return isZero ? Degree{Degree::zero, 0, 0} : Degree::of(0, 0);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Returns the degrees that a body yields for arguments of these degrees.
static SmallVector<Degree> applyBody(const DegreeContext &context,
                                     unsigned region,
                                     ArrayRef<Degree> arguments) {
  Region &body = context.op->getRegion(region);
  SmallVector<Degree> plain(arguments);
  for (auto [argument, degree] : llvm::zip(body.getArguments(), plain))
    if (!isFloatLike(argument) && degree.kind == Degree::power)
      degree = Degree::of(0, 0);
  return context.flow.solveBody(body, plain);
}

/// Returns the degree `of` if a combining body keeps it, else a conflict.
static Degree keeps(Degree of, Degree yielded) {
  if (of.kind == Degree::conflict || yielded.kind == Degree::conflict)
    return conflict;
  if (yielded.kind <= Degree::zero || yielded == of)
    return of;
  return of.isPlain() && yielded.isPlain() ? Degree::of(0, 0) : conflict;
}

static void reduction(const DegreeContext &context,
                      MutableArrayRef<Degree> results) {
  unsigned count = results.size();
  SmallVector<Degree> joined;
  for (unsigned i = 0; i < count; ++i) {
    Degree degree = context.operands[i];
    context.analysis.join(degree, context.operands[count + i]);
    joined.push_back(degree);
  }
  SmallVector<Degree> arguments(joined);
  arguments.append(joined);
  SmallVector<Degree> yielded = applyBody(context, 0, arguments);
  for (unsigned i = 0; i < count && i < yielded.size(); ++i)
    results[i] = keeps(joined[i], yielded[i]);
}

static void sort(const DegreeContext &context,
                 MutableArrayRef<Degree> results) {
  SmallVector<Degree> arguments;
  for (Degree degree : context.operands)
    arguments.append({degree, degree});
  SmallVector<Degree> yielded = applyBody(context, 0, arguments);
  bool isTest = yielded.size() == 1 && yielded[0].isPlain();
  for (auto [result, degree] : llvm::zip(results, context.operands))
    result = isTest ? degree : conflict;
}

static void collective(const DegreeContext &context,
                       MutableArrayRef<Degree> results) {
  for (auto [result, degree] : llvm::zip(results, context.operands)) {
    SmallVector<Degree> yielded = applyBody(context, 0, {degree, degree});
    result = keeps(degree, yielded.empty() ? conflict : yielded[0]);
  }
}

/// Operands: values, indices, updates. The body combines a value and an update.
static void scatter(const DegreeContext &context,
                    MutableArrayRef<Degree> results) {
  unsigned count = results.size();
  SmallVector<Degree> joined;
  for (unsigned i = 0; i < count; ++i) {
    Degree degree = context.operands[i];
    context.analysis.join(degree, context.operands[count + 1 + i]);
    joined.push_back(degree);
  }
  SmallVector<Degree> arguments(joined);
  arguments.append(joined);
  SmallVector<Degree> yielded = applyBody(context, 0, arguments);
  for (unsigned i = 0; i < count && i < yielded.size(); ++i)
    results[i] = keeps(joined[i], yielded[i]);
}

static Degree selectAndScatter(const DegreeContext &context) {
  Degree chosen = context.operands[0], added = context.operands[1];
  context.analysis.join(added, context.operands[2]);
  SmallVector<Degree> tested = applyBody(context, 0, {chosen, chosen});
  SmallVector<Degree> yielded = applyBody(context, 1, {added, added});
  if (tested.size() != 1 || !tested[0].isPlain() || yielded.size() != 1)
    return conflict;
  return keeps(added, yielded[0]);
}

static Degree custom(const DegreeContext &context) {
  return isPlacement(context.op) ? sum(context) : fixed(context);
}

static Degree lastOnly(const DegreeContext &context) {
  for (Degree degree : context.operands.drop_back())
    if (!degree.isPlain())
      return conflict;
  return context.operands.back();
}

/// Returns the degree after a conversion. Integers are not scaled; zero stays
/// zero. Formats of 8 bits, or of four exponent bits, represent only values
/// that the program itself scaled to fit.
static Degree converted(const DegreeContext &context) {
  Degree degree = context.operands[0];
  auto type =
      dyn_cast<FloatType>(elementOf(context.op->getResult(0).getType()));
  auto bits = context.op->getAttrOfType<IntegerAttr>("exponent_bits");
  bool isNarrow =
      (type && type.getWidth() <= 8) || (bits && bits.getInt() <= 4);
  if (degree.isPlain() || (isFloatLike(context.op->getResult(0)) && !isNarrow))
    return degree;
  return conflict;
}

static Degree simple(const DegreeContext &context, Rule rule) {
  ArrayRef<Degree> in = context.operands;
  switch (rule) {
  case Rule::sum:
    return sum(context);
  case Rule::product:
    return product(in[0], in[1], 1);
  case Rule::quotient:
    return product(in[0], in[1], -1);
  case Rule::solve:
    return product(in[1], in[0], -1);
  case Rule::square:
    return power(in[0], 2);
  case Rule::root:
    return power(in[0], 1, 2);
  case Rule::cubeRoot:
    return power(in[0], 1, 3);
  case Rule::inverseRoot:
    return power(in[0], -1, 2);
  case Rule::reciprocal:
    return power(in[0], -1);
  case Rule::power:
    return constantPower(context);
  case Rule::test:
    return sum(context).kind == Degree::conflict ? conflict : Degree::of(0, 0);
  case Rule::convert:
    return converted(context);
  case Rule::select:
    return sum(context, 1);
  case Rule::constant:
    return constant(context.op);
  case Rule::lastOnly:
    return lastOnly(context);
  case Rule::selectAndScatter:
    return selectAndScatter(context);
  case Rule::custom:
    return custom(context);
  case Rule::free:
    return Degree::of(0, 0);
  default:
    return fixed(context);
  }
}

void verify::applyDegreeRule(const DegreeContext &context,
                             MutableArrayRef<Degree> results) {
  auto [known, isNew] =
      context.analysis.rules.try_emplace(context.op->getName(), 0);
  if (isNew)
    known->second = unsigned(ruleOf(context.op));
  Rule rule = Rule(known->second);
  if (rule == Rule::reduction)
    return reduction(context, results);
  if (rule == Rule::sort)
    return sort(context, results);
  if (rule == Rule::collective)
    return collective(context, results);
  if (rule == Rule::scatter)
    return scatter(context, results);
  if (rule == Rule::elementwise) {
    SmallVector<Degree> yielded = applyBody(context, 0, context.operands);
    for (auto [result, degree] : llvm::zip(results, yielded))
      result = degree;
    return;
  }
  if (rule == Rule::perOperand && context.operands.size() == results.size()) {
    llvm::copy(context.operands, results.begin());
    return;
  }
  Degree degree = simple(context, rule);
  for (auto [value, result] : llvm::zip(context.op->getResults(), results)) {
    result = degree;
    bool isPower = degree.kind == Degree::power && degree.exponent != 0;
    if (isPower && !isFloatLike(value))
      result = Degree::of(0, 0); // indices returned with values
  }
}
