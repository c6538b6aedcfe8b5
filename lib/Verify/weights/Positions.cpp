// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/Positions.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

uint64_t verify::hashOf(uint64_t salt, const Index &index) {
  uint64_t z = 0x9E3779B97F4A7C15 * (salt + 1);
  for (int64_t i : index)
    z = (z + i + 1) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

Index verify::delinearize(int64_t linear, ArrayRef<int64_t> shape) {
  Index index(shape.size());
  for (int64_t i = shape.size() - 1; i >= 0; --i) {
    index[i] = linear % shape[i];
    linear /= shape[i];
  }
  return index;
}

std::vector<Index> verify::listCorners(ArrayRef<int64_t> shape) {
  std::set<Index> corners;
  for (unsigned mask : {0u, ~0u, 0x55555555u, 0xaaaaaaaau}) {
    Index corner;
    for (auto [dim, size] : llvm::enumerate(shape))
      corner.push_back(mask >> (dim % 32) & 1 ? size - 1 : 0);
    corners.insert(corner);
  }
  return {corners.begin(), corners.end()};
}

std::vector<Index> verify::listPositions(ArrayRef<int64_t> shape,
                                         int64_t most) {
  int64_t count = ShapedType::getNumElements(shape);
  std::set<Index> chosen;
  if (count > most)
    for (const Index &corner : listCorners(shape))
      chosen.insert(corner);
  for (int64_t i = 0; i < std::min(count, most); ++i) {
    int64_t linear = count > most ? int64_t(hashOf(i, {}) >> 1) % count : i;
    chosen.insert(delinearize(linear, shape));
  }
  std::vector<Index> positions(chosen.begin(), chosen.end());
  llvm::stable_sort(positions, [](const Index &a, const Index &b) {
    return hashOf(0, a) < hashOf(0, b);
  });
  return positions;
}

ElementPattern::ElementPattern(ArrayRef<int64_t> shape, unsigned count,
                               unsigned round)
    : count(count), round(round) {
  std::vector<Index> positions = listPositions(shape);
  for (auto [i, position] : llvm::enumerate(positions))
    numbers[position] = (i + round * positions.size()) % count;
}

unsigned ElementPattern::countRounds(ArrayRef<int64_t> shape, unsigned count) {
  return llvm::divideCeil(count, listPositions(shape).size());
}

unsigned ElementPattern::operator()(const Index &element) const {
  auto found = numbers.find(element);
  return found != numbers.end() ? found->second
                                : hashOf(round, element) % count;
}
