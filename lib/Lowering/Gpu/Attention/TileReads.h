// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILEREADS_H
#define LIB_LOWERING_GPU_ATTENTION_TILEREADS_H

#include "lib/Lowering/Gpu/Attention/StagedReads.h"

namespace mlir::amp::lowering {

/// Reads body operands and loop indices at the accumulators of a score tile. A
/// thread has two rows, 8 apart, and pairs of columns.
class TileReads {
public:
  /// Reads the accesses of `plan` from `first` on, and emits the loads that
  /// depend on rows only. `bases`: for each access, the address (or loop index)
  /// at row and column 0 of the batch; `lane`: of the thread; `row`: its first
  /// row; `staged`: reads of the operands in shared memory, if any.
  TileReads(Code &code, const Plan &plan, unsigned first, ArrayRef<Value> bases,
            Value lane, Value row, StagedReads *staged = nullptr);

  /// Selects a column tile for the following reads.
  void beginTile(Code &code, Value tile);

  /// Emits the element of `access` in the thread's first (0) or second (1) row,
  /// `step` columns after its first column.
  Value at(Code &code, unsigned access, unsigned half, int64_t step);

  /// Emits true if the column at `step` is in bounds; null if it always is.
  Value isInside(Code &code, int64_t step) const;

private:
  struct Operand {
    bool variesByColumn, variesByRow;
    Value rows[2];   // elements, if they do not vary by column
    Offset place[2]; // otherwise, offsets of the rows
    llvm::SmallDenseMap<int64_t, Value> columns; // cache, if row-invariant
    /// Cache of mask bits, lowest first, by row and pair of adjacent columns.
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
  Value lane, column;            // first column of the thread
  SmallVector<Operand> operands; // from access `first` on
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_TILEREADS_H
