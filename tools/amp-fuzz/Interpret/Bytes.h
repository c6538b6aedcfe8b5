// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion of tensors to and from the memory arrays of compiled code.
#ifndef TOOLS_FUZZ_INTERPRET_BYTES_H
#define TOOLS_FUZZ_INTERPRET_BYTES_H

#include "Interpret/Tensor.h"

namespace mlir::amp::fuzz {

/// Returns the size of a dense row-major array; i1 and i4 take one byte each.
size_t byteSize(const Tensor &tensor);
void store(const Tensor &tensor, char *bytes);
Tensor load(RankedTensorType type, const char *bytes);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_BYTES_H
