// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_COMMON_CONTRACTION_H
#define LIB_LOWERING_COMMON_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// The body is out + a * b in f32 or f64, each factor another operand, widened
/// or as it is.
bool sumsProducts(linalg::GenericOp op);

/// Returns true if a product's factors of f32 may be cut to TF32.
bool mayCutToTf32(linalg::GenericOp product);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_CONTRACTION_H
