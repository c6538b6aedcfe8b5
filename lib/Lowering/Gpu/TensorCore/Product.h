// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_PRODUCT_H
#define LIB_LOWERING_GPU_TENSORCORE_PRODUCT_H

#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"

namespace mlir::amp::lowering {

/// out += a * b: what each loop walks over, and how the factors are multiplied.
struct Product {
  SmallVector<Role> roles;
  bool needsTf32; // both factors are f32
  bool mayCut;    // to TF32
};

/// Fails with `why` where `op` is not a product that tensor cores know.
FailureOr<Product> readProductOf(linalg::LinalgOp op, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_PRODUCT_H
