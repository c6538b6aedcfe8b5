// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The indices of an element, by the indices of the composite's result. In
//
//   y[i, j] = x[i, j] - mean[i], where mean[i] = sum(x[i, k] over k) / n
//
// x occurs at [i, j] and at [i, k]. Both are one value for a composite if they
// agree in all indices but those that its sums are over.
#ifndef LIB_RECOGNIZE_AXES_H
#define LIB_RECOGNIZE_AXES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::recognize {

/// A digit of an index: `(index / stride) % size`. Reshapes split and join
/// dimensions at digits.
struct Digit {
  unsigned index;
  int64_t stride, size;

  bool operator==(const Digit &other) const {
    return index == other.index && stride == other.stride && size == other.size;
  }
};
using Digits = SmallVector<Digit, 2>;

/// Numbers indices that reductions introduce. Those of the reductions of a
/// composite, which go over the same dimensions, are inner ones.
class FreshIndices {
public:
  static constexpr unsigned firstOuter = 64, firstInner = 1u << 20;
  unsigned next(bool isInner = true) { return isInner ? inner++ : outer++; }

private:
  unsigned outer = firstOuter, inner = firstInner;
};

/// Digits of inner indices at an occurrence of a value, by dimension, their
/// place in it, and the order of their indices.
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
  /// Of a value whose elements are picked by data.
  static Axes ofPicked() { return {}; }

  /// The axes of operand `number` of an op whose result has these: of a layout
  /// op, of an elementwise op (operands of size one are repeated where a
  /// dialect allows that), of a reduction.
  Axes ofMoved(Operation *op, unsigned number, FreshIndices &fresh) const;
  Axes ofElementwise(Operation *op, unsigned number, FreshIndices &fresh) const;
  Axes ofReduced(Operation *reduce, ArrayRef<int64_t> dims, bool isInner,
                 FreshIndices &fresh) const;

  /// The digits of inner indices.
  InnerDigits findInner() const;

  /// Returns true if both occurrences are one value, except for inner indices.
  bool agrees(const Axes &other) const;

  /// The digits of this occurrence at the places of inner digits of another.
  Digits at(const InnerDigits &places) const;

  bool isPicked() const { return !isKnown; }

private:
  Axes pick(ArrayRef<int64_t> dims, ArrayRef<int64_t> shape,
            FreshIndices &fresh, bool isInner = true) const;
  Axes reshaped(ArrayRef<int64_t> shape, FreshIndices &fresh) const;

  bool isKnown = false;
  /// The digits of each dimension, the last one first; none of one of size 1.
  SmallVector<Digits, 4> dims;
  /// The last op that rounds the value before this occurrence.
  Operation *rounding = nullptr;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_AXES_H
