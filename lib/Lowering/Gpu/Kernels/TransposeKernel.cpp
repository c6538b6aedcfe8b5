// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic {(d0, d1) -> (d1, d0)}
//   ==>   thread: load 8 vectors along d0; store 8 vectors along d1
//
// A thread has a register tile of elements that are adjacent in both dims. The
// tiles of a warp are adjacent in both dims, so that it accesses whole sectors
// of 32 bytes, without shared memory and barriers.
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Limit on the ops in a thread's code.
static constexpr int64_t maxCode = 4096, warp = 32;

namespace {
/// Transposed inputs: contiguous along `loop` instead of the innermost dim.
struct TransposedInputs {
  unsigned loop = 0, inner = 0;
  llvm::MapVector<Value, AffineMap> inputs;
  SmallVector<int64_t> sizes;
  int64_t height = 1, width = 1; // of a tile: in `loop`, in `inner`
};
} // namespace

/// Classifies an operand by its contiguous dim; returns false if tiles cannot
/// read it.
static bool addOperand(OpOperand &operand, TransposedInputs &turned,
                       llvm::SmallPtrSetImpl<Value> &others) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || !type.getRank())
    return true;
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto steps = stepsOf(type, map, turned.inner);
  if (!steps)
    return false;
  std::optional<unsigned> loop;
  for (unsigned i = 0; i < turned.inner; ++i)
    if ((*steps)[i] == 1 && turned.sizes[i] > 1)
      loop = i;
  bool isTurned = (*steps)[turned.inner] > 1 && loop;
  if (!isTurned)
    return others.insert(operand.get()), !turned.inputs.contains(operand.get());
  if (op.isDpsInit(&operand) || others.contains(operand.get()) ||
      (!turned.inputs.empty() && turned.loop != *loop))
    return false;
  turned.loop = *loop;
  return turned.inputs.insert({operand.get(), map}).first->second == map;
}

static std::optional<TransposedInputs> turnedOf(ArrayRef<Operation *> ops) {
  TransposedInputs turned;
  turned.sizes = cast<linalg::LinalgOp>(ops.front()).getStaticLoopRanges();
  if (turned.sizes.size() < 2)
    return std::nullopt;
  turned.inner = turned.sizes.size() - 1;
  llvm::SmallPtrSet<Value, 8> others;
  int64_t code = 0;
  for (Operation *op : ops) {
    op->walk([&](Operation *) { ++code; });
    for (OpOperand &operand : op->getOpOperands())
      if (!addOperand(operand, turned, others))
        return std::nullopt;
  }
  if (turned.inputs.empty())
    return std::nullopt;
  auto widthOf = [&](unsigned loop) {
    return vectorWidth(ops, loop, widestVectors(ops, loop));
  };
  turned.height = widthOf(turned.loop);
  turned.width = widthOf(turned.inner);
  if (turned.height == 1 || turned.height * turned.width * code > maxCode)
    return std::nullopt;
  return turned;
}

/// Returns the thread's tile. The tiles of a warp are stacked 4 high, or 2 if
/// they are narrow. Sets `isIn` to the predicate that the thread has a tile.
static Point tileOf(const TransposedInputs &turned, Shape &shape, Value &isIn,
                    KernelCode &code) {
  auto &b = code.b;
  int64_t below = turned.width > 1 ? 4 : 2, beside = warp / below;
  int64_t rows = turned.sizes[turned.loop] / turned.height;
  int64_t columns = turned.sizes[turned.inner] / turned.width;
  Point warps{turned.sizes, nullptr, {}, 0},
      tile{turned.sizes, nullptr, {}, turned.inner};
  warps.sizes[turned.loop] = llvm::divideCeil(rows, below);
  warps.sizes[turned.inner] = llvm::divideCeil(columns, beside);
  int64_t threads = warp;
  for (int64_t size : warps.sizes)
    threads *= size;
  shape.threads = std::min(threads, threadsPerBlock);
  shape.blocks = llvm::divideCeil(threads, shape.threads);
  Value thread = code.threadId();
  Value number = code.add(code.times(code.blockId(), shape.threads), thread);
  warps.linear = arith::DivUIOp::create(b, number, code.constant(warp));
  tile.indices = llvm::to_vector(code.indicesOf(warps));
  Value lane = arith::RemUIOp::create(b, thread, code.constant(warp));
  Value split = code.constant(beside);
  auto place = [&](unsigned loop, int64_t lanes, Value own, int64_t count,
                   int64_t size) {
    Value &index = tile.indices[loop];
    index = code.add(code.times(index, lanes), own);
    Value is = code.isBelow(index, count);
    isIn = isIn ? arith::AndIOp::create(b, isIn, is).getResult() : is;
    index = code.times(index, size);
  };
  isIn = code.isBelow(number, threads);
  place(turned.loop, below, arith::DivUIOp::create(b, lane, split), rows,
        turned.height);
  place(turned.inner, beside, arith::RemUIOp::create(b, lane, split), columns,
        turned.width);
  return tile;
}

/// Returns the point `by` iterations of `loop` further.
static Point movedBy(const Point &tile, unsigned loop, int64_t by,
                     KernelCode &code) {
  Point point = tile;
  if (by)
    point.indices[loop] = code.add(point.indices[loop], code.constant(by));
  return point;
}

std::optional<Shape> amp::lowering::emitTransposed(ArrayRef<Operation *> ops,
                                                   KernelCode &code) {
  std::optional<TransposedInputs> turned = turnedOf(ops);
  if (!turned)
    return std::nullopt;
  Shape shape;
  Value isIn;
  Point tile = tileOf(*turned, shape, isIn, code);
  OpBuilder::InsertionGuard guard(code.b);
  auto in = scf::IfOp::create(code.b, isIn, /*withElseRegion=*/false);
  code.b.setInsertionPointToStart(in.thenBlock());
  llvm::MapVector<Value, SmallVector<SmallVector<Value>>> columns;
  for (auto [input, map] : turned->inputs)
    for (int64_t i = 0; i < turned->width; ++i) {
      Point column = movedBy(tile, turned->inner, i, code);
      column.inner = turned->loop;
      columns[input].push_back(code.load(input, map, column, turned->height));
    }
  for (int64_t k = 0; k < turned->height; ++k) {
    for (auto &[input, values] : columns) {
      SmallVector<Value> &row = code.known[input];
      row.clear();
      for (auto &column : values)
        row.push_back(column[k]);
    }
    Point row = movedBy(tile, turned->loop, k, code);
    emitPointwise(ops, {}, row, turned->width, code);
  }
  return shape;
}
