// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_TANHS_H
#define LIB_LOWERING_GPU_LIBRARY_TANHS_H

#include "lib/Lowering/Gpu/Library/Matrices.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"

namespace mlir::amp::lowering {

/// Products with gelu that store its tanh for the derivative, and products
/// with the derivative that read it, do without where each has all the others;
/// the rest are left out, with a remark.
void linkTanhs(std::vector<ProductCall> &products, UnitEffects &effects);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_TANHS_H
