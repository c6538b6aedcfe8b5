// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as the arrays in memory that compiled code reads and writes.
#ifndef TOOLS_FUZZ_INTERPRET_BYTES_H
#define TOOLS_FUZZ_INTERPRET_BYTES_H

#include "Interpret/Tensor.h"

namespace mlir::amp::fuzz {

/// Size of a dense row-major array; i1 and i4 take a byte each.
size_t byteSize(const Tensor &tensor);
void store(const Tensor &tensor, char *bytes);
Tensor load(RankedTensorType type, const char *bytes);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_BYTES_H
