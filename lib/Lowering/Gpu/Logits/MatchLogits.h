// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %m = max over n (%x)             // %x: a matmul, then elementwise ops
// %e = exp(%x - shift(%m)), %s = sum over n (%e), %t = %x[row, label[row]]
// %d = f(%e, ...)                  // the gradient of a loss, in 16 bits
#ifndef LIB_LOWERING_GPU_LOGITS_MATCHLOGITS_H
#define LIB_LOWERING_GPU_LOGITS_MATCHLOGITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp::lowering {

/// Columns of the tiles of a matmul kernel that computes row statistics.
inline constexpr int64_t tileColumns = 128;

/// Element of each row that the body of `op` extracts at a computed column.
struct Pick {
  linalg::GenericOp op;
  tensor::ExtractOp extract;
};

/// Logits of a softmax whose only users are row statistics and elementwise ops.
struct Logits {
  SmallVector<linalg::GenericOp> chain; ///< a contraction, then elementwise ops
  linalg::GenericOp maximum, sum;       ///< of each row
  linalg::GenericOp exponentials;       ///< null if `sum` computes its own
  Value shift; ///< of each row: its maximum, or 0 if that is not finite
  bool isFinite = false;          ///< `shift` replaces infinity by 0
  Operation *predicate = nullptr; ///< mask by position; null if none
  SmallVector<Pick> picks;
  linalg::GenericOp reader; ///< the elementwise user, if any

  Value value() const;
  RankedTensorType type() const;
  /// Returns the index of the last dimension, which the softmax reduces.
  unsigned row() const { return type().getRank() - 1; }
};

/// Returns the logits of which `maximum` is the row maximum, or none.
std::optional<Logits> matchLogits(linalg::GenericOp maximum);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LOGITS_MATCHLOGITS_H
