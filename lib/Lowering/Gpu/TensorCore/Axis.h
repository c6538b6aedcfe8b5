// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One axis (batch, M, N or K) of the matmul that a contraction is: all loops of
// one role. Loops that are contiguous in every access are collapsed. The others
// remain separate digits of the position (mixed radix), so that any
// contraction, also a convolution, is a matmul.
#ifndef LIB_LOWERING_GPU_TENSORCORE_AXIS_H
#define LIB_LOWERING_GPU_TENSORCORE_AXIS_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"

namespace mlir::amp::lowering {

struct Digit {
  int64_t size;
  SmallVector<int64_t> strides; // one per access
};

struct Axis {
  SmallVector<Digit> digits; // innermost last

  int64_t extent() const;
  /// Returns true if `access` depends on the position along the axis.
  bool moves(unsigned access) const;
  /// Returns true if `access` has stride 1 along the axis, in one digit.
  bool movesByOne(unsigned access) const {
    return digits.size() == 1 && digits.front().strides[access] == 1;
  }
  /// Emits min(position, extent() - 1).
  Value clamp(Code &code, Value position) const;
  /// Returns the number of positions along the axis that share an element of
  /// `access`.
  int64_t visits(unsigned access) const;
  /// Returns true if the positions that share an element are consecutive.
  bool visitsInRuns(unsigned access) const;
  /// Emits the number of earlier positions that share the element at
  /// `position`.
  Value visitAt(Code &code, unsigned access, Value position) const;

  /// Returns the offset of `access` at `position` + `step`.
  Offset offset(Code &code, unsigned access, Value position,
                int64_t step = 0) const;

private:
  struct Walk {
    int64_t size, stride;
  };
  /// Returns the digits, of which those that are contiguous in `access` are
  /// collapsed.
  SmallVector<Walk> walksOf(unsigned access) const;
};

/// Axes of the matmul that a contraction is: batch, M, N and K.
struct Axes {
  Axis batch, row, column, depth;

  const Axis &of(unsigned operand) const { return operand ? column : row; }

  /// Returns the widest vector that one instruction can move along an axis: at
  /// most `most` elements, a power of two, at aligned addresses. With `beyond`,
  /// the last vector may extend past the end of the axis.
  int64_t widthAlong(const Axis &along, const Access &where, unsigned access,
                     int64_t most, bool beyond = false) const;

private:
  bool endsInRow(const Axis &along, const Access &where, unsigned access,
                 int64_t width) const;
};

Axes axesOf(const Contraction &contraction);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_AXIS_H
