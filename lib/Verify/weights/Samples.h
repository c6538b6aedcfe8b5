// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates single elements of values at sample points.
#ifndef LIB_VERIFY_WEIGHTS_SAMPLES_H
#define LIB_VERIFY_WEIGHTS_SAMPLES_H

#include "lib/Verify/weights/Positions.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <map>
#include <optional>

namespace mlir::amp::verify {

/// Element of a tensor: an f32, or the bits of an integer.
struct Sample {
  bool isFloat = false;
  float real = 0;
  int64_t integer = 0;

  static Sample of(float value) { return {true, value, 0}; }
  static Sample of(int64_t value) { return {false, 0, value}; }
};

/// Elements of a leaf, by index.
using Leaf = std::function<Sample(const Index &)>;

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
