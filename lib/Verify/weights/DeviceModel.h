// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference of simulated weights (device=pcm): Nandakumar et al., "A phase-
// change memory model for neuromorphic computing" (J. Appl. Phys. 124, 152135,
// 2018), in double precision, for one pair of devices.
#ifndef LIB_VERIFY_WEIGHTS_DEVICEMODEL_H
#define LIB_VERIFY_WEIGHTS_DEVICEMODEL_H

#include "mlir/IR/BuiltinOps.h"
#include <array>
#include <optional>

namespace mlir::amp::verify {

/// Model parameters that the option sets.
struct DeviceModel {
  double quantum = 0.77, base = 3, ceiling = 12, history = 2.6, drift = 0.04,
         stepTime = 0.1, refreshSteps = 100, refreshAbove = 8, refreshBelow = 6,
         programming = 1, reading = 1, seed = 0;

  /// One number per device of the pair.
  using Pair = std::array<double, 2>;

  /// A pair of devices between two steps.
  struct State {
    Pair conductance, history, age;
  };

  /// Standard normal deviate of a 64-bit word.
  static double deviateOf(uint64_t word);

  /// Returns the state of devices that store an integer.
  State init(int64_t count) const;
  /// Returns the weight in units of epsilon.
  double read(const State &state, Pair noise) const;
  /// Returns the state after pulses to the device of their sign, and the
  /// refresh.
  State write(const State &state, int64_t pulses, int64_t step, Pair noise,
              Pair refreshNoise) const;
};

/// The option weights=threshold:BITS, as parsed by the checker.
struct WeightOption {
  unsigned bits = 0;
  bool isPerChannel = false;
  double range = 0.5;
  std::optional<DeviceModel> device;

  int64_t largest() const { return (int64_t(1) << (bits - 1)) - 1; }
};

/// Parses amp.threshold. Emits an error if it is malformed.
FailureOr<WeightOption> readOption(StringRef text, ModuleOp module);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_DEVICEMODEL_H
