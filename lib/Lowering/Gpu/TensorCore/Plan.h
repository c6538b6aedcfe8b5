// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiling of a contraction for thread blocks, and layout of a block's tiles in
// shared memory.
#ifndef LIB_LOWERING_GPU_TENSORCORE_PLAN_H
#define LIB_LOWERING_GPU_TENSORCORE_PLAN_H

#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/TensorCore/Axis.h"

namespace mlir::amp::lowering {

/// Tile of the result that a block computes, and bytes of K per K iteration.
struct Tile {
  int64_t rows, columns;
  int64_t kBytes;
  int64_t warpsDown, warpsAcross;
  int64_t stages;              // pipeline stages in shared memory
  bool isOfWarpgroups = false; // wgmma: 64 rows, 16 of each warp

  /// Bytes of a line in the shared-memory layout of wgmma.
  static constexpr int64_t wgmmaLineBytes = 128;

  int64_t threads() const { return warpsDown * warpsAcross * 32; }
};

/// Shared-memory tile of an operand in one stage: lines of 16-byte chunks,
/// swizzled within the line so that 8 threads access it without bank conflicts.
struct SharedTile {
  bool isKMajor; // K-major: a line holds one row of A or column of B
  int64_t lines, lineBytes, begin;
  int64_t copyBytes; // per copy
  int64_t shift, mask, left;
  /// For wgmma, whose lines hold 64 elements: the lines until the next 64
  /// elements of the row, column or K index. Else 0.
  int64_t blockLines;

  int64_t bytes() const { return lines * lineBytes; }
  int64_t copies() const { return bytes() / copyBytes; }
  /// Returns the number of lines after which the swizzle repeats.
  int64_t period() const { return (mask + 1) << shift; }
  /// Emits the offset of a byte of a line; `line` may be given modulo period().
  Value place(Code &code, Value line, Value byte) const;
};

/// Distribution of a tile's elements over the threads of a block, once all
/// accumulators are in shared memory: each warp has consecutive rows, `lanes`
/// adjacent threads share a row, and a thread has `pieces` runs of `width`
/// columns in each of its rows.
struct ElementLayout {
  int64_t width, lanes, pieces;
  int64_t warpRows; // per warp

  /// Returns the rows that a warp processes at once.
  int64_t rows() const { return 32 / lanes; }
  /// Returns the columns from one run of a thread to the next.
  int64_t pitch() const { return width * lanes; }
};

struct Plan {
  Contraction contraction;
  Axes axes;
  Tile tile;
  SharedTile sharedTiles[2];
  Type operandType; // operand type: f16, bf16 or f32
  int64_t operandBytes;
  int64_t residentBlocks = 1; // per multiprocessor

  int64_t depth() const { return tile.kBytes / operandBytes; }
  /// Returns the K iterations of one contraction, and of all.
  int64_t stepsOfOne() const;
  int64_t steps() const;
  int64_t stageBytes() const {
    return sharedTiles[0].bytes() + sharedTiles[1].bytes();
  }
  int64_t pipelineBytes() const { return stageBytes() * tile.stages; }
  /// Returns the larger size of the stages and of the accumulators, which share
  /// memory.
  int64_t sharedBytes() const;
  /// Returns the f32 elements between rows of accumulators in shared memory.
  /// The padding avoids bank conflicts of threads that store 8 rows.
  int64_t sumPitch() const { return tile.columns + 8; }
  ElementLayout elements() const;
  /// Returns the size of a warp's tile.
  int64_t warpRows() const { return tile.rows / tile.warpsDown; }
  int64_t warpColumns() const { return tile.columns / tile.warpsAcross; }
  /// Returns the rows, or columns, of a tile that are summed into one partial
  /// sum: all of them if the reduction allows it.
  int64_t summedRows(const Total &total) const;
  int64_t summedColumns(const Total &total) const;
  /// Returns the number of partial sums of a reduction per result.
  int64_t partsOf(const Total &total) const;
  /// Returns the columns of a segment, which a reduction in the epilogue
  /// combines; 0 if there is no such reduction.
  int64_t segment() const;
  /// Returns true if the last tile, or K iteration, extends past the end of
  /// `axis`: the row, column or K axis of this plan.
  bool mayEnd(const Axis &axis) const;
  int64_t rowTiles() const;
  int64_t columnTiles() const;
  int64_t blocks() const;
};

/// Chooses a tile; sets `why` and fails if none fits. `alignments`: of each
/// argument, in bytes. `tile`: index into the table of tiles, if the user chose
/// one. `independent`: number of calls that do not depend on each other, whose
/// launches may be merged. `hasWarpgroups`: the target has wgmma.
FailureOr<Plan> makePlan(Contraction contraction, const Chip &chip,
                         ArrayRef<int64_t> alignments,
                         std::optional<unsigned> tile, int64_t independent,
                         bool hasWarpgroups, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_PLAN_H
