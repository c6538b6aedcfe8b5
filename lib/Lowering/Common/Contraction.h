// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_COMMON_CONTRACTION_H
#define LIB_LOWERING_COMMON_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Returns true if the body is out + a * b in f32 or f64, where a and b are
/// different operands, extended or not.
bool isContraction(linalg::GenericOp op);

/// Returns true if the f32 operands of a matmul may be cut to TF32.
bool mayCutToTf32(linalg::GenericOp product);

/// Returns true if tensor cores support the operand types of a contraction.
bool isForTensorCores(linalg::GenericOp product);

/// Sizes of a contraction as a batched matmul: M is `rows`, N `columns`, K
/// `sum`.
struct MatmulSizes {
  /// M and N of a small output tile, of which a block computes one, and the
  /// number of resident blocks per multiprocessor.
  static constexpr int64_t tile = 64, resident = 2;

  int64_t batch = 1, rows = 1, columns = 1, sum = 1;

  int64_t tiles() const;
  int64_t results() const { return batch * rows * columns; }
};

/// Returns none if the op is not a batched matmul of static sizes, with one
/// output element per iteration of its parallel loops.
std::optional<MatmulSizes> productSizesOf(linalg::GenericOp op);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_CONTRACTION_H
