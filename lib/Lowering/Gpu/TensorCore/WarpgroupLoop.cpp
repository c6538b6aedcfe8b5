// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// start copies of the first steps
// for each step: wait for its copies; fence.proxy.async; barrier; start those
//   of a later step, over a stage that no product reads; sums += the stage's
//   rows * columns by wgmma, which may still run in the next step
#include "lib/Lowering/Gpu/TensorCore/Copy.h"
#include "lib/Lowering/Gpu/TensorCore/MainLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Rows of a product, and bytes of one in depth.
static constexpr int64_t productRows = 64, sliceBytes = 32;

namespace {
/// Matrix descriptors (PTX ISA, "Matrix Descriptor Format") of a factor: where
/// it begins in units of 16 bytes, distances of its 8 x 128 byte patterns, and
/// the swizzle of 128 bytes.
class Descriptors {
public:
  /// `begin`: bytes from the panel's begin to the warpgroup's part.
  Descriptors(Code &code, const Plan &plan, unsigned factor, Value shared,
              Value begin);

  /// The descriptor of the rows from productRows * `block` on, at a slice of
  /// depth.
  Value at(Code &code, Value stage, int64_t block, int64_t slice) const;

private:
  static constexpr int64_t unit = 16, patternBytes = 1024, swizzle128 = 1;

  const Panel &panel;
  Value low;    // the lower half, at stage 0
  int64_t high; // the upper half
};

class WarpgroupLoop {
public:
  WarpgroupLoop(Code &code, const Plan &plan, Place block,
                ArrayRef<Value> factors, Value shared);

  Sums run();

private:
  void startFirst();
  void startNext(Value step, Value stage);
  void waitForStage();
  SmallVector<Value> addProducts(Value stage, ValueRange sums);
  Value multiply(Value rows, Value columns, Value sums);
  Value moveStage(Value stage, int64_t by);
  Sums unpack(ValueRange sums);

  /// Products of a warpgroup one below the other.
  int64_t products() const { return plan.warpRows() * 4 / productRows; }
  /// Groups of products that run while the next step begins.
  int64_t running() const { return plan.tile.stages > 3 ? 1 : 0; }
  /// Steps whose copies are started before the first one's products.
  int64_t ahead() const { return plan.tile.stages - 1 - running(); }

  Code &code;
  const Plan &plan;
  Value thread, group; // group of 4 warps
  PanelCopy copies[2];
  Descriptors descriptors[2];
};
} // namespace

Descriptors::Descriptors(Code &code, const Plan &plan, unsigned factor,
                         Value shared, Value begin)
    : panel(plan.panels[factor]) {
  Value address = LLVM::PtrToIntOp::create(code, code.getI32Type(), shared);
  low = code.div(code.bitAnd(code.add(code.add(address, begin), panel.begin),
                             (1 << 18) - 1),
                 unit);
  // along the depth only the distance of 8 rows counts; else `leading` is that
  // of 64 rows, and `stride` that of 8 in depth
  int64_t leading = panel.alongDepth ? 1 : panel.blockLines * 128 / unit;
  low = code.add(low, leading << 16);
  high = patternBytes / unit | swizzle128 << 30;
}

Value Descriptors::at(Code &code, Value stage, int64_t block,
                      int64_t slice) const {
  int64_t bytes =
      panel.alongDepth
          ? block * productRows * 128 + slice * sliceBytes
          : block * panel.blockLines * 128 + slice * sliceBytes / 2 * 128;
  Value lower = code.add(code.add(low, code.div(stage, unit)), bytes / unit);
  Value wide = arith::ExtUIOp::create(code, code.getI64Type(), lower);
  Value upper = arith::ConstantIntOp::create(code, high << 32, 64);
  return arith::OrIOp::create(code, wide, upper);
}

WarpgroupLoop::WarpgroupLoop(Code &code, const Plan &plan, Place block,
                             ArrayRef<Value> factors, Value shared)
    : code(code), plan(plan),
      thread(NVVM::ThreadIdXOp::create(code, code.getI32Type())),
      group(code.div(thread, 128)),
      copies{
          PanelCopy(code, plan, 0, thread, block.row, factors[0], shared),
          PanelCopy(code, plan, 1, thread, block.column, factors[1], shared)},
      descriptors{Descriptors(code, plan, 0, shared,
                              code.mul(group, products() * productRows * 128)),
                  Descriptors(code, plan, 1, shared, code.i32(0))} {}

/// Stages are numbered by their bytes from the first one.
Value WarpgroupLoop::moveStage(Value stage, int64_t by) {
  int64_t bytes = by * plan.stageBytes();
  Value moved = code.add(stage, bytes);
  Value isEnd = arith::CmpIOp::create(code, arith::CmpIPredicate::uge, moved,
                                      code.i32(plan.pipelineBytes()));
  return arith::SelectOp::create(
      code, isEnd, code.add(stage, bytes - plan.pipelineBytes()), moved);
}

void WarpgroupLoop::startFirst() {
  for (int64_t i = 0; i < ahead(); ++i) {
    for (const PanelCopy &copy : copies)
      if (i < plan.steps())
        copy.start(code, code.i32(i), code.i32(i * plan.stageBytes()));
    NVVM::CpAsyncCommitGroupOp::create(code);
  }
}

void WarpgroupLoop::startNext(Value step, Value stage) {
  Value next = code.add(step, ahead());
  auto isLeft = scf::IfOp::create(code, code.less(next, plan.steps()),
                                  /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(isLeft.thenBlock());
    Value to = moveStage(stage, ahead());
    for (const PanelCopy &copy : copies)
      copy.start(code, next, to);
  }
  NVVM::CpAsyncCommitGroupOp::create(code);
}

/// Copies are writes by the generic proxy, and wgmma reads by the async one.
void WarpgroupLoop::waitForStage() {
  NVVM::CpAsyncWaitGroupOp::create(code, static_cast<uint32_t>(ahead() - 1));
  if (!running())
    NVVM::WgmmaWaitGroupSyncOp::create(code, 0);
  NVVM::FenceProxyOp::create(
      code,
      NVVM::ProxyKindAttr::get(code.getContext(),
                               NVVM::ProxyKind::async_shared),
      NVVM::SharedSpaceAttr::get(code.getContext(),
                                 NVVM::SharedSpace::shared_cta));
  NVVM::BarrierOp::create(code);
}

Value WarpgroupLoop::multiply(Value rows, Value columns, Value sums) {
  MLIRContext *context = code.getContext();
  auto type = NVVM::WGMMATypesAttr::get(context, plan.factor.isF16()
                                                     ? NVVM::WGMMATypes::f16
                                                     : NVVM::WGMMATypes::bf16);
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  auto layout = [&](unsigned factor) {
    bool isRow = plan.panels[factor].alongDepth == (factor == 0);
    return NVVM::MMALayoutAttr::get(context, isRow ? NVVM::MMALayout::row
                                                   : NVVM::MMALayout::col);
  };
  return NVVM::WgmmaMmaAsyncOp::create(
      code, sums.getType(), sums, rows, columns,
      NVVM::MMAShapeAttr::get(context, productRows, plan.tile.columns,
                              sliceBytes / plan.factorBytes),
      type, type, NVVM::WGMMATypesAttr::get(context, NVVM::WGMMATypes::f32),
      NVVM::WGMMAScaleOutAttr::get(context, NVVM::WGMMAScaleOut::one), one, one,
      layout(0), layout(1), NVVM::MMAIntOverflowAttr());
}

SmallVector<Value> WarpgroupLoop::addProducts(Value stage, ValueRange sums) {
  SmallVector<Value> next(sums);
  NVVM::WgmmaFenceAlignedOp::create(code);
  for (int64_t slice = 0; slice < plan.tile.depthBytes / sliceBytes; ++slice) {
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

Sums WarpgroupLoop::run() {
  startFirst();
  auto type = LLVM::LLVMStructType::getLiteral(
      code.getContext(),
      SmallVector<Type>(plan.tile.columns / 2, code.getF32Type()));
  SmallVector<Value> carried = {code.i32(0)}; // the stage
  for (int64_t i = 0; i < products(); ++i)
    carried.push_back(LLVM::ZeroOp::create(code, type));
  auto loop = scf::ForOp::create(code, code.i32(0), code.i32(plan.steps()),
                                 code.i32(1), carried);
  {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(loop.getBody());
    Value stage = loop.getRegionIterArgs().front();
    waitForStage();
    startNext(loop.getInductionVar(), stage);
    SmallVector<Value> next =
        addProducts(stage, loop.getRegionIterArgs().drop_front());
    next.insert(next.begin(), moveStage(stage, 1));
    scf::YieldOp::create(code, next);
  }
  NVVM::WgmmaWaitGroupSyncOp::create(code, 0);
  return unpack(loop.getResults().drop_front());
}

Sums mlir::amp::lowering::emitWarpgroupLoop(Code &code, const Plan &plan,
                                            Place block,
                                            ArrayRef<Value> factors,
                                            Value shared) {
  return WarpgroupLoop(code, plan, block, factors, shared).run();
}
