// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weight = (G+ - G-) * scale / quantum
//
// The model and its numbers are those of Nandakumar et al., "A phase-change
// memory model for neuromorphic computing" (J. Appl. Phys. 124, 152135, 2018),
// which the paper of 2020 simulates networks with. A pulse adds a normal
// deviate to the conductance; its mean and deviation fall with the number of
// earlier pulses (history), and the mean with the conductance, which therefore
// saturates. Pulses only add, so a weight is the difference of two devices,
// which a refresh resets before both are full.
#include "lib/Scaling/threshold/Device.h"
#include "mlir/AsmParser/AsmParser.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static RankedTensorType withElement(RankedTensorType type, Type element) {
  return RankedTensorType::get(type.getShape(), element);
}

static Value splat(GraphBuilder &graph, RankedTensorType type,
                   TypedAttr value) {
  return graph.constant(DenseElementsAttr::get(type, Attribute(value)));
}

Value Draws::normal(GraphBuilder &graph, RankedTensorType type) {
  OpBuilder &builder = graph.builder;
  Type word = builder.getIntegerType(64, /*isSigned=*/false);
  RankedTensorType words = withElement(type, word);
  Attribute algorithm = parseAttribute("#stablehlo<rng_algorithm THREE_FRY>",
                                       builder.getContext());
  Operation *drawn =
      graph.create("rng_bit_generator", {key.getType(), words}, key,
                   builder.getNamedAttr("rng_algorithm", algorithm));
  key = drawn->getResult(0);
  Value bits = drawn->getResult(1);
  auto constant = [&](uint64_t value) {
    return splat(graph, words, IntegerAttr::get(word, APInt(64, value)));
  };
  Value low = graph.apply("and", {bits, constant(0xffffffff)});
  Value count = graph.convert(graph.apply("popcnt", low), builder.getF32Type());
  Value high = graph.apply("shift_right_logical", {bits, constant(41)});
  Value part = graph.convert(high, builder.getF32Type());
  auto real = [&](double value) {
    return splat(graph, type, builder.getF32FloatAttr(value));
  };
  part = graph.apply("multiply", {part, real(std::ldexp(1, -23))});
  // Mean 16 + 1/2, variance 32/4 + 1/12.
  Value sum = graph.apply("add", {count, part});
  Value centred = graph.apply("subtract", {sum, real(16.5)});
  return graph.apply("multiply", {centred, real(1 / std::sqrt(8 + 1 / 12.0))});
}

RankedTensorType DevicePairs::getType(const Parameter &parameter) {
  SmallVector<int64_t> shape = {2};
  llvm::append_range(shape, parameter.type.getShape());
  return RankedTensorType::get(shape, parameter.type.getElementType());
}

Value DevicePairs::number(double value, Value like) {
  return splat(graph, cast<RankedTensorType>(like.getType()),
               graph.builder.getF32FloatAttr(value));
}

Value DevicePairs::times(Value x, double factor) {
  return graph.apply("multiply", {x, number(factor, x)});
}

Value DevicePairs::affine(double slope, Value x, double offset) {
  return graph.apply("add", {times(x, slope), number(offset, x)});
}

Value DevicePairs::half(Value pairs, int64_t which) {
  auto type = cast<RankedTensorType>(pairs.getType());
  OpBuilder &builder = graph.builder;
  SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape());
  SmallVector<int64_t> strides(type.getRank(), 1), shape(type.getShape());
  start[0] = which;
  limit[0] = which + 1;
  shape[0] = 1;
  auto dims = [&](StringRef name, ArrayRef<int64_t> value) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(value));
  };
  Value one =
      graph
          .create("slice", RankedTensorType::get(shape, type.getElementType()),
                  pairs,
                  {dims("start_indices", start), dims("limit_indices", limit),
                   dims("strides", strides)})
          ->getResult(0);
  auto flat = RankedTensorType::get(type.getShape().drop_front(),
                                    type.getElementType());
  return graph.create("reshape", flat, one)->getResult(0);
}

Value DevicePairs::split(Value x) {
  OpBuilder &builder = graph.builder;
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape = {1};
  llvm::append_range(shape, type.getShape());
  auto one = RankedTensorType::get(shape, type.getElementType());
  SmallVector<Value> parts;
  for (Value part : {x, graph.apply("negate", x)})
    parts.push_back(graph
                        .create("reshape", one,
                                graph.apply("maximum", {part, number(0, part)}))
                        ->getResult(0));
  return graph
      .create("concatenate", getType(parameter), parts,
              builder.getNamedAttr("dimension", builder.getI64IntegerAttr(0)))
      ->getResult(0);
}

Value DevicePairs::decay(Value pulses) {
  return graph.apply("exponential", times(pulses, -1 / model.memory));
}

Value DevicePairs::read(Value conductance, Value age, Value scale,
                        Value noise) {
  Value now = conductance;
  if (model.drift != 0) {
    Value time = affine(model.stepTime / model.readDelay, age, 1);
    Value left = graph.apply("power", {time, number(-model.drift, time)});
    now = graph.apply("multiply", {now, left});
  }
  if (noise && model.reading != 0) {
    Value deviation = affine(model.readSlope * model.reading, now,
                             model.readOffset * model.reading);
    now =
        graph.apply("add", {now, graph.apply("multiply", {deviation, noise})});
  }
  Value difference = graph.apply("subtract", {half(now, 0), half(now, 1)});
  return graph.apply(
      "multiply", {times(difference, 1 / model.quantum), quanta.spread(scale)});
}

DevicePairs::State DevicePairs::write(const State &state, Value pulses,
                                      Value step, Value noise,
                                      Value refreshNoise) {
  Value count = split(graph.convert(pulses, graph.builder.getF32Type()));
  Value history = graph.apply("multiply", {state.history, decay(count)});
  Value g = state.conductance;
  auto response = [&](double slope, double offset, double byHistory) {
    return graph.apply("add",
                       {affine(slope, g, offset), times(history, byHistory)});
  };
  Value mean =
      response(model.writeSlope, model.writeOffset, model.writeHistory);
  Value deviation =
      response(model.noiseSlope, model.noiseOffset, model.noiseHistory);
  // The means and the variances of several pulses add up.
  Value change = graph.apply("multiply", {count, mean});
  Value spread = graph.apply("multiply", {graph.apply("sqrt", count),
                                          times(noise, model.programming)});
  change = graph.apply("add",
                       {change, graph.apply("multiply", {spread, deviation})});
  Value changed = graph.apply("add", {g, change});
  changed =
      graph
          .create("clamp", changed.getType(),
                  {quanta.number(0), changed, quanta.number(model.ceiling)})
          ->getResult(0);
  Value isWritten = graph.compare("GT", count, number(0, count));
  State next{graph.select(isWritten, changed, g), history, {}};
  if (model.refreshSteps >= 1)
    next = refresh(next, step, refreshNoise, isWritten);
  next.age = graph.select(isWritten, number(0, g), affine(1, state.age, 1));
  return next;
}

/// Resets both devices of a pair, then programs them to the base, and the
/// larger one to the difference, up to the noise of the verifying read.
DevicePairs::State DevicePairs::refresh(const State &state, Value step,
                                        Value noise, Value &isFresh) {
  OpBuilder &builder = graph.builder;
  auto integer = [&](int64_t value) {
    return graph.scalar(builder.getI32IntegerAttr(value));
  };
  auto every = int64_t(model.refreshSteps);
  Value isDue =
      graph.compare("EQ", graph.apply("remainder", {step, integer(every)}),
                    integer(every - 1));
  Value plus = half(state.conductance, 0), minus = half(state.conductance, 1);
  Value difference = graph.apply("subtract", {plus, minus});
  Value isFull = graph.compare("GT", graph.apply("maximum", {plus, minus}),
                               number(model.refreshAbove, plus));
  Value isSmall = graph.compare("LT", graph.apply("abs", difference),
                                number(model.refreshBelow, difference));
  Value chosen = graph.apply("and", {isFull, isSmall});
  chosen = graph.apply("and", {chosen, graph.broadcast(isDue, chosen)});
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < parameter.type.getRank(); ++i)
    dims.push_back(i + 1);
  Value both =
      graph
          .create("broadcast_in_dim",
                  withElement(getType(parameter), builder.getI1Type()), chosen,
                  builder.getNamedAttr("broadcast_dimensions",
                                       builder.getDenseI64ArrayAttr(dims)))
          ->getResult(0);
  Value target = split(difference);
  Value deviation = affine(model.readSlope * model.programming, target,
                           model.readOffset * model.programming);
  Value written =
      graph.apply("add", {affine(1, target, model.base),
                          graph.apply("multiply", {deviation, noise})});
  written = graph.apply("maximum", {written, number(0, written)});
  Value isUsed = graph.compare("GT", target, number(0, target));
  written = graph.select(isUsed, written, number(model.base, written));
  isFresh = graph.apply("or", {isFresh, both});
  return {graph.select(both, written, state.conductance),
          graph.select(both,
                       decay(affine(1 / model.quantum, target,
                                    model.base / model.quantum)),
                       state.history),
          {}};
}

DevicePairs::State DevicePairs::init(Value count) {
  Value pulses = split(count);
  return {affine(model.quantum, pulses, model.base),
          decay(affine(1, pulses, model.base / model.quantum)),
          number(0, pulses)};
}
