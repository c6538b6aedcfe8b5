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

/// Returns the result after a rounding and transposes, as long as each is the
/// only user. `map`: from loops to the elements of `tensor`.
Result resultOf(Value tensor, AffineMap map);

/// Returns the result of the owner of `use`, if it is an elementwise op that
/// reads each element of `result` once; else none.
std::optional<Result> resultOfUser(const Result &result, OpOperand &use);

/// Returns true if `tensor` has over 2^30 elements, for which offsets may
/// exceed 32 bits.
bool isLarge(Value tensor);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_RESULT_H
