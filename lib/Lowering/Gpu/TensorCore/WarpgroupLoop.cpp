// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// start copies of the first K iterations
// for each K iteration: wait for its copies; fence.proxy.async; barrier;
//   start copies of a later K iteration, into a stage that no wgmma reads;
//   sums += the stage's rows * columns by wgmma, which may run into the next
//   K iteration
#include "lib/Lowering/Gpu/TensorCore/Copy.h"
#include "lib/Lowering/Gpu/TensorCore/Descriptors.h"
#include "lib/Lowering/Gpu/TensorCore/MainLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr int64_t productRows = Descriptors::productRows,
                         sliceBytes = Descriptors::sliceBytes;

namespace {
class WarpgroupLoop {
public:
  WarpgroupLoop(Code &code, const Plan &plan, Place block,
                ArrayRef<Value> operands, Value shared);

  Sums run();

private:
  void waitForStage();
  SmallVector<Value> addProducts(Value stage, ValueRange sums);
  Value multiply(Value rows, Value columns, Value sums);
  Sums unpack(ValueRange sums);
  Value pinned(Value sums, StringRef instruction);

  /// Returns the number of wgmma tiles of a warpgroup along M.
  int64_t products() const { return plan.warpRows() * 4 / productRows; }
  /// Returns the wgmma groups that stay in flight while the next K iteration
  /// begins.
  int64_t running() const { return plan.tile.stages > 3 ? 1 : 0; }
  /// Returns the K iterations whose copies start before the first wgmma.
  int64_t ahead() const { return plan.tile.stages - 1 - running(); }

  Code &code;
  const Plan &plan;
  Value thread, group; // group: warpgroup number
  AsyncCopyPipeline copies;
  Descriptors descriptors[2];
};
} // namespace

WarpgroupLoop::WarpgroupLoop(Code &code, const Plan &plan, Place block,
                             ArrayRef<Value> operands, Value shared)
    : code(code), plan(plan),
      thread(NVVM::ThreadIdXOp::create(code, code.getI32Type())),
      group(code.div(thread, 128)),
      copies(code, plan, block, operands, thread, shared, ahead()),
      descriptors{Descriptors(code, plan.sharedTiles[0], shared,
                              code.mul(group, products() * productRows *
                                                  Tile::wgmmaLineBytes)),
                  Descriptors(code, plan.sharedTiles[1], shared, code.i32(0))} {
}

void WarpgroupLoop::waitForStage() {
  copies.waitForFirst(code);
  if (!running())
    NVVM::WgmmaWaitGroupSyncOp::create(code, 0);
  fenceAsyncProxy(code);
  NVVM::BarrierOp::create(code);
}

Value WarpgroupLoop::multiply(Value rows, Value columns, Value sums) {
  MLIRContext *context = code.getContext();
  auto type = NVVM::WGMMATypesAttr::get(context, plan.operandType.isF16()
                                                     ? NVVM::WGMMATypes::f16
                                                     : NVVM::WGMMATypes::bf16);
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  auto layout = [&](unsigned operand) {
    bool isRow = plan.sharedTiles[operand].isKMajor == (operand == 0);
    return NVVM::MMALayoutAttr::get(context, isRow ? NVVM::MMALayout::row
                                                   : NVVM::MMALayout::col);
  };
  return NVVM::WgmmaMmaAsyncOp::create(
      code, sums.getType(), sums, rows, columns,
      NVVM::MMAShapeAttr::get(context, productRows, plan.tile.columns,
                              sliceBytes / plan.operandBytes),
      type, type, NVVM::WGMMATypesAttr::get(context, NVVM::WGMMATypes::f32),
      NVVM::WGMMAScaleOutAttr::get(context, NVVM::WGMMAScaleOut::one), one, one,
      layout(0), layout(1), NVVM::MMAIntOverflowAttr());
}

SmallVector<Value> WarpgroupLoop::addProducts(Value stage, ValueRange sums) {
  SmallVector<Value> next(sums);
  NVVM::WgmmaFenceAlignedOp::create(code);
  for (int64_t slice = 0; slice < plan.tile.kBytes / sliceBytes; ++slice) {
    Value columns = descriptors[1].at(code, stage, 0, slice);
    for (auto [block, sum] : llvm::enumerate(next))
      sum =
          multiply(descriptors[0].at(code, stage, block, slice), columns, sum);
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(code);
  if (running())
    NVVM::WgmmaWaitGroupSyncOp::create(code, running());
  return next;
}

Sums WarpgroupLoop::unpack(ValueRange products) {
  Value warp = code.rem(code.div(thread, 32), 4), lane = code.rem(thread, 32);
  Sums sums;
  sums.row = code.add(
      code.add(code.mul(group, plan.warpRows() * 4), code.mul(warp, 16)),
      code.div(lane, 4));
  sums.column = code.mul(code.rem(lane, 4), 2);
  for (auto [block, product] : llvm::enumerate(products))
    for (int64_t half : {0, 1})
      for (int64_t j = 0; j < plan.tile.columns / 8; ++j) {
        Pair pair{int64_t(block) * productRows + half * 8, j * 8, {}};
        for (int64_t i : {0, 1})
          pair.sums[i] =
              LLVM::ExtractValueOp::create(code, product, j * 4 + half * 2 + i);
        sums.pairs.push_back(pair);
      }
  return sums;
}

/// Pins accumulators that are set before the first fence, or read after a wait.
/// If the loop has one K iteration, LLVM would move ops across these, as it
/// sees no dependence.
Value WarpgroupLoop::pinned(Value sums, StringRef instruction) {
  SmallVector<Value> values;
  auto type = cast<LLVM::LLVMStructType>(sums.getType());
  for (size_t i = 0; i < type.getBody().size(); ++i)
    values.push_back(LLVM::ExtractValueOp::create(code, sums, i));
  pin(code, instruction, values);
  Value all = LLVM::PoisonOp::create(code, type);
  for (auto [i, value] : llvm::enumerate(values))
    all = LLVM::InsertValueOp::create(code, all, value, i);
  return all;
}

Sums WarpgroupLoop::run() {
  copies.startFirst(code);
  auto type = LLVM::LLVMStructType::getLiteral(
      code.getContext(),
      SmallVector<Type>(plan.tile.columns / 2, code.getF32Type()));
  SmallVector<Value> carried = {code.i32(0)}; // the stage
  for (int64_t i = 0; i < products(); ++i)
    carried.push_back(pinned(LLVM::ZeroOp::create(code, type), ""));
  auto loop = scf::ForOp::create(code, code.i32(0), code.i32(plan.steps()),
                                 code.i32(1), carried);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(loop.getBody());
    Value stage = loop.getRegionIterArgs().front();
    waitForStage();
    copies.startNext(code, code.add(loop.getInductionVar(), ahead()), stage);
    SmallVector<Value> next =
        addProducts(stage, loop.getRegionIterArgs().drop_front());
    next.insert(next.begin(), copies.stageAfter(code, stage, 1));
    scf::YieldOp::create(code, next);
  }
  SmallVector<Value> results;
  for (Value sums : loop.getResults().drop_front())
    results.push_back(pinned(sums, "wgmma.wait_group.sync.aligned 0;"));
  return unpack(results);
}

Sums mlir::amp::lowering::emitWarpgroupLoop(Code &code, const Plan &plan,
                                            Place block,
                                            ArrayRef<Value> operands,
                                            Value shared) {
  return WarpgroupLoop(code, plan, block, operands, shared).run();
}
