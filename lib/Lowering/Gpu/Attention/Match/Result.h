// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_RESULT_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_RESULT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Result of a contraction, and the map from loops to its elements.
struct Result {
  Value tensor;
  AffineMap map;
};

/// Returns the result behind a rounding to 16 bits and transposes that are the
/// only users; `map`: from loops to the elements of `tensor`.
Result resultOf(Value tensor, AffineMap map);

/// Returns the result of the elementwise op that reads `result` at `use`, each
/// element once; none if it is no such op.
std::optional<Result> resultOfUser(const Result &result, OpOperand &use);

/// Buffers of more elements have offsets beyond 32 bits.
bool isLarge(Value tensor);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_RESULT_H
