// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar bodies of maps, reductions and sorts.
#include "Generate/MakeElementwise.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static const Function unaries[] = {
    {"stablehlo.abs", Domain::any},
    {"stablehlo.negate", Domain::any},
    {"stablehlo.sign", Domain::any},
    {"stablehlo.ceil", Domain::any},
    {"stablehlo.floor", Domain::any},
    {"stablehlo.round_nearest_afz", Domain::any},
    {"stablehlo.round_nearest_even", Domain::any},
    {"stablehlo.cbrt", Domain::any},
    {"stablehlo.sqrt", Domain::positive},
    {"stablehlo.rsqrt", Domain::positive},
    {"stablehlo.exponential", Domain::moderate},
    {"stablehlo.exponential_minus_one", Domain::moderate},
    {"stablehlo.log", Domain::positive},
    {"stablehlo.log_plus_one", Domain::positive},
    {"stablehlo.logistic", Domain::any},
    {"stablehlo.sine", Domain::any},
    {"stablehlo.cosine", Domain::any},
    {"stablehlo.tan", Domain::unit},
    {"stablehlo.tanh", Domain::any},
    {"chlo.acos", Domain::unit},
    {"chlo.acosh", Domain::aboveOne},
    {"chlo.asin", Domain::unit},
    {"chlo.asinh", Domain::any},
    {"chlo.atan", Domain::any},
    {"chlo.atanh", Domain::unit},
    {"chlo.bessel_i1e", Domain::any},
    {"chlo.cosh", Domain::moderate},
    {"chlo.digamma", Domain::positive},
    {"chlo.erf", Domain::any},
    {"chlo.erf_inv", Domain::unit},
    {"chlo.erfc", Domain::any},
    {"chlo.lgamma", Domain::positive},
    {"chlo.sinh", Domain::moderate},
    {"chlo.square", Domain::any},
    {"chlo.tan", Domain::unit},
};

static const StringLiteral directions[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};

const Function &fuzz::drawFunction(Random &random) {
  return unaries[random.below(std::size(unaries))];
}

StringRef fuzz::drawDirection(Random &random) {
  return directions[random.below(6)];
}

Value fuzz::compareValues(Generator &g, Value a, Value b, StringRef name) {
  StringRef dialect = name.split('.').first;
  StringRef direction = drawDirection(g.random);
  SmallVector<NamedAttribute> attributes{
      g.parsed("comparison_direction",
               "#" + dialect + "<comparison_direction " + direction + ">")};
  if (isa<FloatType>(getElementTypeOrSelf(a.getType())) && g.random.chance(30))
    attributes.push_back(
        g.parsed("compare_type",
                 "#" + dialect + "<comparison_type " +
                     (g.random.chance(50) ? "FLOAT" : "TOTALORDER") + ">"));
  return g.make1(name, {a, b},
                 cast<RankedTensorType>(a.getType()).clone(g.i1()), attributes);
}

/// A float as an integer and back.
static Value throughBits(Generator &g, Value x, RankedTensorType type) {
  Value bits = g.make1("stablehlo.bitcast_convert", x, type.clone(g.i32()));
  if (g.random.chance(50))
    bits = g.make1("stablehlo.and",
                   {bits, g.splat(type.clone(g.i32()), 0x7fffffff)},
                   bits.getType());
  return g.make1("stablehlo.bitcast_convert", bits, type);
}

/// A float scalar changed by one op of a body.
static Value bodyStep(Generator &g, Value x, ValueRange arguments, Type element,
                      int depth) {
  RankedTensorType type = g.scalar(element);
  switch (g.random.below(9)) {
  case 0: { // a denied op
    const Function &function = drawFunction(g.random);
    return g.make1(function.name, g.inDomain(x, function.domain), type);
  }
  case 1: // a large or small constant
    return g.make1(g.random.chance(50) ? "stablehlo.multiply" : "stablehlo.add",
                   {x, g.random.chance(50) && element.isF32()
                           ? g.splat(type, g.random.chance(50) ? 131072.0 : 1e5)
                           : g.constant(type)},
                   type);
  case 2:
    return element.isF32() ? throughBits(g, x, type) : x;
  case 3: { // a choice
    Value other = g.random.chance(50)
                      ? g.random.pick<Value>(llvm::to_vector(arguments))
                      : g.constant(type);
    if (other.getType() != type)
      other = g.constant(type);
    return g.make1("stablehlo.select", {compareValues(g, x, other), x, other},
                   type);
  }
  case 4: { // a conversion and back
    Type via = g.random.chance(50)   ? Type(g.builder.getF64Type())
               : g.random.chance(50) ? g.i32()
                                     : g.i1();
    return g.convertTo(g.convertTo(x, via), element);
  }
  case 5: // a value from outside
    if (g.regionDepth > 0 && !g.pool.empty() && g.mayAddArguments) {
      Value outside = g.value(type);
      return g.make1("stablehlo.add", {x, outside}, type);
    }
    return x;
  case 6: // a call
    for (func::FuncOp callee : g.functions)
      if (callee.getFunctionType().getNumInputs() == 1 &&
          callee.getFunctionType().getInput(0) == type &&
          callee.getFunctionType().getNumResults() == 1 &&
          callee.getFunctionType().getResult(0) == type)
        return g.make1("func.call", x, type,
                       g.named("callee", FlatSymbolRefAttr::get(callee)));
    return g.make1("stablehlo.negate", x, type);
  default: {
    static const StringLiteral names[] = {
        "stablehlo.add", "stablehlo.multiply", "stablehlo.maximum",
        "stablehlo.minimum", "stablehlo.subtract"};
    Value other = g.random.pick<Value>(llvm::to_vector(arguments));
    if (other.getType() != type)
      other = g.constant(type);
    return g.make1(pickName(g, names), {x, other}, type);
  }
  }
}

Value Generator::bodyValue(ValueRange arguments, Type element, int depth) {
  Value x;
  for (Value argument : arguments)
    if (argument.getType() == scalar(element) && (!x || random.chance(50)))
      x = argument;
  if (!x)
    x = constant(scalar(element));
  int steps = random.between(1, depth);
  for (int i = 0; i < steps; ++i)
    if (isa<FloatType>(element))
      x = bodyStep(*this, x, arguments, element, depth);
    else {
      static const StringLiteral names[] = {"stablehlo.add",
                                            "stablehlo.maximum", "stablehlo.or",
                                            "stablehlo.and"};
      Value other = arguments[random.below(arguments.size())];
      x = make1(names[random.below(4)],
                {x, other.getType() == x.getType() ? other
                                                   : constant(scalar(element))},
                x.getType());
    }
  return x;
}

SmallVector<Value> Generator::reductionBody(ValueRange arguments,
                                            Type element) {
  RankedTensorType type = scalar(element);
  Value a = arguments[0], b = arguments[1];
  if (random.chance(70) || !isa<FloatType>(element)) {
    static const StringLiteral floats[] = {
        "stablehlo.add", "stablehlo.add", "stablehlo.maximum",
        "stablehlo.minimum", "stablehlo.multiply"};
    static const StringLiteral integers[] = {
        "stablehlo.add", "stablehlo.or", "stablehlo.maximum", "stablehlo.and"};
    if (random.chance(20))
      std::swap(a, b);
    StringRef name = isa<FloatType>(element)
                         ? StringRef(floats[random.below(5)])
                         : StringRef(integers[random.below(4)]);
    return {make1(name, {a, b}, type)};
  }
  if (random.chance(40)) // a sum of a function of the element
    return {make1("stablehlo.add", {a, bodyValue({b}, element, 2)}, type)};
  if (random.chance(40)) // a choice of one of both
    return {
        make1("stablehlo.select", {compareValues(*this, a, b), a, b}, type)};
  return {bodyValue(arguments, element, 3)};
}
