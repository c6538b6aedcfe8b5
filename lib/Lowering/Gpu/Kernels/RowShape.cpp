// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/RowShape.h"
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/Steps.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Limits of a thread: the elements of all buffers that it holds, and the ops
/// in its code.
static constexpr int64_t maxHeld = 96, maxCode = 4096;
static constexpr int64_t warp = 32;
/// Blocks, or rows of one or two warps each, that fill a GPU.
static constexpr int64_t chipBlocks = 256, manyRows = 2048;
/// Rows that a block may have at once for column sums, even if rows are long.
static constexpr int64_t leastRows = 4;

/// Returns the number of buffers with a value per element of a row, and the ops
/// per element. A 16-bit buffer that is read twice counts twice, as its values
/// are kept in 32 bits, too.
static std::pair<int64_t, int64_t> costOf(ArrayRef<Operation *> ops,
                                          const Rows &rows) {
  llvm::SmallPtrSet<Value, 8> buffers, widened;
  int64_t code = 0;
  for (Operation *op : ops) {
    RowPart part = *partOf(op, rows);
    if (part == RowPart::Whole ||
        (part == RowPart::Columns && isa<linalg::FillOp>(op)))
      continue;
    op->walk([&](Operation *) { ++code; });
    auto linalgOp = cast<linalg::LinalgOp>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (!type || !linalgOp.getMatchingIndexingMap(&operand).isFunctionOfDim(
                       rows.outer.size()))
        continue;
      if (part == RowPart::Columns && linalgOp.isDpsInit(&operand))
        continue; // a column sum, not an element
      bool isNew = buffers.insert(operand.get()).second;
      if (!isNew && linalgOp.isDpsInput(&operand) &&
          type.getElementTypeBitWidth() == 16)
        widened.insert(operand.get());
    }
  }
  return {buffers.size() + widened.size(), code};
}

/// Returns true if operands with a value per element are contiguous from row to
/// row, so that all of them are aligned at the same offsets.
static bool lieInLine(ArrayRef<Operation *> ops, unsigned inner) {
  return llvm::all_of(ops, [&](Operation *op) {
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      if (!isa<MemRefType>(operand.get().getType()))
        return true;
      AffineMap map =
          cast<linalg::LinalgOp>(op).getMatchingIndexingMap(&operand);
      return !map.isFunctionOfDim(inner) ||
             (map.isIdentity() && isPlain(operand.get().getType()));
    });
  });
}

int64_t amp::lowering::summedRows(linalg::GenericOp columns) {
  int64_t count = 1;
  for (auto [size, type] : llvm::zip(columns.getStaticLoopRanges(),
                                     columns.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      count *= size;
  return count;
}

RowShape amp::lowering::rowShapeOf(ArrayRef<Operation *> ops,
                                   const Rows &rows) {
  RowShape shape;
  SmallVector<Operation *> inner;
  for (Operation *op : ops)
    if (partOf(op, rows) != RowPart::Whole &&
        !(isa<linalg::FillOp>(op) && partOf(op, rows) == RowPart::Columns))
      inner.push_back(op);
  unsigned place = rows.outer.size();
  int64_t widest = widestVectors(inner, place);
  shape.width = vectorWidth(inner, place, widest);
  shape.peels = shape.width < widest && rows.length >= warp * widest &&
                lieInLine(inner, place);
  if (shape.peels)
    shape.width = widest;
  int64_t vectors =
      (rows.length - (shape.peels ? widest - 1 : 0)) / shape.width;
  shape.vectors = vectors * shape.width;
  auto [buffers, code] = costOf(ops, rows);
  int64_t count = rows.count();
  auto fits = [&, &buffers = buffers, &code = code](int64_t chunks) {
    int64_t elements = chunks * shape.width;
    return elements * buffers <= maxHeld && elements * code <= maxCode;
  };
  int64_t chunks = count >= manyRows ? 4 : 1;
  while (chunks > 1 && !fits(chunks))
    chunks /= 2;
  int64_t lanes = llvm::divideCeil(vectors, vectors <= warp ? 1 : chunks);
  shape.lanes = lanes <= warp ? llvm::PowerOf2Ceil(lanes)
                              : std::min<int64_t>(threadsPerBlock,
                                                  llvm::alignTo(lanes, warp));
  shape.chunks = llvm::divideCeil(vectors, shape.lanes);
  shape.keeps = fits(shape.chunks) || shape.chunks == 1;
  if (!shape.keeps) {
    shape.lanes = count >= manyRows ? threadsPerBlock : 2 * threadsPerBlock;
    shape.chunks = std::max<int64_t>(1, 4 / shape.width);
  }
  shape.rows = std::max<int64_t>(1, threadsPerBlock / shape.lanes);
  if (shape.lanes <= warp) // no barriers: small blocks if rows are few
    shape.rows = std::clamp<int64_t>(
        llvm::PowerOf2Ceil(llvm::divideCeil(count, chipBlocks)),
        warp / shape.lanes, shape.rows);
  for (Operation *op : ops)
    if (auto sum = dyn_cast<linalg::GenericOp>(op); sum && sumsColumns(sum)) {
      auto type = cast<MemRefType>(sum.getDpsInits()[0].getType());
      int64_t run = summedRows(sum) / type.getDimSize(0);
      // more threads would need more shared memory for their sums
      int64_t most = std::max(threadsPerBlock / shape.lanes, leastRows);
      shape.rows = std::min({2 * threadsPerBlock / shape.lanes, most, run});
      while (run % shape.rows)
        --shape.rows;
      shape.steps = run / shape.rows;
    }
  return shape;
}
