// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_PRODUCT_H
#define LIB_LOWERING_GPU_TENSORCORE_PRODUCT_H

#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"

namespace mlir::amp::lowering {

/// Contraction out += a * b: the role of each loop, and the precision of
/// operands.
struct Product {
  SmallVector<Role> roles;
  bool needsTf32; // both operands are f32
  bool allowTf32; // f32 operands may be rounded to TF32
};

/// Returns the contraction that `op` is; sets `why` and fails if tensor cores
/// do not support it.
FailureOr<Product> readProductOf(linalg::LinalgOp op, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_PRODUCT_H
