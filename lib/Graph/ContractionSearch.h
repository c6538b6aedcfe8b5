// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Search for the contractions that use the elements of a value, through data
// movement, calls and control flow.
#ifndef LIB_GRAPH_CONTRACTIONSEARCH_H
#define LIB_GRAPH_CONTRACTIONSEARCH_H

#include "mlir/IR/SymbolTable.h"
#include <optional>

namespace mlir::amp {

/// Contraction operand that holds elements of a searched value.
struct ContractionRead {
  OpOperand *operand;
  /// Maps each dimension of the operand to a dimension of the searched value;
  /// -1 for none.
  SmallVector<int64_t, 4> dims;
  /// First op on the path with an unknown dimension mapping; null if none.
  Operation *unknown;
};

/// Returns the first contraction that uses the ranked tensor `value`, breadth
/// first and in block order; none if there is no such contraction.
std::optional<ContractionRead> findFirstContraction(Value value,
                                                    const SymbolTable &symbols);

/// Returns, per dimension of the operand, true if the contraction's result has
/// the dimension, directly or as a batch dimension of the other operand. None
/// for an op without the SharedDimsOp interface.
std::optional<SmallVector<bool>> findResultDims(OpOperand &operand);

} // namespace mlir::amp

#endif // LIB_GRAPH_CONTRACTIONSEARCH_H
