// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_LOGITS_H
#define LIB_LOWERING_GPU_ATTENTION_LOGITS_H

#include "lib/Lowering/Gpu/Attention/AttentionPlan.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amp::lowering {

/// Computes logits from accumulators of the first contraction. A thread has two
/// rows, 8 apart, and pairs of columns.
class Logits {
public:
  /// Emits what depends on rows alone. `bases`: by access, the address (or
  /// count) at row and column 0 of the batch; `row`: the thread's first row.
  Logits(Code &code, const AttentionPlan &plan, ArrayRef<Value> bases,
         Value row);

  /// Begins a tile whose first column of the thread is `column`.
  void beginTile(Value column);

  /// Emits the logit of the column `step` behind the thread's first one, in the
  /// first (0) or second (1) row; -inf behind the last column.
  Value emit(Code &code, Value score, unsigned half, int64_t step);

private:
  struct Operand {
    bool variesByColumn, variesByRow;
    Value rows[2];   // values that do not vary by column
    Offset place[2]; // else, offsets of the rows
    llvm::SmallDenseMap<int64_t, Value> columns; // that do not vary by row
  };
  Operand prepare(Code &code, unsigned access, Value row);
  Value load(Code &code, unsigned access, Offset offset) const;
  Value countAt(Code &code, unsigned access, Offset offset) const;
  Value elementAt(Code &code, unsigned access, Offset offset) const;
  Value operandAt(Code &code, unsigned access, unsigned half, int64_t step);
  bool mayEnd() const;

  const AttentionPlan &plan;
  const Axes &axes;
  ArrayRef<Access> accesses;
  SmallVector<Value> bases;
  Value column;
  SmallVector<Operand> operands; // by access, from the first other operand
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_LOGITS_H
