// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions that read the elements of a value through data movement, calls
// and control flow.
#ifndef LIB_GRAPH_CONTRACTIONSEARCH_H
#define LIB_GRAPH_CONTRACTIONSEARCH_H

#include "mlir/IR/SymbolTable.h"
#include <optional>

namespace mlir::amp {

/// Contraction operand that holds elements of a searched value.
struct ContractionRead {
  OpOperand *operand;
  /// Per dimension of the operand, the dimension of the searched value; -1 for
  /// none.
  SmallVector<int64_t, 4> dims;
  /// Op between both whose dimensions are not known; null if all are.
  Operation *unknown;
};

/// Returns the first contraction that reads the ranked tensor `value`, in the
/// order of its block, breadth first; none if no contraction does.
std::optional<ContractionRead> findFirstContraction(Value value,
                                                    const SymbolTable &symbols);

/// Returns true per dimension of the operand that the contraction's result has,
/// directly or as a batch dimension of the other operand. None for an op that
/// does not describe its dimensions.
std::optional<SmallVector<bool>> findResultDims(OpOperand &operand);

} // namespace mlir::amp

#endif // LIB_GRAPH_CONTRACTIONSEARCH_H
