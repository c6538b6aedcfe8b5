// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of one role as one axis of a matrix product. Loops that every
// access walks as one are one; others are digits of the position, so that any
// contraction (and any convolution) is a product of matrices.
#ifndef LIB_LOWERING_GPU_TENSORCORE_AXIS_H
#define LIB_LOWERING_GPU_TENSORCORE_AXIS_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"

namespace mlir::amp::lowering {

struct Digit {
  int64_t size;
  SmallVector<int64_t> strides; // by access
};

struct Axis {
  SmallVector<Digit> digits; // the last one moves first

  int64_t extent() const;
  /// Returns true if `access` moves along the axis.
  bool moves(unsigned access) const;
  /// Returns true if it moves by one element per position.
  bool movesByOne(unsigned access) const {
    return digits.size() == 1 && digits.front().strides[access] == 1;
  }
  /// Emits `position`, at most the last one.
  Value clamp(Code &code, Value position) const;
  /// Returns the visits of `access` to each of its elements along the axis.
  int64_t visits(unsigned access) const;
  /// Returns true if these visits are consecutive.
  bool visitsInRuns(unsigned access) const;
  /// Emits the number of visits before `position`.
  Value visitAt(Code &code, unsigned access, Value position) const;

  /// Returns the offset of `access` at `position` + `step`.
  Offset offset(Code &code, unsigned access, Value position,
                int64_t step = 0) const;

private:
  struct Walk {
    int64_t size, stride;
  };
  /// The digits, of which those that `access` walks as one are one.
  SmallVector<Walk> walksOf(unsigned access) const;
};

/// The matrix product that a contraction is.
struct Axes {
  Axis batch, row, column, depth;

  const Axis &of(unsigned factor) const { return factor ? column : row; }

  /// As many elements as an access can move at once along an axis: at most
  /// `most`, a power of two, at addresses that are multiples of it. `beyond`:
  /// the last ones may be no elements of the axis.
  int64_t widthAlong(const Axis &along, const Access &where, unsigned access,
                     int64_t most, bool beyond = false) const;

private:
  bool endsInRow(const Axis &along, const Access &where, unsigned access,
                 int64_t width) const;
};

Axes axesOf(const Contraction &contraction);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_AXIS_H
