// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops of backward passes, linear and nonlinear in the gradient; clipping.
#include "Generate/MakeTraining.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Returns a forward value with the gradient's shape.
Value Step::forwardLike(Value gradient) {
  SmallVector<Value> same;
  for (Value value : forward)
    if (value.getType() == gradient.getType())
      same.push_back(value);
  return same.empty() ? like(gradient, 0.5) : g.random.pick<Value>(same);
}

/// Multiplies the gradient by a mask computed from itself.
Value Step::masked(Value gradient) {
  RankedTensorType type = typeOf(gradient);
  Value mask =
      compare("GT", apply("stablehlo.abs", gradient), like(gradient, 0.25));
  Value number = g.make1("stablehlo.convert", mask, type);
  if (g.random.chance(50))
    return apply(
        "stablehlo.multiply",
        {gradient, apply("stablehlo.subtract", {like(gradient, 1), number})});
  return apply("stablehlo.add",
               {apply("stablehlo.multiply", {gradient, number}),
                apply("stablehlo.multiply",
                      {apply("stablehlo.sign", gradient), number})});
}

/// Accumulates the gradient in a loop.
Value Step::accumulated(Value gradient) {
  RankedTensorType type = typeOf(gradient);
  RankedTensorType counter = g.scalar(g.i32());
  Operation *op =
      g.make("stablehlo.while", {g.splat(counter, 0), like(gradient, 0)},
             {counter, type}, {}, 2);
  SmallVector<Type> types(op->getResultTypes());
  g.fill(op->getRegion(0), types, [&](ValueRange a) -> SmallVector<Value> {
    return {compare("LT", a[0], g.splat(counter, 3))};
  });
  g.fill(op->getRegion(1), types, [&](ValueRange a) -> SmallVector<Value> {
    return {g.make1("stablehlo.add", {a[0], g.splat(counter, 1)}, counter),
            apply("stablehlo.add", {a[1], gradient})};
  });
  return op->getResult(1);
}

/// Applies an op that is linear in the gradient.
Value Step::linearStep(Value gradient, int64_t choice) {
  RankedTensorType type = typeOf(gradient);
  switch (choice) {
  case 0:
  case 1:
  case 2:
    return apply("stablehlo.multiply", {gradient, forwardLike(gradient)});
  case 3:
    return apply(
        "stablehlo.divide",
        {gradient, g.inDomain(forwardLike(gradient), Domain::positive)});
  case 4:
    return apply("stablehlo.negate", gradient);
  case 5: {
    Value back = g.random.pick<Value>(backward);
    return apply(g.random.chance(50) ? "stablehlo.add" : "stablehlo.subtract",
                 {gradient, g.fit(back, type)});
  }
  case 6:
    return g.make1("stablehlo.select",
                   {compare("GT", forwardLike(gradient), like(gradient, 0)),
                    gradient, like(gradient, 0)},
                   type);
  default: { // backward pass of a layer
    if (type.getRank() != 2)
      return gradient;
    for (Value w : llvm::reverse(parameters))
      if (typeOf(w).getDimSize(1) == type.getDimSize(1))
        return g.make1(
            "stablehlo.dot_general", {gradient, w},
            g.tensor({type.getDimSize(0), typeOf(w).getDimSize(0)}, g.f32()),
            contracting(g, 1, 1));
    return gradient;
  }
  }
}

/// Applies an op that may be nonlinear in the gradient.
Value Step::otherStep(Value gradient, int64_t choice) {
  switch (choice) {
  case 10:
    return masked(gradient);
  case 11: // clipping inside the backward pass
    return apply("stablehlo.minimum",
                 {apply("stablehlo.maximum", {gradient, like(gradient, -0.5)}),
                  like(gradient, 0.5)});
  case 12:
    return apply("stablehlo.abs", gradient);
  case 13: // integer computed from the gradient
    return apply(
        "stablehlo.multiply",
        {gradient, g.convertTo(g.convertTo(gradient, g.i32()), g.f32())});
  case 14:
    return apply("stablehlo.multiply", {gradient, gradient});
  case 15: {
    Value root =
        apply(g.random.chance(50) ? "stablehlo.sqrt" : "stablehlo.cbrt",
              apply("stablehlo.abs", gradient));
    return g.random.chance(50) ? root
                               : apply("stablehlo.multiply", {root, root});
  }
  case 16:
    return apply("stablehlo.tanh", gradient);
  case 17: { // normalization by its own norm
    Value norm =
        apply("stablehlo.sqrt",
              totalOf(apply("stablehlo.multiply", {gradient, gradient})));
    return apply(
        "stablehlo.divide",
        {gradient,
         toLike(apply("stablehlo.add", {norm, like(norm, 1)}), gradient)});
  }
  case 18:
    return g.convertTo(
        g.convertTo(gradient, g.random.chance(50)
                                  ? Type(g.builder.getBF16Type())
                                  : Type(g.builder.getF64Type())),
        g.f32());
  case 19: { // random op on the gradient
    g.pool.push_back(gradient);
    g.emit();
    for (Value made : llvm::reverse(g.pool))
      if (isa<FloatType>(typeOf(made).getElementType()))
        return g.convertTo(made, g.f32());
    return gradient;
  }
  case 20:
    return accumulated(gradient);
  case 21: {
    Value scale = apply("stablehlo.exponential",
                        g.inDomain(forwardLike(gradient), Domain::moderate));
    return apply("stablehlo.multiply", {gradient, scale});
  }
  default:
    return apply("stablehlo.multiply",
                 {gradient, like(gradient, g.random.chance(50) ? 0.5 : 2)});
  }
}

Value Step::backwardStep(Value gradient) {
  int64_t choice = g.random.below(24);
  return choice < 10 ? linearStep(gradient, choice)
                     : otherStep(gradient, choice);
}

/// Clips the gradient in one of the usual forms.
Value Step::clip(Value gradient, ArrayRef<Value> all) {
  auto squares = [&] {
    Value sum;
    for (Value one : all) {
      Value part = totalOf(apply("stablehlo.multiply", {one, one}));
      sum = sum ? apply("stablehlo.add", {sum, part}) : part;
    }
    return sum;
  };
  switch (g.random.below(6)) {
  case 0:
    return apply("stablehlo.minimum",
                 {apply("stablehlo.maximum", {gradient, like(gradient, -1)}),
                  like(gradient, 1)});
  case 1: { // min(1, c / norm)
    Value norm = apply("stablehlo.sqrt", squares());
    Value ratio = apply(
        "stablehlo.minimum",
        {like(norm, 1), apply("stablehlo.divide", {like(norm, 0.5), norm})});
    return apply("stablehlo.multiply", {gradient, toLike(ratio, gradient)});
  }
  case 2: { // where(norm² > c², g c / norm, g)
    Value square = squares(), norm = apply("stablehlo.sqrt", square);
    Value tooLong = compare("GT", square, like(square, 0.25));
    Value clipped = apply(
        "stablehlo.multiply",
        {gradient,
         toLike(apply("stablehlo.divide", {like(norm, 0.5), norm}), gradient)});
    return g.make1("stablehlo.select", {tooLong, clipped, gradient},
                   gradient.getType());
  }
  case 3: { // RMS normalization with epsilon
    Value square = squares();
    Value rms =
        apply("stablehlo.rsqrt",
              apply("stablehlo.add", {square, like(square, 1.0 / 1024)}));
    return apply("stablehlo.multiply", {gradient, toLike(rms, gradient)});
  }
  case 4: { // mask by value, exported as an integer
    Value mask = g.convertTo(
        compare("LT", apply("stablehlo.abs", gradient), like(gradient, 1)),
        g.random.chance(50) ? g.i32() : g.f32());
    return apply("stablehlo.multiply", {gradient, g.convertTo(mask, g.f32())});
  }
  default:
    return gradient;
  }
}
