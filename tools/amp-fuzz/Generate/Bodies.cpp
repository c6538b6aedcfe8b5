// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar bodies of maps, reductions and sorts.
#include "Generate/Bodies.h"
#include "Generate/MakeElementwise.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Bitcasts a float to an integer and back.
static Value throughBits(Generator &g, Value x, RankedTensorType type) {
  Value bits = g.make1("stablehlo.bitcast_convert", x, type.clone(g.i32()));
  if (g.random.chance(50))
    bits = g.make1("stablehlo.and",
                   {bits, g.splat(type.clone(g.i32()), 0x7fffffff)},
                   bits.getType());
  return g.make1("stablehlo.bitcast_convert", bits, type);
}

/// Applies one random op of a body to a float scalar.
static Value bodyStep(Generator &g, Value x, ValueRange arguments, Type element,
                      int depth) {
  RankedTensorType type = g.scalar(element);
  switch (g.random.below(9)) {
  case 0: { // function that the policy denies
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
  case 3: { // selection
    Value other = g.random.chance(50)
                      ? g.random.pick<Value>(llvm::to_vector(arguments))
                      : g.constant(type);
    if (other.getType() != type)
      other = g.constant(type);
    return g.make1("stablehlo.select", {compareValues(g, x, other), x, other},
                   type);
  }
  case 4: { // conversion and back
    Type via = g.random.chance(50)   ? Type(g.builder.getF64Type())
               : g.random.chance(50) ? g.i32()
                                     : g.i1();
    return g.convertTo(g.convertTo(x, via), element);
  }
  case 5: // captured value
    if (g.regionDepth > 0 && !g.pool.empty() && g.mayAddArguments) {
      Value outside = g.value(type);
      return g.make1("stablehlo.add", {x, outside}, type);
    }
    return x;
  case 6: // call
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

Value fuzz::bodyValue(Generator &g, ValueRange arguments, Type element,
                      int depth) {
  Value x;
  for (Value argument : arguments)
    if (argument.getType() == g.scalar(element) && (!x || g.random.chance(50)))
      x = argument;
  if (!x)
    x = g.constant(g.scalar(element));
  int steps = g.random.between(1, depth);
  for (int i = 0; i < steps; ++i)
    if (isa<FloatType>(element))
      x = bodyStep(g, x, arguments, element, depth);
    else {
      static const StringLiteral names[] = {"stablehlo.add",
                                            "stablehlo.maximum", "stablehlo.or",
                                            "stablehlo.and"};
      Value other = arguments[g.random.below(arguments.size())];
      x = g.make1(names[g.random.below(4)],
                  {x, other.getType() == x.getType()
                          ? other
                          : g.constant(g.scalar(element))},
                  x.getType());
    }
  return x;
}

SmallVector<Value> fuzz::reductionBody(Generator &g, ValueRange arguments,
                                       Type element) {
  RankedTensorType type = g.scalar(element);
  Value a = arguments[0], b = arguments[1];
  if (g.random.chance(70) || !isa<FloatType>(element)) {
    static const StringLiteral floats[] = {
        "stablehlo.add", "stablehlo.add", "stablehlo.maximum",
        "stablehlo.minimum", "stablehlo.multiply"};
    static const StringLiteral integers[] = {
        "stablehlo.add", "stablehlo.or", "stablehlo.maximum", "stablehlo.and"};
    if (g.random.chance(20))
      std::swap(a, b);
    StringRef name = isa<FloatType>(element)
                         ? StringRef(floats[g.random.below(5)])
                         : StringRef(integers[g.random.below(4)]);
    return {g.make1(name, {a, b}, type)};
  }
  if (g.random.chance(40)) // sum of a function of the element
    return {g.make1("stablehlo.add", {a, bodyValue(g, {b}, element, 2)}, type)};
  if (g.random.chance(40)) // selection of one of both
    return {g.make1("stablehlo.select", {compareValues(g, a, b), a, b}, type)};
  return {bodyValue(g, arguments, element, 3)};
}
