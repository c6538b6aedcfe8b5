// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// start copies of K iterations 0 .. stages - 2
// for each K iteration: wait for its copies; barrier;
//   start copies of the K iteration stages - 1 later, into the stage that all
//   warps have left; sums += fragments * fragments
//
// Copies of single elements take hundreds of instructions. They are emitted
// once, in a loop whose first stages - 1 iterations only copy.
#include "lib/Lowering/Gpu/TensorCore/MainLoop.h"
#include "lib/Lowering/Gpu/TensorCore/Copy.h"
#include "lib/Lowering/Gpu/TensorCore/Fragments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
struct Loop {
  const Plan &plan;
  AsyncCopyPipeline copies;
  FragmentReader readers[2];

  int64_t downBlocks() const {
    return plan.tile.rows / plan.tile.warpsDown / 16;
  }
  int64_t acrossBlocks() const {
    return plan.tile.columns / plan.tile.warpsAcross / 8;
  }

  void waitForStage(Code &code) const;
  void addProducts(Code &code, Value stage, SmallVector<Value> &sums) const;
  void runEarly(Code &code, Value iteration, Value stage,
                SmallVector<Value> &sums) const;
  /// Returns the number of leading iterations of the loop that only copy.
  int64_t early() const {
    bool single =
        plan.sharedTiles[0].copyBytes < 4 || plan.sharedTiles[1].copyBytes < 4;
    return single ? plan.tile.stages - 1 : 0;
  }
  SmallVector<Value> run(Code &code) const;
};
} // namespace

void Loop::waitForStage(Code &code) const {
  copies.waitForFirst(code);
  NVVM::BarrierOp::create(code);
}

void Loop::addProducts(Code &code, Value stage,
                       SmallVector<Value> &sums) const {
  for (int64_t slice = 0; slice < plan.tile.kBytes / 32; ++slice) {
    SmallVector<Fragment> rows = readers[0].read(code, stage, slice);
    SmallVector<Fragment> columns = readers[1].read(code, stage, slice);
    for (int64_t i = 0; i < downBlocks(); ++i)
      for (int64_t j = 0; j < acrossBlocks(); ++j) {
        Value *sum = &sums[(i * acrossBlocks() + j) * 4];
        auto half = ArrayRef<Value>(columns[j / 2]).slice(j % 2 * 2, 2);
        llvm::copy(multiply(code, plan, rows[i], half, {sum, 4}), sum);
      }
  }
}

SmallVector<Value> Loop::run(Code &code) const {
  if (!early())
    copies.startFirst(code);
  Value zero = arith::ConstantOp::create(code, code.getF32FloatAttr(0));
  SmallVector<Value> carried(downBlocks() * acrossBlocks() * 4 + 1, zero);
  carried[0] = code.i32(early() ? plan.stageBytes() : 0); // the stage
  auto loop =
      scf::ForOp::create(code, code.i32(0), code.i32(plan.steps() + early()),
                         code.i32(1), carried);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(loop.getBody());
  Value stage = loop.getRegionIterArgs()[0], iteration = loop.getInductionVar();
  SmallVector<Value> sums(loop.getRegionIterArgs().drop_front());
  if (early())
    runEarly(code, iteration, stage, sums);
  else {
    waitForStage(code);
    copies.startNext(code, code.add(iteration, plan.tile.stages - 1), stage);
    addProducts(code, stage, sums);
  }
  sums.insert(sums.begin(), copies.stageAfter(code, stage, 1));
  scf::YieldOp::create(code, sums);
  return SmallVector<Value>(loop.getResults().drop_front());
}

/// Emits an iteration of a loop whose leading iterations only copy. Branches
/// are uniform in the block.
void Loop::runEarly(Code &code, Value iteration, Value stage,
                    SmallVector<Value> &sums) const {
  Value hasStage = arith::CmpIOp::create(code, arith::CmpIPredicate::uge,
                                         iteration, code.i32(early()));
  auto wait = scf::IfOp::create(code, hasStage, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(wait.thenBlock());
    waitForStage(code);
  }
  copies.startNext(code, iteration, stage);
  auto multiply = scf::IfOp::create(code, TypeRange(ValueRange(sums)), hasStage,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(code);
  code.setInsertionPointToStart(multiply.elseBlock());
  scf::YieldOp::create(code, sums);
  code.setInsertionPointToStart(multiply.thenBlock());
  addProducts(code, stage, sums);
  scf::YieldOp::create(code, sums);
  sums.assign(multiply.result_begin(), multiply.result_end());
}

Sums mlir::amp::lowering::emitMmaSyncLoop(Code &code, const Plan &plan,
                                          Place block, ArrayRef<Value> operands,
                                          Value shared) {
  const Tile &tile = plan.tile;
  Type i32 = code.getI32Type();
  Value thread = NVVM::ThreadIdXOp::create(code, i32);
  Value lane = code.rem(thread, 32), warp = code.div(thread, 32);
  Value warpRow =
      code.mul(code.div(warp, tile.warpsAcross), tile.rows / tile.warpsDown);
  Value warpColumn = code.mul(code.rem(warp, tile.warpsAcross),
                              tile.columns / tile.warpsAcross);
  Loop loop{plan,
            AsyncCopyPipeline(code, plan, block, operands, thread, shared,
                              tile.stages - 1),
            {FragmentReader(code, plan, 0, lane, warpRow, shared),
             FragmentReader(code, plan, 1, lane, warpColumn, shared)}};
  SmallVector<Value> sums = loop.run(code);
  Sums result;
  result.row = code.add(warpRow, code.div(lane, 4));
  result.column = code.add(warpColumn, code.mul(code.rem(lane, 4), 2));
  for (int64_t i = 0; i < loop.downBlocks(); ++i)
    for (int64_t half : {0, 1})
      for (int64_t j = 0; j < loop.acrossBlocks(); ++j) {
        Value *sum = &sums[(i * loop.acrossBlocks() + j) * 4 + half * 2];
        result.pairs.push_back({i * 16 + half * 8, j * 8, {sum[0], sum[1]}});
      }
  return result;
}
