// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates single elements of values at sample points.
#ifndef LIB_VERIFY_WEIGHTS_SAMPLES_H
#define LIB_VERIFY_WEIGHTS_SAMPLES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace mlir::amp::verify {

/// Element of a tensor: an f32, or the bits of an integer.
struct Sample {
  bool isFloat = false;
  float real = 0;
  int64_t integer = 0;

  static Sample of(float value) { return {true, value, 0}; }
  static Sample of(int64_t value) { return {false, 0, value}; }
};

/// Position of an element.
using Index = std::vector<int64_t>;
/// Elements of a leaf, by index.
using Leaf = std::function<Sample(const Index &)>;

/// Corners of a tensor where elements are evaluated: the first element, the
/// last one, and two that mix both. Bit i % 32 stands for dimension i.
constexpr unsigned cornerMasks[] = {0, ~0u, 0x55555555, 0xaaaaaaaa};
inline int64_t cornerOf(unsigned mask, unsigned dim, int64_t size) {
  return mask >> (dim % 32) & 1 ? size - 1 : 0;
}

/// Values at a sample point, computed from leaves.
class Samples {
public:
  void set(Value value, Sample everywhere) {
    leaves[value] = [=](const Index &) { return everywhere; };
  }
  void set(Value value, Leaf leaf) { leaves[value] = std::move(leaf); }

  /// Returns the element; none if the value depends on an unsupported op, or on
  /// an argument that is not a leaf. Reductions combine only the corners.
  std::optional<Sample> at(Value value, const Index &index);

private:
  std::optional<Sample> compute(Operation *op, const Index &index);
  std::optional<Sample> reduce(Operation *op, const Index &index);

  llvm::DenseMap<Value, Leaf> leaves;
  llvm::DenseMap<Value, std::map<Index, std::optional<Sample>>> known;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_SAMPLES_H
