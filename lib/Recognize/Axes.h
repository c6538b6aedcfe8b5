// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index maps: the indices of an element, in terms of the indices of the
// composite's result. In
//
//   y[i, j] = x[i, j] - mean[i], where mean[i] = sum(x[i, k] over k) / n
//
// x occurs at [i, j] and at [i, k]. A composite treats both as one value if
// they agree in all indices except the reduction indices.
#ifndef LIB_RECOGNIZE_AXES_H
#define LIB_RECOGNIZE_AXES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::recognize {

/// Digit of an index in mixed radix: `(index / stride) % size`. Reshapes split
/// and join dimensions at digits.
struct Digit {
  unsigned index;
  int64_t stride, size;

  bool operator==(const Digit &other) const {
    return index == other.index && stride == other.stride && size == other.size;
  }
};
using Digits = SmallVector<Digit, 2>;

/// Allocates indices for reductions. Reductions of the composite, which share
/// their dimensions, have inner indices; others have outer ones.
class FreshIndices {
public:
  static constexpr unsigned firstOuter = 64, firstInner = 1u << 20;
  unsigned next(bool isInner = true) { return isInner ? inner++ : outer++; }

private:
  unsigned outer = firstOuter, inner = firstInner;
};

/// Digit of an inner index at an occurrence of a value: its dimension, its
/// offset and size there, and the rank of its index among all.
struct InnerDigit {
  unsigned dim;
  int64_t offset, size;
  unsigned order;

  bool operator==(const InnerDigit &other) const {
    return dim == other.dim && offset == other.offset && size == other.size &&
           order == other.order;
  }
};
using InnerDigits = SmallVector<InnerDigit, 2>;

class Axes {
public:
  static Axes ofValue(Value value);
  /// Axes of a value whose elements are selected by data, thus unknown.
  static Axes ofPicked() { return {}; }

  /// Returns the axes of operand `number` of an op whose result has these axes:
  /// of a data-movement op, of an elementwise op (with implicit broadcasting if
  /// the dialect has it), or of a reduction.
  Axes ofMoved(Operation *op, unsigned number, FreshIndices &fresh) const;
  Axes ofElementwise(Operation *op, unsigned number, FreshIndices &fresh) const;
  Axes ofReduced(Operation *reduce, ArrayRef<int64_t> dims, bool isInner,
                 FreshIndices &fresh) const;

  /// Returns the digits of inner indices.
  InnerDigits findInner() const;

  /// Returns true if both occurrences agree, except for inner indices.
  bool agrees(const Axes &other) const;

  /// Returns the digits of this occurrence at the positions `places`.
  Digits at(const InnerDigits &places) const;

  bool isPicked() const { return !isKnown; }

private:
  Axes pick(ArrayRef<int64_t> dims, ArrayRef<int64_t> shape,
            FreshIndices &fresh, bool isInner = true) const;
  Axes reshaped(ArrayRef<int64_t> shape, FreshIndices &fresh) const;

  bool isKnown = false;
  /// Digits of each dimension, minor first; none for a unit dimension.
  SmallVector<Digits, 4> dims;
  /// Last op that rounds the value before this occurrence.
  Operation *rounding = nullptr;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_AXES_H
