// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiling of a contraction for blocks of threads, and layout of a block's tiles
// in shared memory.
#ifndef LIB_LOWERING_GPU_TENSORCORE_PLAN_H
#define LIB_LOWERING_GPU_TENSORCORE_PLAN_H

#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/TensorCore/Axis.h"

namespace mlir::amp::lowering {

/// Tile that a block of threads computes, and the part that one K iteration
/// reads.
struct Tile {
  int64_t rows, columns;
  int64_t depthBytes;
  int64_t warpsDown, warpsAcross;
  int64_t stages;              // of copies that are under way
  bool isOfWarpgroups = false; // by wgmma: 16 rows of each warp are one product

  /// Bytes of a line of the layout of wgmma's factors.
  static constexpr int64_t wgmmaLineBytes = 128;

  int64_t threads() const { return warpsDown * warpsAcross * 32; }
};

/// A factor's part of a stage: lines of 16-byte chunks, which trade places
/// within their line so that 8 threads never meet in one bank.
struct Panel {
  bool alongDepth; // a line holds one row (or column) of the factor
  int64_t lines, lineBytes, begin;
  int64_t copyBytes; // at once
  int64_t shift, mask, left;
  /// For wgmma, lines hold 64 elements, and the next 64 of their row, column or
  /// depth begin after so many; else 0.
  int64_t blockLines;

  int64_t bytes() const { return lines * lineBytes; }
  int64_t copies() const { return bytes() / copyBytes; }
  /// After so many lines the chunks lie as before.
  int64_t period() const { return (mask + 1) << shift; }
  /// Emits the offset of a byte of a line; `line` may be known modulo period().
  Value place(Code &code, Value line, Value byte) const;
};

/// Shares of the threads of a block in the elements of its tile, once all sums
/// are in shared memory: each warp has rows that follow each other, `lanes`
/// threads beside each other have a row, and a thread has `pieces` runs of
/// `width` columns in each of its rows.
struct ElementLayout {
  int64_t width, lanes, pieces;
  int64_t warpRows; // of a warp

  /// Rows that a warp has at once.
  int64_t rows() const { return 32 / lanes; }
  /// Columns between two pieces of a thread.
  int64_t pitch() const { return width * lanes; }
};

struct Plan {
  Contraction contraction;
  Axes axes;
  Tile tile;
  Panel panels[2];
  Type factor; // f16, bf16 or f32
  int64_t factorBytes;
  int64_t residentBlocks = 1; // of a multiprocessor

  int64_t depth() const { return tile.depthBytes / factorBytes; }
  /// Returns the steps of one contraction, and of all.
  int64_t stepsOfOne() const;
  int64_t steps() const;
  int64_t stageBytes() const { return panels[0].bytes() + panels[1].bytes(); }
  int64_t pipelineBytes() const { return stageBytes() * tile.stages; }
  /// Returns the bytes of the stages, or of the sums, which take their place.
  int64_t sharedBytes() const;
  /// Returns the f32 elements of shared memory from one row of sums to the
  /// next: threads that store sums of 8 rows meet in no bank.
  int64_t sumPitch() const { return tile.columns + 8; }
  ElementLayout elements() const;
  /// Returns the part of a tile that a warp has.
  int64_t warpRows() const { return tile.rows / tile.warpsDown; }
  int64_t warpColumns() const { return tile.columns / tile.warpsAcross; }
  /// Returns the rows, or columns, of a tile whose elements are summed to one
  /// place: all, if the reduction allows that.
  int64_t summedRows(const Total &total) const;
  int64_t summedColumns(const Total &total) const;
  /// Returns the number of partial sums that blocks leave of a reduction.
  int64_t partsOf(const Total &total) const;
  /// Returns the columns of a segment that steps reduce; 0 if no step does.
  int64_t segment() const;
  /// Returns true if the last tile, or step, goes past the end of an axis:
  /// rows, columns or depth of this plan.
  bool mayEnd(const Axis &axis) const;
  int64_t rowTiles() const;
  int64_t columnTiles() const;
  int64_t blocks() const;
};

/// Fails with `why` where no tile fits. `alignments`: of each argument, in
/// bytes; `tile`: the table's row to take, if any; `independent`: calls that do
/// not depend on each other, whose launches may be merged; `hasWarpgroups`: the
/// target has wgmma.
FailureOr<Plan> makePlan(Contraction contraction, const Chip &chip,
                         ArrayRef<int64_t> alignments,
                         std::optional<unsigned> tile, int64_t independent,
                         bool hasWarpgroups, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_PLAN_H
