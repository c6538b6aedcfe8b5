// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_SUMS_H
#define LIB_LOWERING_GPU_LIBRARY_SUMS_H

#include "lib/Lowering/Gpu/Library/Matrices.h"

namespace mlir::amp::lowering {

/// Fuses reductions over the rows of a matmul operand, such as the gradient of
/// a bias, into the matmul, and those over the rows of a gradient of gelu into
/// the matmul that computes it. Emits a remark for a reduction that stays.
void takeSums(std::vector<MatmulCall> &products, ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_SUMS_H
