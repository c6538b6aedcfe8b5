// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/threshold/Cell.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

RankedTensorType Cell::getType() const {
  if (spec.device)
    return DevicePairs::getType(parameter);
  RankedTensorType type = parameter.type;
  return type.clone(IntegerType::get(type.getContext(), 8));
}

SmallVector<AddedState, 4> Cell::listStates() const {
  const std::string &name = parameter.pair.name;
  SmallVector<AddedState, 4> states = {
      {name + ".chi", accumulatorRole, "other", parameter.type, true},
      {name + ".epsilon", epsilonRole, "other", parameter.getScaleType(),
       false}};
  if (spec.device)
    for (StringRef state : {".history", ".age"})
      states.push_back(
          {name + state.str(), deviceRole, "other", getType(), false});
  return states;
}

SmallVector<Value, 3> Cell::draw(Quanta &quanta, Draws *draws) const {
  SmallVector<Value, 3> noise;
  if (!spec.device)
    return noise;
  const DeviceModel &model = *spec.device;
  for (bool isUsed : {model.reading != 0, true, model.refreshSteps >= 1})
    noise.push_back(isUsed ? draws->normal(quanta.graph, getType()) : Value());
  return noise;
}

Value Cell::read(Quanta &quanta, ArrayRef<Value> stored, Value noise) const {
  if (!spec.device)
    return quanta.dequantize(stored[0], stored[2]);
  return DevicePairs(quanta, parameter, *spec.device)
      .read(stored[0], stored[4], stored[2], noise);
}

SmallVector<Value, 5> Cell::move(Quanta &quanta, ArrayRef<Value> stored,
                                 ArrayRef<Value> noise, Value step) const {
  if (!spec.device) {
    Quanta::Carried next = quanta.move(stored[0], stored[1], stored[2]);
    return {next.count, next.accumulator, next.scale};
  }
  // The conductance of devices saturates, so every whole quantum becomes a
  // pulse.
  Value pulses = quanta.wholeQuanta(stored[1], stored[2]);
  Quanta::Carried rest = quanta.take(stored[1], stored[2], pulses);
  DevicePairs::State next = DevicePairs(quanta, parameter, *spec.device)
                                .write({stored[0], stored[3], stored[4]},
                                       pulses, step, noise[1], noise[2]);
  return {next.conductance, rest.accumulator, rest.scale, next.history,
          next.age};
}

SmallVector<Value, 5> Cell::init(Quanta &quanta, Value weight) const {
  Quanta::Carried first = quanta.init(weight);
  if (!spec.device)
    return {first.count, first.accumulator, first.scale};
  Value count =
      quanta.graph.convert(first.count, quanta.graph.builder.getF32Type());
  DevicePairs::State pairs =
      DevicePairs(quanta, parameter, *spec.device).init(count);
  return {pairs.conductance, first.accumulator, first.scale, pairs.history,
          pairs.age};
}

SmallVector<AddedState, 2> amp::scaling::listShared(const ThresholdSpec &spec,
                                                    MLIRContext *context) {
  if (!spec.device)
    return {};
  Type word = IntegerType::get(context, 64, IntegerType::Unsigned);
  Type count = IntegerType::get(context, 32);
  return {{"device.key", deviceRole, "key", RankedTensorType::get({2}, word),
           false},
          {"device.step", deviceRole, "counter",
           RankedTensorType::get({}, count), false}};
}
