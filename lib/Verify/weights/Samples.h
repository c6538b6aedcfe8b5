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

/// Returns pseudo-random bits of an element (SplitMix64).
uint64_t hashOf(uint64_t salt, const Index &index);

/// Largest number of elements of which `listPositions` returns all.
constexpr int64_t maxPositions = 128;
/// As above, for the elements that a reduction of a large tensor combines to
/// one of many results.
constexpr int64_t maxReduced = 8;
/// Positions at which a tensor is evaluated, in pseudo-random order: all of a
/// tensor of up to `most` elements; the corners and pseudo-random elements of a
/// larger one.
std::vector<Index> listPositions(ArrayRef<int64_t> shape,
                                 int64_t most = maxPositions);
/// The first element, the last one, and two that mix both.
std::vector<Index> listCorners(ArrayRef<int64_t> shape);

/// Values at a sample point, computed from leaves.
class Samples {
public:
  void set(Value value, Sample everywhere) {
    leaves[value] = [=](const Index &) { return everywhere; };
  }
  void set(Value value, Leaf leaf) { leaves[value] = std::move(leaf); }

  /// Returns the element; none if the value depends on an unsupported op, or on
  /// an argument that is not a leaf. A reduction combines the positions of its
  /// operand; the elements in between must have one value if they are added.
  std::optional<Sample> at(Value value, const Index &index);

private:
  std::optional<Sample> compute(Operation *op, const Index &index);
  std::optional<Sample> reduce(Operation *op, const Index &index);
  std::optional<Sample> sumEqual(Value operand, int64_t count,
                                 ArrayRef<Index> elements);

  const std::vector<Index> &positionsOf(ArrayRef<int64_t> shape);

  llvm::DenseMap<Value, Leaf> leaves;
  std::map<std::vector<int64_t>, std::vector<Index>> positions; ///< by shape
  llvm::DenseMap<Value, std::map<Index, std::optional<Sample>>> known;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_SAMPLES_H
