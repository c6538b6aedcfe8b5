// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILEREADS_H
#define LIB_LOWERING_GPU_ATTENTION_TILEREADS_H

#include "lib/Lowering/Gpu/Attention/StagedReads.h"

namespace mlir::amp::lowering {

/// Elements of operands, and counted loops, at the accumulators of a tile of
/// scores. A thread has two rows, 8 apart, and pairs of columns.
class TileReads {
public:
  /// Reads the accesses of `plan` from `first` on, and emits what depends on
  /// rows alone. `bases`: by access, the address (or count) at row and column 0
  /// of the batch; `lane`: of the thread, and `row`: its first row; `staged`:
  /// those that shared memory has, if any.
  TileReads(Code &code, const Plan &plan, unsigned first, ArrayRef<Value> bases,
            Value lane, Value row, StagedReads *staged = nullptr);

  /// Begins a tile of columns.
  void beginTile(Code &code, Value tile);

  /// Emits the element of `access` at the column `step` behind the thread's
  /// first one, in the first (0) or second (1) row.
  Value at(Code &code, unsigned access, unsigned half, int64_t step);

  /// Emits true if that column is before the end; null if it always is.
  Value isInside(Code &code, int64_t step) const;

private:
  struct Operand {
    bool variesByColumn, variesByRow;
    Value rows[2];   // values that do not vary by column
    Offset place[2]; // else, offsets of the rows
    llvm::SmallDenseMap<int64_t, Value> columns; // that do not vary by row
    /// By row and pair of columns beside each other: their bits, from the
    /// lowest.
    llvm::SmallDenseMap<std::pair<unsigned, int64_t>, Value> pairs;
  };
  Operand prepare(Code &code, unsigned access, Value row);
  Offset along(Code &code, unsigned access, int64_t step) const;
  Value load(Code &code, unsigned access, Offset offset) const;
  Value loadBits(Code &code, unsigned access, Offset offset) const;
  Value bitOfPair(Code &code, unsigned access, unsigned half, int64_t step);
  Value countAt(Code &code, unsigned access, Offset offset) const;
  Value elementAt(Code &code, unsigned access, Offset offset) const;

  StagedReads *staged;
  const Plan &plan;
  const Axes &axes;
  ArrayRef<Access> accesses;
  unsigned first;
  SmallVector<Value> bases;
  Value lane, column;            // the thread's first one
  SmallVector<Operand> operands; // by access, from the first one
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_TILEREADS_H
