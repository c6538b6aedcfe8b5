// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpret/Bytes.h"
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Returns the byte size of a number, or of one part of a complex number.
static size_t partSize(const Format &format) { return (format.bits + 7) / 8; }

size_t fuzz::byteSize(const Tensor &tensor) {
  return tensor.cells.size() * partSize(tensor.format());
}

void fuzz::store(const Tensor &tensor, char *bytes) {
  const Format &format = tensor.format();
  for (Cell cell : tensor.cells) {
    uint64_t bits =
        format.isFloat() ? bitsOf(format, cell.f) : uint64_t(cell.i);
    std::memcpy(bytes, &bits, partSize(format));
    bytes += partSize(format);
  }
}

Tensor fuzz::load(RankedTensorType type, const char *bytes) {
  Tensor tensor(type);
  const Format &format = tensor.format();
  for (Cell &cell : tensor.cells) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes, partSize(format));
    if (format.isFloat())
      cell.f = ofBits(format, bits);
    else
      cell.i = format.kind == Kind::boolean ? bits != 0 : wrapTo(format, bits);
    bytes += partSize(format);
  }
  return tensor;
}
