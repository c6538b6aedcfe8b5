// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_SUMS_H
#define LIB_LOWERING_GPU_LIBRARY_SUMS_H

#include "lib/Lowering/Gpu/Library/Matrices.h"

namespace mlir::amp::lowering {

/// Sums over the rows of a factor, as in a bias's gradient, are left to a
/// product that reads the same factor, and those over the rows of gelu's
/// derivative to its product; remarks say where one cannot.
void takeSums(std::vector<ProductCall> &products, ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_SUMS_H
