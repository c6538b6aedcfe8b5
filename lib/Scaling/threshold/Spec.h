// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsed form of the option weights=threshold:BITS.
#ifndef LIB_SCALING_THRESHOLD_SPEC_H
#define LIB_SCALING_THRESHOLD_SPEC_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::scaling {

/// Statistical model of a pair of phase-change memory devices per weight.
/// Conductances are in microsiemens, times in seconds.
struct DeviceModel {
  double quantum = 0.77;      ///< conductance of one quantum of the weight
  double base = 3;            ///< conductance of both devices of a weight of 0
  double ceiling = 12;        ///< largest conductance
  double writeSlope = -0.084; ///< mean step: slope * G + offset + history * h
  double writeOffset = 0.88;
  double writeHistory = 1.4;
  double noiseSlope = 0.091; ///< standard deviation, in the same form
  double noiseOffset = 0.26;
  double noiseHistory = 2.15;
  double memory = 2.6;     ///< pulses over which h decays to 1/e
  double readSlope = 0.03; ///< deviation of a read: slope * G + offset
  double readOffset = 0.13;
  double drift = 0.04;     ///< exponent of the decay over time
  double readDelay = 38.6; ///< time after a write that G refers to
  double stepTime = 0.1;
  double refreshSteps = 100; ///< steps between refreshes; 0 for none
  double refreshAbove = 8;   ///< a pair is refreshed if one device is above
  double refreshBelow = 6;   ///< and the difference is below
  double programming = 1;    ///< factor of all programming noise
  double reading = 1;        ///< factor of all read noise
  double seed = 0;
};

struct ThresholdSpec {
  unsigned bits = 0;
  bool isPerChannel = false;
  /// Fraction of the largest weight that the largest integer has to represent.
  double range = 0.5;
  std::optional<DeviceModel> device;
  std::string text;

  /// Largest integer; the smallest one is its negative.
  int64_t largest() const { return (int64_t(1) << (bits - 1)) - 1; }
};

/// Returns true if `weights` is the option of this mode, well-formed or not.
bool isThreshold(StringRef weights);

/// Parses `threshold:BITS[,scale=tensor|channel][,range=F][,device=pcm]
/// [,PARAMETER=NUMBER...]`. Emits an error for malformed text.
FailureOr<ThresholdSpec> parseThreshold(StringRef text, Operation *module);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_SPEC_H
