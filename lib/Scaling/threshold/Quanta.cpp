// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weight = count * scale,   master weight = weight + accumulator
//
//   quanta      = sign(chi) * floor(|chi| / scale)
//   count'      = clamp(-largest, count + quanta, largest)
//   chi'        = chi - (count' - count) * scale
//
// The scale is a power of two, so every product and the last difference are
// exact: the sum is chi's sum in f32, also where the integers saturate.
#include "lib/Scaling/threshold/Quanta.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

Quanta::Quanta(OpBuilder &builder, Location loc, const Parameter &parameter,
               const ThresholdSpec &spec)
    : graph(builder, loc), parameter(parameter), spec(spec) {}

RankedTensorType Quanta::getStoredType() const {
  RankedTensorType type = parameter.type;
  return type.clone(IntegerType::get(type.getContext(), 8));
}

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

Value Quanta::wholeQuanta(Value accumulator, Value scale) {
  Value one = graph.broadcast(number(1), scale);
  Value inverse = spread(graph.apply("divide", {one, scale}));
  Value quanta = graph.apply("multiply", {accumulator, inverse});
  // More quanta than from one end to the other are as many: an infinity has a
  // number.
  double most = 2.0 * spec.largest();
  quanta = graph
               .create("clamp", quanta.getType(),
                       {number(-most), quanta, number(most)})
               ->getResult(0);
  Value whole = graph.apply("floor", graph.apply("abs", quanta));
  return graph.apply("multiply", {graph.apply("sign", quanta), whole});
}

Quanta::Carried Quanta::move(Value count, Value accumulator, Value scale) {
  Value wide = graph.convert(count, graph.builder.getF32Type());
  Value spreadScale = spread(scale);
  Value moved = graph.apply("add", {wide, wholeQuanta(accumulator, scale)});
  double largest = spec.largest();
  moved = graph
              .create("clamp", moved.getType(),
                      {number(-largest), moved, number(largest)})
              ->getResult(0);
  // A NaN has no integer: the weight stays, and the scale becomes NaN.
  moved = graph.select(graph.compare("EQ", moved, moved), moved, wide);
  Value taken = graph.apply(
      "multiply", {graph.apply("subtract", {moved, wide}), spreadScale});
  Value rest = graph.apply("subtract", {accumulator, taken});
  return {graph.convert(moved, getStoredType().getElementType()), rest,
          poison(scale, rest)};
}

/// Reduces all dimensions but the channels.
Value Quanta::reduce(StringRef name, Value x, Value init) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(parameter.channels, i))
      dims.push_back(i);
  OpBuilder &builder = graph.builder;
  OperationState state(
      graph.loc, "stablehlo.reduce", {x, init},
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

Value Quanta::poison(Value scale, Value accumulator) {
  auto flags = cast<RankedTensorType>(accumulator.getType())
                   .clone(graph.builder.getI1Type());
  Value isFinite = graph.create("is_finite", flags, accumulator)->getResult(0);
  Value areFinite =
      reduce("and", isFinite, graph.scalar(graph.builder.getBoolAttr(true)));
  Value nan = graph.broadcast(number(std::nan("")), scale);
  return graph.select(areFinite, scale, nan);
}

Value Quanta::bits(uint32_t value, Value like) {
  return graph.broadcast(
      graph.scalar(graph.builder.getI32IntegerAttr(int32_t(value))), like);
}

/// The power of two that is at least range * max |weight| / largest. A channel
/// of zeros takes the deviation of weights that LeCun's rule draws.
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
  scale = graph
              .create("clamp", scale.getType(),
                      {number(std::ldexp(1, -24)), scale,
                       number(std::ldexp(1, 100))})
              ->getResult(0);
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
  Value nearest = graph.apply("round_nearest_even",
                              graph.apply("divide", {weight, spreadScale}));
  double largest = spec.largest();
  nearest = graph
                .create("clamp", nearest.getType(),
                        {number(-largest), nearest, number(largest)})
                ->getResult(0);
  Value zero = graph.broadcast(number(0), nearest);
  nearest = graph.select(graph.compare("EQ", nearest, nearest), nearest, zero);
  Value rest = graph.apply(
      "subtract", {weight, graph.apply("multiply", {nearest, spreadScale})});
  return {graph.convert(nearest, getStoredType().getElementType()), rest,
          poison(scale, rest)};
}

Value Quanta::countMoved(Value before, Value after) {
  Value moved = graph.convert(graph.compare("NE", before, after),
                              graph.builder.getI32Type());
  return graph.reduce("add", moved,
                      graph.scalar(graph.builder.getI32IntegerAttr(0)));
}
