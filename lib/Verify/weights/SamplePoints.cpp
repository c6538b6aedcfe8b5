// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/SamplePoints.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

Leaf SampleScales::list(RankedTensorType type) const {
  return [type, scales = *this](const Index &index) {
    int64_t linear = 0;
    for (auto [size, i] : llvm::zip_equal(type.getShape(), index))
      linear = linear * size + i;
    return Sample::of(scales.of(linear));
  };
}

int64_t verify::channelOf(const Weight &weight, const Index &element) {
  int64_t linear = 0;
  for (int64_t dim : weight.channels)
    linear = linear * weight.getType().getDimSize(dim) + element[dim];
  return linear;
}

Leaf verify::pairLeaf(std::function<DeviceModel::Pair(const Index &)> pairAt) {
  return [=](const Index &index) {
    Index element(index.begin() + 1, index.end());
    return Sample::of(float(pairAt(element)[index[0]]));
  };
}

bool verify::isNear(double found, double expected) {
  return std::fabs(found - expected) <= 1e-4 * (1 + std::fabs(expected));
}

DeviceModel::State verify::pairAt(unsigned round, const Index &element) {
  auto number = [&](int64_t which, double most) {
    return most * double(hashOf(which + 10 * round, element) % 1000) / 1000;
  };
  return {{0.1 + number(0, 11), 0.1 + number(1, 11)},
          {0, 0},
          {number(2, 250), number(3, 250)}};
}

int64_t verify::countAt(unsigned round, int64_t most, const Index &element) {
  return int64_t(hashOf(round, element) % (2 * most + 1)) - most;
}
