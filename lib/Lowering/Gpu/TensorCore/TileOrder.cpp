// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// blocks 0, 1, 2, ...   ==>   tiles of a band of rows, column by column, then
//                              tiles of the next band
#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Height of a band in tiles: the blocks that run at a time, about 260 on an
/// H100, then cover about as many tiles across.
static constexpr int64_t bandTiles = 16;

/// Returns the height of a band: a divisor of `rowTiles`, if one is near
/// `bandTiles`.
static int64_t chooseBand(int64_t rowTiles) {
  for (int64_t band = bandTiles; band >= bandTiles / 2; --band)
    if (rowTiles % band == 0)
      return band;
  return std::min(bandTiles, rowTiles);
}

Place amp::lowering::placeOfBlock(Code &code, const Plan &plan) {
  Type i32 = code.getI32Type();
  int64_t rows = plan.rowTiles(), columns = plan.columnTiles();
  Value row = NVVM::BlockIdYOp::create(code, i32);
  Value column = NVVM::BlockIdXOp::create(code, i32);
  int64_t band = chooseBand(rows);
  if (columns > 1 && rows > 1) {
    Value block = code.add(code.mul(row, columns), column);
    Value bands = code.div(block, band * columns);
    Value within = code.rem(block, band * columns);
    Value begin = code.mul(bands, band);
    if (rows % band) { // the last band may be lower
      Value left = arith::SubIOp::create(code, code.i32(rows), begin);
      Value height = arith::MinUIOp::create(code, left, code.i32(band));
      column = arith::DivUIOp::create(code, within, height);
      row =
          code.add(begin, Value(arith::RemUIOp::create(code, within, height)));
    } else {
      column = code.div(within, band);
      row = code.add(begin, code.rem(within, band));
    }
  }
  return {code.mul(row, plan.tile.rows), code.mul(column, plan.tile.columns)};
}
