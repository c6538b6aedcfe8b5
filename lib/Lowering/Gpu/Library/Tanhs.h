// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_TANHS_H
#define LIB_LOWERING_GPU_LIBRARY_TANHS_H

#include "lib/Lowering/Gpu/Library/Matrices.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"

namespace mlir::amp::lowering {

/// Removes the tanh from matmuls with gelu that store it for the derivative,
/// and from matmuls with the derivative that read it, if it has no other users.
/// The others are erased from `products`, with a remark.
void linkTanhs(std::vector<MatmulCall> &products, UnitEffects &effects);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_TANHS_H
