// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_MASKS_H
#define LIB_LOWERING_GPU_LIBRARY_MASKS_H

#include "lib/Lowering/Gpu/Library/Matrices.h"
#include "lib/Lowering/Gpu/TensorCore/UnitEffects.h"

namespace mlir::amp {

/// A call that a library is to do instead.
struct ProductCall {
  func::CallOp call;
  UnitProduct unit;
  Value aux; // the buffer of its mask

  Value operandOf(Part part) {
    return part == Part::Aux ? aux : call.getOperand(unit.argumentOf(part));
  }
};

/// Products with the gradient of relu find the product whose relu it is, which
/// then writes a mask for them; those that find none are left out, and `leave`
/// is told why.
void linkMasks(std::vector<ProductCall> &products, UnitEffects &effects,
               llvm::function_ref<void(func::CallOp, StringRef)> leave);

} // namespace mlir::amp

#endif // LIB_LOWERING_GPU_LIBRARY_MASKS_H
