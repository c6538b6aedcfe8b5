// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dimension of a value is which of the composite's: a mean that is spread
// back along another dimension than it was taken over is no mean of that value.
#ifndef LIB_RECOGNIZE_AXES_H
#define LIB_RECOGNIZE_AXES_H

#include "mlir/IR/Operation.h"
#include <array>

namespace mlir::amp {

struct Axes {
  static constexpr int8_t any = -1;
  static constexpr size_t maxRank = 8;

  /// What nobody can tell, such as behind a reshape that merges dimensions.
  bool isKnown = false;
  uint8_t rank = 0;
  std::array<int8_t, maxRank> of = {};

  static Axes ofValue(Value value);

  /// The same, of an operand with this rank whose dimensions are those of the
  /// result that `dims` names (`any` for others).
  Axes pick(ArrayRef<int64_t> dims) const;

  /// Of operand `number` of an op whose result has these axes: of a layout op,
  /// of one that works element by element, of a reduction.
  Axes ofMoved(Operation *op, unsigned number) const;
  Axes ofElementwise(Operation *op, unsigned number) const;
  Axes ofReduced(Operation *reduce, ArrayRef<int64_t> dims) const;

  /// Whether both may be the same dimensions; then learns what the other knows.
  bool unify(const Axes &other);
};

} // namespace mlir::amp

#endif // LIB_RECOGNIZE_AXES_H
