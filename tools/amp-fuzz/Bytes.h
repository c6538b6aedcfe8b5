// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as the arrays in memory that compiled code reads and writes.
#ifndef TOOLS_AMP_FUZZ_BYTES_H
#define TOOLS_AMP_FUZZ_BYTES_H

#include "Tensor.h"

namespace mlir::amp::fuzz {

/// Size of a dense row-major array; i1 and i4 take a byte each.
size_t byteSize(const Tensor &tensor);
void store(const Tensor &tensor, char *bytes);
Tensor load(RankedTensorType type, const char *bytes);

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_BYTES_H
