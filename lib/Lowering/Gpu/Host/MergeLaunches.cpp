// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch @sum(%a, %x); launch @matmul(...); launch @sum(%b, %y)
//   ==>   launch @matmul(...); launch @do_2_sum(%a, %x, %b, %y)
//
// Launches of the same contraction kernel with few blocks are merged, too.
#include "lib/Lowering/Gpu/Host/LaunchSlots.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_MERGELAUNCHES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using gpu::GPUFuncOp;
using gpu::LaunchFuncOp;

/// Limits on the number of slots that a launch moves across; the second one
/// applies if it keeps `largeBytes` of temporaries alive.
static constexpr int64_t maxDistance = 48, maxDistanceOfLarge = 8;
static constexpr int64_t largeBytes = int64_t(16) << 20;

namespace {
class Scheduler {
public:
  Scheduler(SymbolTableCollection &symbols, int64_t multiprocessors,
            MergedKernels &merged)
      : reader(symbols, multiprocessors), merged(merged) {}
  void run(Block &block);

private:
  void write(ArrayRef<Slot> slots, Block &block);
  void mergeOps(const Slot &slot);

  SlotReader reader;
  MergedKernels &merged;
};
} // namespace

/// Merges each slot into the first earlier slot that fits, across slots that it
/// does not depend on.
static std::vector<Slot> mergeBack(std::vector<Slot> slots) {
  std::vector<Slot> result;
  for (Slot &slot : slots) {
    Slot *best = nullptr;
    int64_t distance = 0;
    int64_t most = slot.kept > largeBytes ? maxDistanceOfLarge : maxDistance;
    for (Slot &other : llvm::reverse(result)) {
      if (slot.shares.empty() || depend(slot, other) || distance++ > most)
        break;
      if (fitTogether(slot, other))
        best = &other;
    }
    if (best)
      take(*best, std::move(slot));
    else
      result.push_back(std::move(slot));
  }
  return result;
}

void Scheduler::mergeOps(const Slot &slot) {
  SmallVector<Value> operands;
  int64_t blocks = 0;
  for (const Share &share : slot.shares) {
    blocks += share.blocksOf(slot.width);
    for (Operation *op : slot.ops)
      if (auto launch = cast<LaunchFuncOp>(op);
          reader.kernelOf(launch).function == share.kernel)
        llvm::append_range(operands, launch.getKernelOperands());
  }
  GPUFuncOp kernel = merged.get(slot.shares, slot.width);
  OpBuilder builder(slot.ops.back());
  Location loc = slot.ops.front()->getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value one = index(1);
  Value shared;
  if (slot.sharedBytes)
    shared = arith::ConstantIntOp::create(builder, loc, slot.sharedBytes, 32);
  LaunchFuncOp::create(
      builder, loc, kernel, gpu::KernelDim3{index(blocks), one, one},
      gpu::KernelDim3{index(slot.width), one, one}, shared, operands);
  for (Operation *op : slot.ops)
    op->erase();
}

void Scheduler::write(ArrayRef<Slot> slots, Block &block) {
  SmallVector<Operation *> all;
  for (Operation &op : block.without_terminator())
    all.push_back(&op);
  llvm::SmallPtrSet<Operation *, 16> moved;
  for (const Slot &slot : slots)
    for (Operation *op : slot.ops)
      moveToEnd(op, block, moved);
  for (Operation *op : all) // operands of the terminator
    moveToEnd(op, block, moved);
  for (const Slot &slot : slots)
    if (slot.ops.size() > 1)
      mergeOps(slot);
}

void Scheduler::run(Block &block) {
  std::vector<Slot> slots;
  for (Operation &op : block.without_terminator()) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        run(inner);
    if (!isFree(&op))
      slots.push_back(reader.read(&op));
  }
  size_t before = slots.size();
  std::reverse(slots.begin(), slots.end());
  slots = mergeBack(std::move(slots)); // as late as possible
  std::reverse(slots.begin(), slots.end());
  slots = mergeBack(std::move(slots));
  if (slots.size() < before)
    write(slots, block);
}

namespace {
struct MergeLaunches : amp::impl::MergeLaunchesBase<MergeLaunches> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    MergedKernels merged(symbols, minBlocks);
    Scheduler scheduler(symbols, multiprocessors, merged);
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal())
        scheduler.run(function.getFunctionBody().front());
    removeUnused();
  }

  /// Erases the kernels that have no launch any more.
  void removeUnused() {
    llvm::DenseSet<StringAttr> launched;
    getOperation().walk(
        [&](LaunchFuncOp op) { launched.insert(op.getKernelName()); });
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      for (auto kernel : llvm::make_early_inc_range(module.getOps<GPUFuncOp>()))
        if (!launched.contains(kernel.getNameAttr()))
          kernel.erase();
  }
};
} // namespace
