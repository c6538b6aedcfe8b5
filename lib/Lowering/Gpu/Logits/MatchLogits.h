// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %m = max over n (%x)             // %x: a product, and ops on its elements
// %e = exp(%x - shift(%m)), %s = sum over n (%e), %t = %x[row, label[row]]
// %d = f(%e, ...)                  // the gradient of a loss, of 16 bits
#ifndef LIB_LOWERING_GPU_LOGITS_MATCHLOGITS_H
#define LIB_LOWERING_GPU_LOGITS_MATCHLOGITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp::lowering {

/// Columns of the tiles from which a product's kernel takes statistics of rows.
inline constexpr int64_t tileColumns = 128;

/// Element per row that the body of `op` reads at a place in the row.
struct Pick {
  linalg::GenericOp op;
  tensor::ExtractOp extract;
};

/// Logits of a softmax that nothing needs but its rows' statistics and ops on
/// elements.
struct Logits {
  SmallVector<linalg::GenericOp> chain; ///< a contraction, then elementwise ops
  linalg::GenericOp maximum, sum;       ///< of each row
  linalg::GenericOp exponentials;       ///< null if `sum` computes its own
  Value shift; ///< of each row: its maximum, or 0 if that is not finite
  bool isFinite = false;          ///< it is 0 there
  Operation *predicate = nullptr; ///< of a place: it counts; null where all do
  SmallVector<Pick> picks;
  linalg::GenericOp reader; ///< the elementwise op that reads elements, if any

  Value value() const;
  RankedTensorType type() const;
  /// Returns the position of the last dimension.
  unsigned row() const { return type().getRank() - 1; }
};

/// None where `maximum` is not the row maximum of such logits.
std::optional<Logits> matchLogits(linalg::GenericOp maximum);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LOGITS_MATCHLOGITS_H
