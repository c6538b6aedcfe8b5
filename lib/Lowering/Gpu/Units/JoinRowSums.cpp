// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call @rows(%x, %d); ...; call @sum(%d, %s)    // over the columns of %d
//   ==>  call @rows_parts(%x, %d, %parts); ...; call @total(%s, %parts)
#include "lib/Lowering/Gpu/Kernels/RowShape.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Units/JoinTotals.h"
#include "lib/Lowering/Gpu/Units/UnitForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {
#define GEN_PASS_DEF_JOINROWSUMS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Limits on the rows of a run and on the blocks. Short runs leave many partial
/// sums, which cost more than the registers of a loop over rows: 21 us with
/// runs of 4, 15 us with 16, of 4096 x 768 on an H200 (2026-11-27). Fewer
/// blocks do not fill a chip.
static constexpr int64_t shortestRun = 4, longestRun = 16, fewestBlocks = 256;

/// Limit on the bytes of shared memory for the sums of a block's threads.
static constexpr int64_t maxSharedBytes = int64_t(32) << 10;

/// Returns true if one row kernel can execute `actions`.
static bool fitsRows(ArrayRef<Operation *> actions) {
  std::optional<Rows> rows = rowsOf(actions);
  if (!rows)
    return false;
  RowShape shape = rowShapeOf(actions, *rows);
  int64_t threads = shape.lanes * shape.rows;
  int64_t run = shape.rows * shape.steps, sharedBytes = 0;
  for (Operation *op : actions)
    if (auto sum = dyn_cast<GenericOp>(op); sum && sumsColumns(sum)) {
      auto type = cast<MemRefType>(sum.getDpsInits()[0].getType());
      if (type.getDimSize(0) * run != summedRows(sum))
        return false;
      sharedBytes += threads * shape.chunks * shape.width * 4;
    }
  return shape.keeps && !shape.peels && threads % 32 == 0 &&
         sharedBytes <= maxSharedBytes;
}

/// Returns the number of partial sums of `last` in a kernel with `others`: one
/// for each run of rows, which a block processes at once or in a loop.
static std::optional<int64_t> chooseParts(GenericOp last,
                                          ArrayRef<Operation *> others) {
  std::optional<Rows> rows = rowsOf(others);
  if (!rows)
    return std::nullopt;
  RowShape shape = rowShapeOf(others, *rows);
  int64_t atOnce = std::max(shape.rows * shape.steps, shortestRun);
  for (int64_t run = std::max(atOnce, longestRun); run >= atOnce; run /= 2)
    if (summedRows(last) % run == 0 && rows->count() / run >= fewestBlocks)
      return summedRows(last) / run;
  return std::nullopt;
}

static std::optional<int64_t> countParts(func::FuncOp unit) {
  SmallVector<Operation *> actions = actionsOf(unit);
  auto last = dyn_cast<GenericOp>(actions.back());
  if (!last || !sumsColumns(last))
    return std::nullopt;
  Value parts = last.getDpsInits()[0];
  auto type = cast<MemRefType>(parts.getType());
  if (type.hasStaticShape())
    return fitsRows(actions) ? std::optional(type.getDimSize(0)) : std::nullopt;
  llvm::erase_if(actions, [&](Operation *op) {
    return llvm::is_contained(op->getOperands(), parts);
  });
  return chooseParts(last, actions);
}

namespace {
struct JoinRowSums : amp::impl::JoinRowSumsBase<JoinRowSums> {
  using Base::Base;

  void runOnOperation() override {
    UnitCalls calls(getOperation());
    SmallVector<func::CallOp> rows;
    for (func::CallOp call : calls.callsOf("reduction"))
      if (rowsOf(actionsOf(calls.unitOf(call))))
        rows.push_back(call);
    joinSums(calls, rows, {"reduction", "contraction"}, countParts);
  }
};
} // namespace
