// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the interpreter: dense arrays of numbers, and rounding to a format.
#ifndef TOOLS_FUZZ_INTERPRET_TENSOR_H
#define TOOLS_FUZZ_INTERPRET_TENSOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <vector>

namespace mlir::amp::fuzz {

enum class Kind { boolean, signedInteger, unsignedInteger, real, complex };

/// Number format of an element type.
struct Format {
  Kind kind;
  unsigned bits;                       ///< of one part of a complex number
  const llvm::fltSemantics *semantics; ///< of floats
  int precision = 0;   ///< significant bits, hidden bit included
  int minExponent = 0; ///< exponent of the least normal number
  double max = 0;      ///< largest finite number

  bool isFloat() const { return kind == Kind::real || kind == Kind::complex; }
  unsigned width() const { return kind == Kind::complex ? 2 : 1; }
};

const Format &formatOf(Type element);

/// Rounds to nearest even, once. Overflow gives infinity, NaN or the maximum,
/// as the format does.
double roundTo(const Format &format, double value);
/// Sign- or zero-extends the low bits of an integer of this format.
int64_t wrapTo(const Format &format, uint64_t value);
/// Converts between a number of this format and its bits.
uint64_t bitsOf(const Format &format, double value);
double ofBits(const Format &format, uint64_t bits);

/// Real number as f64, or integer as 64 bits.
union Cell {
  int64_t i;
  double f;
};

/// Dense, row-major array of static shape; a complex element takes two cells.
struct Tensor {
  Type element;
  SmallVector<int64_t, 4> shape;
  std::vector<Cell> cells;

  Tensor() = default;
  explicit Tensor(RankedTensorType type)
      : Tensor(type.getElementType(), type.getShape()) {}
  Tensor(Type element, ArrayRef<int64_t> shape);

  const Format &format() const { return formatOf(element); }
  unsigned width() const { return format().width(); }
  int64_t count() const { return ShapedType::getNumElements(shape); }
  bool isReal() const { return format().kind == Kind::real; }
  int64_t rank() const { return shape.size(); }
  /// Returns the single integer or predicate.
  int64_t scalar() const { return cells.front().i; }
  /// Copies element `from` of `source` to element `to`.
  void copy(int64_t to, const Tensor &source, int64_t from) {
    unsigned w = width();
    for (unsigned k = 0; k < w; ++k)
      cells[to * w + k] = source.cells[from * w + k];
  }
  /// Returns one element as a scalar tensor.
  Tensor at(int64_t index) const;
  bool sameBits(const Tensor &other) const;
};

/// Returns the value of a constant, or nullopt for an unsupported attribute.
std::optional<Tensor> readConstant(Attribute value, Type type);

/// Calls `body` with each index of `shape` in row-major order.
void forEach(
    ArrayRef<int64_t> shape,
    llvm::function_ref<void(ArrayRef<int64_t> index, int64_t linear)> body);
int64_t linearize(ArrayRef<int64_t> index, ArrayRef<int64_t> shape);
bool isInside(ArrayRef<int64_t> index, ArrayRef<int64_t> shape);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_TENSOR_H
