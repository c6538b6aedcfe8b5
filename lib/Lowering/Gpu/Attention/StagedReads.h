// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Body operands that a block stages in shared memory with each column tile:
// vectors along columns, and packed masks. Otherwise, threads load the same
// words from global memory one by one, and wait for each.
#ifndef LIB_LOWERING_GPU_ATTENTION_STAGEDREADS_H
#define LIB_LOWERING_GPU_ATTENTION_STAGEDREADS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Layout of a staged operand in a pipeline stage. A line holds one element of
/// a vector, or the bits of one row or column of a mask.
struct StagedAccess {
  enum class Kind : uint8_t { vector, bitsOfRows, bitsOfColumns };

  Kind kind;
  int64_t lines, lineBytes;
  int64_t begin = 0; // offset in the stage, in bytes

  int64_t bytes() const { return lines * lineBytes; }
};

/// Shared-memory layout of the staged operands, keyed by access.
struct Staging {
  llvm::SmallMapVector<unsigned, StagedAccess, 4> accesses;
  int64_t begin = 0, stageBytes = 0; // in shared memory
};

/// Returns the staging of the suitable accesses of `plan` from `first` on. The
/// stages start at offset `begin` of shared memory; the staging is empty if
/// they do not end before `end`. `alignments`: of each argument, in bytes.
Staging stagingOf(const Plan &plan, unsigned first,
                  ArrayRef<int64_t> alignments, int64_t begin, int64_t end);

/// Emits the copies of operands to the stages, and the reads from them.
class StagedReads {
public:
  /// `bases`: for each access, the address at row and column 0 of the batch;
  /// `thread`: index in the block; `firstRow`: of the block.
  StagedReads(Code &code, const Plan &plan, const Staging &staging,
              ArrayRef<Value> bases, Value shared, Value thread,
              Value firstRow);

  /// Starts the copies for a column tile to the stage of the parity of `tile`.
  void start(Code &code, Value tile) const;

  /// Selects the stage of `tile` for the following reads.
  void beginTile(Code &code, Value tile);

  bool has(unsigned access) const { return staging.accesses.contains(access); }

  /// Emits the element of `access` in the thread's first (0) or second (1) row,
  /// `step` columns after its first column.
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
  Value stage;                        // its offset in bytes
  /// Cache of loaded words of the tile, keyed by access and word.
  llvm::SmallDenseMap<std::pair<unsigned, int64_t>, Value> words;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_STAGEDREADS_H
