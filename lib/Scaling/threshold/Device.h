// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simulation of weights that are pairs of phase-change memory devices.
#ifndef LIB_SCALING_THRESHOLD_DEVICE_H
#define LIB_SCALING_THRESHOLD_DEVICE_H

#include "lib/Scaling/threshold/Quanta.h"

namespace mlir::amp::scaling {

/// Random numbers drawn from the key of a step.
class Draws {
public:
  explicit Draws(Value key) : key(key) {}

  /// Draws standard normal deviates. The number of set bits in a 32-bit word is
  /// binomially distributed; 23 further bits fill the gaps between its values.
  /// Uses integers and one product, so that every processor draws the same
  /// numbers.
  Value normal(GraphBuilder &graph, RankedTensorType type);

  Value key; ///< next key
};

/// Pairs of devices, one for the positive and one for the negative part of each
/// weight, as tensors with a dimension of size 2 in front.
class DevicePairs {
public:
  DevicePairs(Quanta &quanta, const Parameter &parameter,
              const DeviceModel &model)
      : quanta(quanta), graph(quanta.graph), parameter(parameter),
        model(model) {}

  static RankedTensorType getType(const Parameter &parameter);

  struct State {
    Value conductance; ///< `readDelay` after the last write
    Value history;     ///< decays with each pulse since the last reset
    Value age;         ///< steps since the last write
  };

  /// Returns the weight of the pair. `noise` holds normal deviates; null: no
  /// noise.
  Value read(Value conductance, Value age, Value scale, Value noise);
  /// Applies |quanta| pulses to the device of their sign, then refreshes.
  State write(const State &state, Value pulses, Value step, Value noise,
              Value refreshNoise);
  /// Returns devices that represent these integers exactly.
  State init(Value count);

private:
  Value number(double value, Value like);
  Value affine(double slope, Value x, double offset);
  Value times(Value x, double factor);
  Value half(Value pairs, int64_t which);
  /// Returns max(x, 0) and max(-x, 0).
  Value split(Value x);
  Value decay(Value pulses);
  State refresh(const State &state, Value step, Value noise, Value &isFresh);

  Quanta &quanta;
  GraphBuilder &graph;
  const Parameter &parameter;
  const DeviceModel &model;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_DEVICE_H
