// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/PlanTime.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Registers of addresses and counters: of the loop, of the epilogue, and per
/// access of the epilogue. From the counted pressure of kernels
/// (Time/Pressure.cpp).
static constexpr int64_t ownRegisters = 40, epilogueRegisters = 40,
                         perAccess = 8;
/// Instructions of a warp: per K iteration besides copies, fragment loads and
/// mma; per copied chunk; per access of the epilogue and run of columns.
static constexpr double perStep = 30, perCopy = 3, perRun = 3;
/// Cycles of a warp: per K iteration besides slices and mma; before and after
/// the loop besides the epilogue's ops.
static constexpr double stepPath = 110, ends = 250;

namespace {
/// Counts of a tile; a slice is the K of one mma.sync, 32 bytes.
struct TileCounts {
  explicit TileCounts(const Plan &plan, int64_t calls = 1)
      : down(plan.warpRows() / 16), across(plan.warpColumns() / 8),
        slices(plan.tile.kBytes / 32),
        warps(plan.tile.warpsDown * plan.tile.warpsAcross), steps(plan.steps()),
        blocks(plan.blocks() * calls) {}

  double down, across, slices, warps, steps, blocks;

  /// Returns the mma.sync ops of a warp per K iteration.
  double products() const { return down * across * slices; }
  /// Returns the pairs of accumulators of a thread.
  double pairs() const { return down * across * 2; }
  double elements() const { return pairs() * 2; }
};
} // namespace

static SmallVector<Access> distinctAccesses(const Contraction &contraction) {
  SmallVector<Access> distinct;
  for (const Access &access : contraction.accesses)
    if (access.argument != Access::noArgument &&
        llvm::none_of(distinct, [&](const Access &other) {
          return other.isSamePlace(access);
        }))
      distinct.push_back(access);
  return distinct;
}

/// Returns the number of distinct accesses besides the operands.
static int64_t epilogueAccesses(const Plan &plan) {
  int64_t operands = 2 * plan.contraction.count();
  int64_t all = distinctAccesses(plan.contraction).size();
  return std::max(all, operands) - operands;
}

/// Returns the floating-point operations of the epilogue per element.
static int64_t epilogueOps(const Plan &plan) {
  int64_t ops = 0;
  for (const Step &step : plan.contraction.steps) {
    linalg::LinalgOp op = step.op;
    ops += llvm::count_if(*op.getBlock(), [](Operation &each) {
      return each.getNumResults() &&
             isa<FloatType>(each.getResult(0).getType()) &&
             !each.hasTrait<OpTrait::ConstantLike>();
    });
  }
  return ops;
}

/// Returns the bytes of the distinct elements of `accesses`.
static double bytesOf(const Contraction &contraction,
                      ArrayRef<Access> accesses) {
  double bytes = 0;
  for (const Access &access : accesses) {
    double elements = 1;
    for (auto [size, stride] : llvm::zip(contraction.sizes, access.strides))
      elements *= stride == 0 ? 1 : size;
    bytes += elements * access.type.getIntOrFloatBitWidth() / 8;
  }
  return bytes;
}

int64_t amp::lowering::registersOf(const Plan &plan) {
  TileCounts tile(plan);
  auto sums = int64_t(tile.down * tile.across * 4);
  int64_t fragments = plan.tile.isOfWarpgroups // wgmma reads shared memory
                          ? 0
                          : int64_t(tile.down * 4 + tile.across * 2);
  return std::max(sums + fragments + ownRegisters,
                  epilogueRegisters + perAccess * epilogueAccesses(plan));
}

static Work workOf(const Plan &plan, const Chip &chip, int64_t calls) {
  TileCounts tile(plan, calls);
  double stepBytes =
      double(plan.tile.rows + plan.tile.columns) * double(plan.tile.kBytes);
  bool isWgmma = plan.tile.isOfWarpgroups; // every 64 rows read all columns
  double fragmentBytes =
      isWgmma
          ? double(plan.tile.rows) / 64 * (64 + double(plan.tile.columns)) *
                double(plan.tile.kBytes)
          : tile.warps * (tile.down * 16 + tile.across * 8) * plan.tile.kBytes;
  double copies =
      (plan.sharedTiles[0].copies() + plan.sharedTiles[1].copies()) / 32.;
  Work work;
  double flops = 2. * plan.tile.rows * plan.tile.columns * plan.depth() *
                 tile.steps * tile.blocks;
  (isWgmma                  ? work.flopsWgmma
   : plan.operandBytes == 4 ? work.flopsTf32
                            : work.flops16) = flops;
  work.outside.sharedBytes =
      tile.blocks * 8. * plan.tile.rows * plan.tile.columns;
  work.all.sharedBytes = work.outside.sharedBytes +
                         tile.blocks * tile.steps * (fragmentBytes + stepBytes);
  double width = plan.elements().width;
  double epilogue = tile.elements() * (epilogueOps(plan) + 1 +
                                       perRun * epilogueAccesses(plan) / width);
  double step = perStep;
  if (!isWgmma)
    step += tile.products() + tile.slices * (tile.down + tile.across / 2);
  work.outside.issued = tile.blocks * tile.warps * epilogue;
  work.all.issued =
      work.outside.issued +
      tile.blocks * tile.steps * (tile.warps * step + copies * perCopy);
  work.read = bytesOf(plan.contraction, distinctAccesses(plan.contraction)) *
              double(calls);
  work.copied = bytesOf(plan.contraction,
                        ArrayRef(plan.contraction.accesses).take_front(2)) *
                double(plan.contraction.count() * calls);
  work.outsidePath =
      ends + tile.pairs() * epilogueOps(plan) * multiprocessor::latency;
  double slicePath = multiprocessor::sharedLatency +
                     multiprocessor::mmaLatency + 5 * multiprocessor::latency;
  double path = isWgmma
                    ? flops / tile.steps / tile.blocks / chip.gpu.flopsPerClock
                    : tile.products() * 3 + tile.slices * slicePath;
  work.path = work.outsidePath + tile.steps * (stepPath + path);
  work.registers = std::min(registersOf(plan), maxRegisters);
  work.hasBarrier = work.hasBarrierInLoop = true;
  return work;
}

LaunchTime amp::lowering::modelTime(const Plan &plan, const Chip &chip,
                                    int64_t calls) {
  LaunchSize size{{plan.blocks() * calls, 1, 1},
                  plan.tile.threads(),
                  plan.sharedBytes(),
                  {}};
  return modelLaunch(workOf(plan, chip, calls), size, chip);
}
