// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Host/LaunchSlots.h"
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Host/MatmulCall.h"
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using gpu::GPUFuncOp;
using gpu::LaunchFuncOp;

/// Limits of a merged kernel: more arguments or ops cost registers.
static constexpr size_t maxArguments = 96, maxCode = 3000;

/// Limit on the static shared memory of a kernel.
static constexpr int64_t maxStaticBytes = int64_t(48) << 10;

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

/// Returns true if a kernel reads block and thread indices by NVVM ops only,
/// and its blocks are one-dimensional.
static bool isTiledKernel(GPUFuncOp kernel) {
  bool readsBlockId = false;
  WalkResult walk = kernel.walk([&](Operation *op) {
    readsBlockId |=
        isa<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(op);
    bool isOther = isa<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::GridDimOp,
                       NVVM::ThreadIdYOp, NVVM::ThreadIdZOp, NVVM::GridDimXOp,
                       NVVM::GridDimYOp, NVVM::GridDimZOp>(op);
    return isOther ? WalkResult::interrupt() : WalkResult::advance();
  });
  return readsBlockId && !walk.wasInterrupted();
}

Kernel &SlotReader::kernelOf(LaunchFuncOp launch) {
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
  kernel.isTiled = isTiledKernel(function);
  return kernel;
}

/// Returns the reads and writes of operand `i` by `op`, a launch or a call.
ArgumentUse SlotReader::useBy(Operation *op, unsigned i) {
  if (auto launch = dyn_cast<LaunchFuncOp>(op))
    return kernelOf(launch).uses[i];
  auto call = dyn_cast<func::CallOp>(op);
  auto function = call ? symbols.lookupNearestSymbolFrom<func::FuncOp>(
                             call, call.getCalleeAttr())
                       : func::FuncOp();
  if (!function)
    return {/*isRead=*/true, /*isWritten=*/true};
  if (auto product = function->getAttrOfType<DictionaryAttr>(productAttrName))
    return useOf(product, i);
  if (auto convolution =
          function->getAttrOfType<DictionaryAttr>(convolutionAttrName))
    return useOf(readConvolution(convolution), i);
  return {/*isRead=*/true, /*isWritten=*/true};
}

void SlotReader::addEffects(Operation *op, Effects &effects) {
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
      ArgumentUse how = useBy(inner, i);
      if (how.isRead)
        effects.reads.insert(bufferOf(value));
      if (how.isWritten)
        effects.writes.insert(bufferOf(value));
    }
  });
}

namespace {
/// Constant sizes of a launch with one-dimensional blocks.
struct Size {
  std::array<int64_t, 3> grid;
  int64_t threads, sharedBytes;

  int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
  bool isFlat() const { return grid[1] == 1 && grid[2] == 1 && !sharedBytes; }
};
} // namespace

static std::optional<Size> sizeOf(LaunchFuncOp launch) {
  if (!isConstantIntValue(launch.getBlockSizeY(), 1) ||
      !isConstantIntValue(launch.getBlockSizeZ(), 1))
    return std::nullopt;
  Value shared = launch.getDynamicSharedMemorySize();
  auto x = getConstantIntValue(launch.getGridSizeX()),
       y = getConstantIntValue(launch.getGridSizeY()),
       z = getConstantIntValue(launch.getGridSizeZ()),
       threads = getConstantIntValue(launch.getBlockSizeX()),
       bytes = shared ? getConstantIntValue(shared) : 0;
  if (!x || !y || !z || !threads || !bytes)
    return std::nullopt;
  return Size{{*x, *y, *z}, *threads, *bytes};
}

bool amp::lowering::isFree(Operation *op) {
  return isa<memref::AllocOp>(op) ||
         (!op->getNumRegions() && isMemoryEffectFree(op));
}

void amp::lowering::forEachOperand(Operation *op,
                                   llvm::function_ref<void(Value)> visit) {
  SetVector<Value> outside;
  getUsedValuesDefinedAbove(op->getRegions(), outside);
  for (Value value : op->getOperands())
    visit(value);
  for (Value value : outside)
    visit(value);
}

void amp::lowering::moveToEnd(Operation *op, Block &block,
                              llvm::SmallPtrSetImpl<Operation *> &moved) {
  if (op->getBlock() != &block || !moved.insert(op).second)
    return;
  forEachOperand(op, [&](Value value) {
    if (Operation *source = value.getDefiningOp())
      moveToEnd(source, block, moved);
  });
  op->moveBefore(block.getTerminator());
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

Slot SlotReader::read(Operation *op) {
  Slot slot;
  slot.ops = {op};
  addEffects(op, slot.effects);
  findNeeds(op, op->getBlock(), slot.needs);
  if (auto launch = dyn_cast<LaunchFuncOp>(op))
    addShare(launch, slot);
  return slot;
}

/// Adds the launch's share of a merged kernel, if it can be merged.
void SlotReader::addShare(LaunchFuncOp launch, Slot &slot) {
  std::optional<Size> size = sizeOf(launch);
  if (!size)
    return;
  Kernel &kernel = kernelOf(launch);
  Share share{kernel.function, 1, size->blocks(), size->threads};
  if (kernel.isTiled && size->blocks() > 0 &&
      size->blocks() <= 2 * multiprocessors) {
    share.grid = size->grid;
    auto resident = kernel.function->getAttrOfType<IntegerAttr>(
        NVVM::NVVMDialect::getMinctasmAttrName());
    slot.residentBlocks = multiprocessors * (resident ? resident.getInt() : 1);
  } else if (!kernel.isPlain || !size->isFlat()) {
    return;
  }
  slot.shares = {share};
  slot.width = size->threads;
  slot.sharedBytes = size->sharedBytes;
  slot.waits = kernel.waits;
  slot.code = kernel.code;
  slot.arguments = launch.getNumKernelOperands();
  llvm::SmallPtrSet<Value, 8> roots(slot.effects.reads);
  roots.insert(slot.effects.writes.begin(), slot.effects.writes.end());
  for (Value root : roots)
    if (root.getDefiningOp<memref::AllocOp>())
      slot.kept += storageOf(root.getType()).value_or(0);
}

bool amp::lowering::depend(const Slot &a, const Slot &b) {
  auto needs = [](const Slot &x, const Slot &y) {
    return llvm::any_of(y.ops,
                        [&](Operation *op) { return x.needs.contains(op); });
  };
  return conflict(a.effects, b.effects) || needs(a, b) || needs(b, a);
}

/// Returns true if the static shared memory of all kernels fits into one
/// kernel.
static bool fitsShared(const Slot &a, const Slot &b) {
  llvm::SmallPtrSet<Operation *, 8> kernels;
  int64_t bytes = 0;
  for (const Slot *slot : {&a, &b})
    for (const Share &share : slot->shares)
      if (GPUFuncOp kernel = share.kernel;
          kernel && kernels.insert(kernel).second)
        for (BlockArgument memory : kernel.getWorkgroupAttributions())
          bytes += storageOf(memory.getType()).value_or(0);
  return bytes <= maxStaticBytes;
}

/// Returns true if the blocks of a contraction nearly fill all of their waves.
static bool areFull(int64_t blocks, int64_t resident) {
  constexpr double nearly = 0.95;
  int64_t places = llvm::divideCeil(blocks, resident) * resident;
  return double(blocks) >= nearly * double(places);
}

/// Returns true if a launch fills its waves, but the merged launch would not.
static bool leavesFew(const Slot &a, const Slot &b) {
  auto blocksOf = [](const Slot &slot) {
    return slot.shares.front().calls * slot.shares.front().blocks;
  };
  int64_t resident = a.residentBlocks;
  return (areFull(blocksOf(a), resident) || areFull(blocksOf(b), resident)) &&
         !areFull(blocksOf(a) + blocksOf(b), resident);
}

bool amp::lowering::fitTogether(const Slot &a, const Slot &b) {
  if (a.shares.empty() || b.shares.empty() ||
      a.arguments + b.arguments > maxArguments)
    return false;
  const Share &first = a.shares.front(), &second = b.shares.front();
  if (first.grid || second.grid)
    return first.kernel == second.kernel && first.grid == second.grid &&
           a.sharedBytes == b.sharedBytes && !leavesFew(a, b);
  if (a.code + b.code > maxCode || !fitsShared(a, b))
    return false;
  // a kernel with barriers must use all threads of a block
  const Slot &wide = a.width < b.width ? b : a, &other = &wide == &a ? b : a;
  return wide.width == other.width ||
         (!other.waits &&
          wide.width <= 2 * std::max<int64_t>(128, other.width));
}

void amp::lowering::take(Slot &into, Slot from) {
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
