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

/// Returns true if tensor cores multiply the factors of a product.
bool isForTensorCores(linalg::GenericOp product);

/// Sizes of a contraction as a batch of matrix products.
struct ProductSizes {
  /// Rows and columns of a small tile of results, of which a block computes
  /// one, and blocks that a multiprocessor has at a time.
  static constexpr int64_t tile = 64, resident = 2;

  int64_t batch = 1, rows = 1, columns = 1, sum = 1;

  int64_t tiles() const;
  int64_t results() const { return batch * rows * columns; }
};

/// None where the op is not a batch of matrix products of static sizes, with
/// one element of its result per iteration of its parallel loops.
std::optional<ProductSizes> productSizesOf(linalg::GenericOp op);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_CONTRACTION_H
