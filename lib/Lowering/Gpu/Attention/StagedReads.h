// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of bodies that a block copies to shared memory with a tile of
// columns: vectors along columns, and packed masks. Threads would load the same
// words from global memory one by one, and wait for each.
#ifndef LIB_LOWERING_GPU_ATTENTION_STAGEDREADS_H
#define LIB_LOWERING_GPU_ATTENTION_STAGEDREADS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Place of an access's elements in each stage: a line for each column of a
/// vector, or for each row (or column) across the bytes of a mask.
struct StagedAccess {
  enum class Kind : uint8_t { vector, bitsOfRows, bitsOfColumns };

  Kind kind;
  int64_t lines, lineBytes;
  int64_t begin = 0; // from the stage's begin

  int64_t bytes() const { return lines * lineBytes; }
};

/// Stages of staged accesses, by number of the access.
struct Staging {
  llvm::SmallMapVector<unsigned, StagedAccess, 4> accesses;
  int64_t begin = 0, stageBytes = 0; // of shared memory
};

/// Returns the staging of accesses of `plan` from `first` on that suit it, from
/// `begin` on, if `stages` of it end before `end`; else that of none.
/// `alignments`: of each argument, in bytes.
Staging stagingOf(const Plan &plan, unsigned first,
                  ArrayRef<int64_t> alignments, int64_t begin, int64_t end);

/// Emits copies to stages, and reads of them.
class StagedReads {
public:
  /// `bases`: by access, the address at row and column 0 of the batch;
  /// `thread`: of the block; `firstRow`: of the block.
  StagedReads(Code &code, const Plan &plan, const Staging &staging,
              ArrayRef<Value> bases, Value shared, Value thread,
              Value firstRow);

  /// Starts copies for a tile of columns to the stage of its parity.
  void start(Code &code, Value tile) const;

  /// Begins the reads of a tile.
  void beginTile(Code &code, Value tile);

  bool has(unsigned access) const { return staging.accesses.contains(access); }

  /// Emits the element of `access` at the column `step` behind the thread's
  /// first one, in the first (0) or second (1) row.
  Value at(Code &code, unsigned access, unsigned half, int64_t step);

private:
  Value stageOf(Code &code, Value tile) const;
  void copyLine(Code &code, unsigned access, const StagedAccess &staged,
                Value line, Value firstColumn, Value stage) const;
  Value elementOfVector(Code &code, const StagedAccess &staged, unsigned access,
                        int64_t step);
  Value bitOfRow(Code &code, const StagedAccess &staged, unsigned access,
                 unsigned half, int64_t step);
  Value bitOfColumn(Code &code, const StagedAccess &staged, unsigned access,
                    unsigned half, int64_t step);

  const Plan &plan;
  const Staging &staging;
  ArrayRef<Value> bases;
  Value shared, thread, firstRow;
  Value warpRow, laneRow, laneColumn; // within the tile
  Value stage;                        // bytes before it
  /// By access and number of a word: what the thread has read of the tile.
  llvm::SmallDenseMap<std::pair<unsigned, int64_t>, Value> words;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_STAGEDREADS_H
