// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States of a weight at sample points: each element has its own.
#ifndef LIB_VERIFY_WEIGHTS_SAMPLEPOINTS_H
#define LIB_VERIFY_WEIGHTS_SAMPLEPOINTS_H

#include "lib/Verify/weights/DeviceModel.h"
#include "lib/Verify/weights/Samples.h"
#include "lib/Verify/weights/WeightStep.h"
#include <cmath>

namespace mlir::amp::verify {

/// Scales of a weight at a sample point: `first` in the first channel, another
/// power of two in each other one.
struct SampleScales {
  float first;
  unsigned round; ///< another pattern in each
  bool byChannel = true;

  float of(int64_t channel) const {
    constexpr int powers[] = {-3, -2, -1, 1, 2, 3};
    bool isFirst = !byChannel || channel == 0;
    return isFirst ? first
                   : std::ldexp(first, powers[hashOf(round, {channel}) % 6]);
  }
  /// Returns the scales by index in the tensor of scales.
  Leaf list(RankedTensorType type) const;
};

/// Returns the linear index of the channel of an element.
int64_t channelOf(const Weight &weight, const Index &element);

/// Returns numbers of pairs of devices by index, where the first dimension is
/// the pair.
Leaf pairLeaf(std::function<DeviceModel::Pair(const Index &)> pairAt);

/// Returns true if two numbers are equal up to the f32 rounding error, which
/// the functions of the model multiply.
bool isNear(double found, double expected);

/// Returns a pair of devices that differs by element.
DeviceModel::State pairAt(unsigned round, const Index &element);

/// Returns an integer of at most `most` that differs by element.
int64_t countAt(unsigned round, int64_t most, const Index &element);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_SAMPLEPOINTS_H
