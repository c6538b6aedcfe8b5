// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vector         a word for each column of the tile, read as pairs
// bitsOfRows     for each row, the bits of the tile's columns, read as words
// bitsOfColumns  for each column, the bits of the block's rows; a thread's two
//                rows are 8 apart, in the same bit of two bytes
//
// Rows and columns are clamped to the last one, as in TileReads.cpp.
#include "lib/Lowering/Gpu/Attention/StagedReads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

using Kind = StagedAccess::Kind;

/// Returns true if lines of `bits` bits along `along` are aligned to their
/// size, and none crosses the end of the axis.
static bool hasWholeLines(const Plan &plan, unsigned access, const Axis &along,
                          const Axis &across, int64_t bits, int64_t alignment) {
  const Access &where = plan.contraction.accesses[access];
  int64_t bytes = bits / 8;
  if (!along.movesByOne(access) || along.extent() % bits != 0 ||
      where.offset % bits != 0 || where.view ||
      (bytes != 4 && bytes != 8 && bytes != 16) || alignment % bytes != 0)
    return false;
  auto isWhole = [&](const Axis &axis) {
    return llvm::all_of(axis.digits, [&](const Digit &digit) {
      return digit.strides[access] % bits == 0;
    });
  };
  return isWhole(plan.axes.batch) && isWhole(across);
}

static std::optional<StagedAccess> stagedOf(const Plan &plan, unsigned access,
                                            ArrayRef<int64_t> alignments) {
  const Access &where = plan.contraction.accesses[access];
  const Axis &rows = plan.axes.row, &columns = plan.axes.column;
  if (where.argument == Access::noArgument || !columns.moves(access))
    return std::nullopt;
  int64_t alignment = alignments[where.argument];
  if (where.isPacked) {
    if (hasWholeLines(plan, access, columns, rows, plan.tile.columns,
                      alignment))
      return StagedAccess{Kind::bitsOfRows, plan.tile.rows,
                          plan.tile.columns / 8};
    if (hasWholeLines(plan, access, rows, columns, plan.tile.rows, alignment))
      return StagedAccess{Kind::bitsOfColumns, plan.tile.columns,
                          plan.tile.rows / 8};
    return std::nullopt;
  }
  if (rows.moves(access) || where.type.getIntOrFloatBitWidth() != 32)
    return std::nullopt;
  return StagedAccess{Kind::vector, plan.tile.columns, 4};
}

Staging mlir::amp::lowering::stagingOf(const Plan &plan, unsigned first,
                                       ArrayRef<int64_t> alignments,
                                       int64_t begin, int64_t end) {
  Staging staging;
  staging.begin = begin;
  for (unsigned access = first; access < plan.contraction.accesses.size();
       ++access)
    if (std::optional<StagedAccess> staged =
            stagedOf(plan, access, alignments)) {
      staged->begin = staging.stageBytes;
      staging.stageBytes += llvm::alignTo(staged->bytes(), 16);
      staging.accesses.insert({access, *staged});
    }
  if (begin + plan.tile.stages * staging.stageBytes > end)
    return {};
  return staging;
}

StagedReads::StagedReads(Code &code, const Plan &plan, const Staging &staging,
                         ArrayRef<Value> bases, Value shared, Value thread,
                         Value firstRow)
    : plan(plan), staging(staging), bases(bases), shared(shared),
      thread(thread), firstRow(firstRow),
      warpRow(code.mul(code.div(thread, 32), plan.warpRows())),
      laneRow(code.div(code.rem(thread, 32), 4)),
      laneColumn(code.mul(code.rem(thread, 4), 2)) {}

void StagedReads::copyLine(Code &code, unsigned access,
                           const StagedAccess &staged, Value line,
                           Value firstColumn, Value into) const {
  const Access &where = plan.contraction.accesses[access];
  Value row = firstRow, column = firstColumn;
  Value &moves = staged.kind == Kind::bitsOfRows ? row : column;
  moves = code.add(moves, line);
  auto clamped = [&](const Axis &axis, Value position) {
    return plan.mayEnd(axis) ? axis.clamp(code, position) : position;
  };
  Offset from =
      plan.axes.column.offset(code, access, clamped(plan.axes.column, column));
  if (staged.kind != Kind::vector)
    from = code.add(
        from, plan.axes.row.offset(code, access, clamped(plan.axes.row, row)));
  Type type = where.type;
  if (where.isPacked) { // bits to bytes
    type = code.getI8Type();
    from = {code.div(code.add(from.dynamic ? from.dynamic : code.i32(0),
                              from.constant),
                     8),
            0};
  }
  Value to = code.address(
      shared, code.getI8Type(),
      {code.add(code.mul(line, staged.lineBytes), into), staged.begin});
  auto cache = staged.lineBytes == 16 ? NVVM::LoadCacheModifierKind::CG
                                      : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(code, to, code.address(bases[access], type, from),
                          static_cast<uint32_t>(staged.lineBytes), cache,
                          Value());
}

/// Emits the offset of the stage of a tile, in bytes.
Value StagedReads::stageOf(Code &code, Value tile) const {
  Value parity = code.bitAnd(tile, plan.tile.stages - 1);
  return code.add(code.mul(parity, staging.stageBytes), staging.begin);
}

void StagedReads::start(Code &code, Value tile) const {
  Value firstColumn = code.mul(tile, plan.tile.columns);
  Value into = stageOf(code, tile);
  int64_t threads = plan.tile.threads();
  for (const auto &[access, staged] : staging.accesses)
    for (int64_t first = 0; first < staged.lines; first += threads) {
      OpBuilder::InsertionGuard guard(code);
      if (staged.lines - first < threads) {
        auto isMine =
            scf::IfOp::create(code, code.less(thread, staged.lines - first),
                              /*withElseRegion=*/false);
        code.setInsertionPointToStart(isMine.thenBlock());
      }
      copyLine(code, access, staged, code.add(thread, first), firstColumn,
               into);
    }
}

void StagedReads::beginTile(Code &code, Value tile) {
  stage = stageOf(code, tile);
  words.clear();
}

/// Loads two adjacent columns at once, of which the first one is even.
Value StagedReads::elementOfVector(Code &code, const StagedAccess &staged,
                                   unsigned access, int64_t step) {
  int64_t even = step - step % 2;
  if (!words.contains({access, even})) {
    Value address = code.address(
        shared, code.getI8Type(),
        {code.add(code.mul(laneColumn, 4), stage), staged.begin + even * 4});
    SmallVector<Value, 4> pair =
        code.load(address, plan.contraction.accesses[access].type, 2);
    for (int64_t i : {0, 1})
      words[{access, even + i}] = pair[i];
  }
  return words[{access, step}];
}

/// Loads a word of a row; bit 0 becomes the first column of the thread.
Value StagedReads::bitOfRow(Code &code, const StagedAccess &staged,
                            unsigned access, unsigned half, int64_t step) {
  int64_t perLine = staged.lineBytes / 4, word = step / 32;
  Value &bits = words[{access, half * perLine + word}];
  if (!bits) {
    Value line = code.add(warpRow, laneRow);
    Value address =
        code.address(shared, code.getI8Type(),
                     {code.add(code.mul(line, staged.lineBytes), stage),
                      staged.begin + half * 8 * staged.lineBytes + word * 4});
    bits = arith::ShRUIOp::create(
        code, code.load(address, code.getI32Type(), 1).front(), laneColumn);
  }
  return arith::ShRUIOp::create(code, bits, code.i32(step % 32));
}

/// Loads two bytes of a column; bits 0 and 8 become the rows of the thread.
Value StagedReads::bitOfColumn(Code &code, const StagedAccess &staged,
                               unsigned access, unsigned half, int64_t step) {
  Value &bits = words[{access, step}];
  if (!bits) {
    Value begin = code.add(code.mul(laneColumn, staged.lineBytes),
                           code.add(code.div(warpRow, 8), stage));
    Value address =
        code.address(shared, code.getI8Type(),
                     {begin, staged.begin + step * staged.lineBytes});
    Value both = arith::ExtUIOp::create(
        code, code.getI32Type(),
        code.load(address, code.getI16Type(), 1).front());
    bits = arith::ShRUIOp::create(code, both, laneRow);
  }
  return arith::ShRUIOp::create(code, bits, code.i32(8 * half));
}

Value StagedReads::at(Code &code, unsigned access, unsigned half,
                      int64_t step) {
  const StagedAccess &staged = staging.accesses.find(access)->second;
  if (staged.kind == Kind::vector)
    return elementOfVector(code, staged, access, step);
  Value bit = staged.kind == Kind::bitsOfRows
                  ? bitOfRow(code, staged, access, half, step)
                  : bitOfColumn(code, staged, access, half, step);
  return arith::TruncIOp::create(code, plan.contraction.accesses[access].type,
                                 bit);
}
