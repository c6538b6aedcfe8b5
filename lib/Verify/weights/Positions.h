// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements at which tensors are evaluated, and numbers that differ by element.
#ifndef LIB_VERIFY_WEIGHTS_POSITIONS_H
#define LIB_VERIFY_WEIGHTS_POSITIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <vector>

namespace mlir::amp::verify {

/// Position of an element.
using Index = std::vector<int64_t>;

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

/// Returns the position of an element of the linearized tensor.
Index delinearize(int64_t linear, ArrayRef<int64_t> shape);

/// Numbers of the elements of a tensor. The positions have the numbers below
/// `count` in turn, continued in the next round; others have a pseudo-random
/// number.
class ElementPattern {
public:
  ElementPattern(ArrayRef<int64_t> shape, unsigned count, unsigned round);

  /// Returns the number of rounds in which positions have every number.
  static unsigned countRounds(ArrayRef<int64_t> shape, unsigned count);
  unsigned operator()(const Index &element) const;

private:
  unsigned count, round;
  std::map<Index, unsigned> numbers;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_POSITIONS_H
