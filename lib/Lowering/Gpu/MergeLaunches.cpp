// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch @sum(%a, %x); launch @matmul(...); launch @sum(%b, %y)
//   ==>   launch @matmul(...); launch @do_2_sum(%a, %x, %b, %y)
#include "lib/Lowering/Gpu/Arena.h"
#include "lib/Lowering/Gpu/KernelEffects.h"
#include "lib/Lowering/Gpu/MergedKernel.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::amp {
#define GEN_PASS_DEF_MERGELAUNCHES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using gpu::GPUFuncOp;
using gpu::LaunchFuncOp;

/// More arguments or code than this in one kernel cost registers; launches
/// further apart, or apart at all with much to keep, cost memory.
static constexpr size_t maxArguments = 96, maxCode = 3000;
static constexpr int64_t maxDistance = 48, maxDistanceOfLarge = 4;
static constexpr int64_t largeBytes = int64_t(16) << 20;

namespace {
struct Kernel {
  GPUFuncOp function;
  SmallVector<ArgumentUse> uses;
  size_t code = 0;
  bool isPlain = false, waits = false; // one can stand beside another
};

/// Launches at one place, or one op that stays where it is.
struct Slot {
  SmallVector<Operation *> ops;
  SmallVector<Share> shares; // none of what cannot be merged
  Effects effects;
  llvm::SmallPtrSet<Operation *, 8> needs; // ops that compute its numbers
  int64_t width = 0, kept = 0;             // kept: bytes of temporaries
  size_t arguments = 0, code = 0;
  bool waits = false;
};

class Scheduler {
public:
  Scheduler(SymbolTableCollection &symbols, MergedKernels &merged)
      : symbols(symbols), merged(merged) {}
  void run(Block &block);

private:
  Kernel &kernelOf(LaunchFuncOp launch);
  void addEffects(Operation *op, Effects &effects);
  Slot slotOf(Operation *op);
  void write(ArrayRef<Slot> slots, Block &block);
  void mergeOps(const Slot &slot);

  SymbolTableCollection &symbols;
  MergedKernels &merged;
  llvm::DenseMap<Operation *, Kernel> kernels;
};
} // namespace

static bool isPlainKernel(GPUFuncOp kernel) {
  return !kernel
              .walk([](Operation *op) {
                auto thread = dyn_cast<gpu::ThreadIdOp>(op);
                auto block = dyn_cast<gpu::BlockIdOp>(op);
                bool isOther =
                    (thread && thread.getDimension() != gpu::Dimension::x) ||
                    (block && block.getDimension() != gpu::Dimension::x) ||
                    isa<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect());
                return isOther ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

Kernel &Scheduler::kernelOf(LaunchFuncOp launch) {
  auto function = symbols.lookupNearestSymbolFrom<GPUFuncOp>(
      launch, launch.getKernelAttr());
  Kernel &kernel = kernels[function];
  if (kernel.function)
    return kernel;
  kernel.function = function;
  kernel.uses = usesOfArguments(function);
  function.walk([&](Operation *) { ++kernel.code; });
  kernel.isPlain = isPlainKernel(function);
  kernel.waits = hasBarrier(function);
  return kernel;
}

void Scheduler::addEffects(Operation *op, Effects &effects) {
  Effects own = effectsOf(op);
  effects.reads.insert(own.reads.begin(), own.reads.end());
  effects.writes.insert(own.writes.begin(), own.writes.end());
  op->walk([&](Operation *inner) {
    auto launch = dyn_cast<LaunchFuncOp>(inner);
    bool isKnown = isa<MemoryEffectOpInterface>(inner) ||
                   inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   isMemoryEffectFree(inner);
    ValueRange operands = launch ? ValueRange(launch.getKernelOperands())
                                 : ValueRange(inner->getOperands());
    for (auto [i, value] : llvm::enumerate(operands)) {
      if (!isa<BaseMemRefType>(value.getType()) || (isKnown && !launch))
        continue;
      ArgumentUse how = launch ? kernelOf(launch).uses[i]
                               : ArgumentUse{/*isRead=*/true, true};
      if (how.isRead)
        effects.reads.insert(bufferOf(value));
      if (how.isWritten)
        effects.writes.insert(bufferOf(value));
    }
  });
}

static std::optional<int64_t> constantOf(Value value) {
  APInt number;
  if (!value || !matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

/// The blocks and threads of a launch in one dimension.
static std::optional<std::pair<int64_t, int64_t>> sizeOf(LaunchFuncOp launch) {
  auto blocks = constantOf(launch.getGridSizeX()),
       threads = constantOf(launch.getBlockSizeX());
  for (Value other : {launch.getGridSizeY(), launch.getGridSizeZ(),
                      launch.getBlockSizeY(), launch.getBlockSizeZ()})
    if (constantOf(other) != 1)
      return std::nullopt;
  if (!blocks || !threads || launch.getDynamicSharedMemorySize())
    return std::nullopt;
  return std::pair(*blocks, *threads);
}

/// Ops that say where or what, and can stand anywhere before their users.
static bool isFree(Operation *op) {
  return isa<memref::AllocOp>(op) ||
         (!op->getNumRegions() && isMemoryEffectFree(op));
}

static void forEachOperand(Operation *op,
                           llvm::function_ref<void(Value)> visit) {
  SetVector<Value> outside;
  getUsedValuesDefinedAbove(op->getRegions(), outside);
  for (Value value : op->getOperands())
    visit(value);
  for (Value value : outside)
    visit(value);
}

static void findNeeds(Operation *op, Block *block,
                      llvm::SmallPtrSetImpl<Operation *> &needs) {
  forEachOperand(op, [&](Value value) {
    Operation *source = value.getDefiningOp();
    if (!source || source->getBlock() != block)
      return;
    if (isFree(source))
      findNeeds(source, block, needs);
    else
      needs.insert(source);
  });
}

Slot Scheduler::slotOf(Operation *op) {
  Slot slot;
  slot.ops = {op};
  addEffects(op, slot.effects);
  findNeeds(op, op->getBlock(), slot.needs);
  auto launch = dyn_cast<LaunchFuncOp>(op);
  auto size = launch ? sizeOf(launch) : std::nullopt;
  if (!size || !kernelOf(launch).isPlain)
    return slot;
  Kernel &kernel = kernelOf(launch);
  slot.shares = {{kernel.function, 1, size->first, size->second}};
  slot.width = size->second;
  slot.waits = kernel.waits;
  slot.code = kernel.code;
  slot.arguments = launch.getNumKernelOperands();
  llvm::SmallPtrSet<Value, 8> roots(slot.effects.reads);
  roots.insert(slot.effects.writes.begin(), slot.effects.writes.end());
  for (Value root : roots)
    if (root.getDefiningOp<memref::AllocOp>())
      slot.kept += storageOf(root.getType()).value_or(0);
  return slot;
}

static bool depend(const Slot &a, const Slot &b) {
  auto needs = [](const Slot &x, const Slot &y) {
    return llvm::any_of(y.ops,
                        [&](Operation *op) { return x.needs.contains(op); });
  };
  return conflict(a.effects, b.effects) || needs(a, b) || needs(b, a);
}

static bool fitTogether(const Slot &a, const Slot &b) {
  if (a.shares.empty() || b.shares.empty() ||
      a.arguments + b.arguments > maxArguments || a.code + b.code > maxCode)
    return false;
  // threads that wait for each other are whole blocks
  const Slot &wide = a.width < b.width ? b : a, &other = &wide == &a ? b : a;
  return wide.width == other.width ||
         (!other.waits &&
          wide.width <= 2 * std::max<int64_t>(128, other.width));
}

static void take(Slot &into, Slot from) {
  into.ops.append(from.ops);
  for (const Share &share : from.shares) {
    auto *same = llvm::find_if(into.shares, [&](const Share &each) {
      return each.kernel == share.kernel;
    });
    if (same != into.shares.end()) {
      same->calls += share.calls;
      continue;
    }
    into.shares.push_back(share);
    into.code += share.kernel ? from.code / from.shares.size() : 0;
  }
  into.effects.reads.insert(from.effects.reads.begin(),
                            from.effects.reads.end());
  into.effects.writes.insert(from.effects.writes.begin(),
                             from.effects.writes.end());
  into.needs.insert(from.needs.begin(), from.needs.end());
  into.width = std::max(into.width, from.width);
  into.waits |= from.waits;
  into.kept += from.kept;
  into.arguments += from.arguments;
}

/// Each slot goes back to the first one that it can be merged with, over those
/// that it does not depend on.
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

/// Moves `op` and what it needs to the end.
static void moveToEnd(Operation *op, Block &block,
                      llvm::SmallPtrSetImpl<Operation *> &moved) {
  if (op->getBlock() != &block || !moved.insert(op).second)
    return;
  forEachOperand(op, [&](Value value) {
    if (Operation *source = value.getDefiningOp())
      moveToEnd(source, block, moved);
  });
  op->moveBefore(block.getTerminator());
}

void Scheduler::mergeOps(const Slot &slot) {
  SmallVector<Value> operands;
  int64_t blocks = 0;
  for (const Share &share : slot.shares) {
    blocks += share.blocksOf(slot.width);
    for (Operation *op : slot.ops)
      if (auto launch = cast<LaunchFuncOp>(op);
          kernelOf(launch).function == share.kernel)
        llvm::append_range(operands, launch.getKernelOperands());
  }
  GPUFuncOp kernel = merged.get(slot.shares, slot.width);
  OpBuilder builder(slot.ops.back());
  Location loc = slot.ops.front()->getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value one = index(1);
  LaunchFuncOp::create(
      builder, loc, kernel, gpu::KernelDim3{index(blocks), one, one},
      gpu::KernelDim3{index(slot.width), one, one}, Value(), operands);
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
  for (Operation *op : all) // numbers for what ends the block
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
      slots.push_back(slotOf(&op));
  }
  size_t before = slots.size();
  std::reverse(slots.begin(), slots.end());
  slots = mergeBack(std::move(slots)); // as late as can be
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
    MergedKernels merged(symbols);
    Scheduler scheduler(symbols, merged);
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal())
        scheduler.run(function.getFunctionBody().front());
    removeUnused();
  }

  /// Kernels that nothing launches any more.
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
