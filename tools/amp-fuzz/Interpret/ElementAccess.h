// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to elements of operands and results.
#ifndef TOOLS_FUZZ_INTERPRET_ELEMENTACCESS_H
#define TOOLS_FUZZ_INTERPRET_ELEMENTACCESS_H

#include "Interpret/Interpreter.h"
#include <complex>

namespace mlir::amp::fuzz {

using Complex = std::complex<double>;

inline bool isSigned(const Format &format) {
  return format.kind == Kind::signedInteger;
}

inline bool lessThan(uint64_t a, uint64_t b, const Format &format) {
  return isSigned(format) ? int64_t(a) < int64_t(b) : a < b;
}

inline uint64_t lowBits(uint64_t a, const Format &format) {
  return format.bits >= 64 ? a : a & ((uint64_t(1) << format.bits) - 1);
}

inline Complex complexAt(const Tensor &tensor, int64_t i) {
  return {tensor.cells[2 * i].f, tensor.cells[2 * i + 1].f};
}

/// Stores a complex number in element `i`, rounded.
void put(Interpreter &interpreter, Tensor &tensor, int64_t i, Complex value);

/// Returns the operand index for element `i` of the result; scalars broadcast.
inline int64_t shared(const Tensor &operand, int64_t i) {
  return operand.count() == 1 ? 0 : i;
}

/// Broadcasts an operand to the shape of the result.
Tensor spread(Operation *op, const Tensor &operand, ArrayRef<int64_t> shape);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_ELEMENTACCESS_H
