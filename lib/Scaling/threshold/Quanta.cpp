// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weight = count * scale,   master weight = weight + accumulator
//
//   quanta = sign(chi) * floor(|chi| / scale)      // truncation
//   count' = clamp(-largest, count + quanta, largest)
//   chi'   = chi - (count' - count) * scale
//
// The scale is a power of two, so every product and the last difference are
// exact: the sum is chi's sum in f32, even if the integers saturate. Few, cheap
// ops: the CPU backend recomputes them per result instead of storing
// intermediate values.
#include "lib/Scaling/threshold/Quanta.h"
#include "lib/OpModel/Kinds.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

Quanta::Quanta(OpBuilder &builder, Location loc, const Parameter &parameter,
               const ThresholdSpec &spec)
    : graph(builder, loc), parameter(parameter), spec(spec) {}

Value Quanta::spread(Value scale) {
  auto dims = graph.builder.getNamedAttr(
      "broadcast_dimensions",
      graph.builder.getDenseI64ArrayAttr(parameter.channels));
  return graph.create("broadcast_in_dim", parameter.type, scale, dims)
      ->getResult(0);
}

Value Quanta::placeholder() {
  return graph.constant(DenseElementsAttr::get(parameter.type, 0.0f));
}

Value Quanta::dequantize(Value count, Value scale) {
  Value wide = graph.convert(count, graph.builder.getF32Type());
  return graph.apply("multiply", {wide, spread(scale)});
}

Value Quanta::clamp(Value x, TypedAttr least, TypedAttr most) {
  return graph
      .create("clamp", x.getType(),
              {graph.scalar(least), x, graph.scalar(most)})
      ->getResult(0);
}

Value Quanta::clampCount(Value count) {
  auto bound = [&](int64_t value) {
    return graph.builder.getI32IntegerAttr(value);
  };
  return clamp(count, bound(-spec.largest()), bound(spec.largest()));
}

/// Converts to i32; NaN becomes 0.
Value Quanta::toInteger(Value x) {
  Value zero = graph.broadcast(number(0), x);
  Value isNumber = graph.compare("EQ", x, x);
  return graph.convert(graph.select(isNumber, x, zero),
                       graph.builder.getI32Type());
}

Value Quanta::wholeQuanta(Value accumulator, Value scale) {
  Value one = graph.broadcast(number(1), scale);
  Value inverse = spread(graph.apply("divide", {one, scale}));
  Value quanta = graph.apply("multiply", {accumulator, inverse});
  // Clamps to the span of the integer range, which also bounds infinities.
  auto bound = [&](double value) {
    return graph.builder.getF32FloatAttr(value);
  };
  double most = 2.0 * spec.largest();
  return toInteger(clamp(quanta, bound(-most), bound(most)));
}

/// Returns the stored integer; -128 if the accumulator is infinite or NaN.
Value Quanta::store(Value count, Value accumulator) {
  auto type = cast<RankedTensorType>(accumulator.getType());
  Value isFinite =
      graph
          .create("is_finite", type.clone(graph.builder.getI1Type()),
                  accumulator)
          ->getResult(0);
  Value stored = graph.convert(count, graph.builder.getI8Type());
  Value broken = graph.broadcast(
      graph.scalar(graph.builder.getI8IntegerAttr(notFinite)), stored);
  return graph.select(isFinite, stored, broken);
}

Quanta::Carried Quanta::take(Value accumulator, Value scale, Value steps) {
  Value taken =
      graph.apply("multiply", {graph.convert(steps, graph.builder.getF32Type()),
                               spread(scale)});
  Value rest = graph.apply("subtract", {accumulator, taken});
  // Without the clamp, 128 steps become the byte that means a broken sum.
  Value stored = store(clampCount(steps), rest);
  return {stored, rest, poison(scale, stored)};
}

Quanta::Carried Quanta::move(Value count, Value accumulator, Value scale) {
  Type i32 = graph.builder.getI32Type();
  Value before = graph.convert(count, i32);
  Value after =
      clampCount(graph.apply("add", {before, wholeQuanta(accumulator, scale)}));
  Value stored = store(after, accumulator);
  // The barrier makes backends compute the remainder from the stored bytes,
  // instead of recomputing the quanta.
  Value known = graph.apply("optimization_barrier", stored);
  Value steps = graph.convert(
      graph.apply("subtract", {graph.convert(known, i32), before}),
      graph.builder.getF32Type());
  Value rest = graph.apply(
      "subtract",
      {accumulator, graph.apply("multiply", {steps, spread(scale)})});
  return {stored, rest, poison(scale, stored)};
}

/// Reduces all dimensions except the channels.
Value Quanta::reduce(StringRef name, Value x, Value init) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(parameter.channels, i))
      dims.push_back(i);
  OpBuilder &builder = graph.builder;
  OperationState state(
      graph.loc, hloName(OpKind::reduce), {x, init},
      parameter.getScaleType().clone(type.getElementType()),
      builder.getNamedAttr("dimensions", builder.getDenseI64ArrayAttr(dims)));
  Region *body = state.addRegion();
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(
        body, {}, {init.getType(), init.getType()}, {graph.loc, graph.loc});
    graph.create("return", {}, graph.apply(name, block->getArguments()));
  }
  return builder.create(state)->getResult(0);
}

Value Quanta::poison(Value scale, Value stored) {
  OpBuilder &builder = graph.builder;
  Value least =
      reduce("minimum", stored, graph.scalar(builder.getI8IntegerAttr(127)));
  Value broken =
      graph.broadcast(graph.scalar(builder.getI8IntegerAttr(notFinite)), least);
  Value nan = graph.broadcast(number(std::nan("")), scale);
  return graph.select(graph.compare("EQ", least, broken), nan, scale);
}

Value Quanta::bits(uint32_t value, Value like) {
  return graph.broadcast(
      graph.scalar(graph.builder.getI32IntegerAttr(int32_t(value))), like);
}

/// Returns the least power of two that is at least range * max |weight| /
/// largest. A channel of zeros uses the standard deviation of LeCun
/// initialization.
Value Quanta::initialScale(Value weight) {
  double largest = spec.largest();
  Value most = reduce("maximum", graph.apply("abs", weight), number(0));
  auto like = [&](double value) {
    return graph.broadcast(number(value), most);
  };
  Value usual = like(std::sqrt(1.0 / parameter.fanIn) / largest);
  Value part = graph.apply("multiply", {most, like(spec.range / largest)});
  Value isZero = graph.compare("EQ", most, like(0));
  Value scale = graph.select(isZero, usual, part);
  // 2^-24 is the smallest positive number of f16.
  scale = clamp(scale, graph.builder.getF32FloatAttr(std::ldexp(1, -24)),
                graph.builder.getF32FloatAttr(std::ldexp(1, 100)));
  // Adding all bits of the mantissa carries into the exponent unless the number
  // is a power of two.
  OpBuilder &builder = graph.builder;
  auto integers =
      cast<RankedTensorType>(scale.getType()).clone(builder.getI32Type());
  Value pattern =
      graph.create("bitcast_convert", integers, scale)->getResult(0);
  pattern = graph.apply("add", {pattern, bits(0x7fffff, pattern)});
  pattern = graph.apply("and", {pattern, bits(0xff800000, pattern)});
  return graph.create("bitcast_convert", scale.getType(), pattern)
      ->getResult(0);
}

Quanta::Carried Quanta::init(Value weight) {
  Value scale = initialScale(weight);
  Value spreadScale = spread(scale);
  auto bound = [&](double value) {
    return graph.builder.getF32FloatAttr(value);
  };
  double largest = spec.largest();
  Value nearest =
      clamp(graph.apply("round_nearest_even",
                        graph.apply("divide", {weight, spreadScale})),
            bound(-largest), bound(largest));
  Value rest = graph.apply(
      "subtract", {weight, graph.apply("multiply", {nearest, spreadScale})});
  Value stored = store(toInteger(nearest), rest);
  return {stored, rest, poison(scale, stored)};
}

Value Quanta::countMoved(Value before, Value after) {
  Value moved = graph.convert(graph.compare("NE", before, after),
                              graph.builder.getI32Type());
  return graph.reduce("add", moved,
                      graph.scalar(graph.builder.getI32IntegerAttr(0)));
}
