// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch @a in %n blocks; launch @b in %m blocks; launch @b in %m blocks
//   ==>   launch @a_and_2_b in %n + 2 %m blocks:
//         if (block < n) body of @a
//         if (block - n < 2 m) body of @b, with the arguments of call
//                              (block - n) / m
#include "lib/Lowering/Gpu/Host/MergedKernel.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

int64_t Share::blocksOf(int64_t width) const {
  return llvm::divideCeil(calls * blocks, packed(width));
}

bool amp::lowering::hasBarrier(gpu::GPUFuncOp kernel) {
  return kernel.walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static Value constant(int64_t value, ImplicitLocOpBuilder &b) {
  return arith::ConstantIndexOp::create(b, value);
}

static Value isBelow(Value value, int64_t end, ImplicitLocOpBuilder &b) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value,
                               constant(end, b));
}

namespace {
/// Block and thread index within a share.
struct Place {
  Value block, thread;
};
} // namespace

/// Returns the indices within the blocks of all calls, if one block executes
/// several of them.
static Place unpack(const Share &share, Place at, int64_t width,
                    ImplicitLocOpBuilder &b) {
  int64_t packed = share.packed(width);
  if (packed == 1)
    return at;
  Value threads = constant(share.threads, b);
  Value first =
      arith::MulIOp::create(b, at.block, constant(packed, b)).getResult();
  Value part = arith::DivUIOp::create(b, at.thread, threads);
  return {arith::AddIOp::create(b, first, part),
          arith::RemUIOp::create(b, at.thread, threads)};
}

/// Returns the arguments of the call that executes `block`, which becomes the
/// index within that call.
static SmallVector<Value> choose(const Share &share, ValueRange arguments,
                                 Value &block, ImplicitLocOpBuilder &b) {
  gpu::GPUFuncOp kernel = share.kernel;
  unsigned count = kernel.getFunctionType().getNumInputs();
  SmallVector<Value> chosen(arguments.take_back(count));
  if (share.calls == 1)
    return chosen;
  Value blocks = constant(share.blocks, b);
  Value call = arith::DivUIOp::create(b, block, blocks);
  block = arith::RemUIOp::create(b, block, blocks);
  for (int64_t i = share.calls - 1; i-- > 0;) {
    Value is = isBelow(call, i + 1, b);
    for (auto [value, other] :
         llvm::zip(chosen, arguments.slice(i * count, count)))
      value = arith::SelectOp::create(b, is, other, value);
  }
  return chosen;
}

/// Maps the shared memory of `from` to that of `to`. Shares use the same
/// memory, as a block executes one share only.
static void shareMemory(gpu::GPUFuncOp from, gpu::GPUFuncOp to, IRMapping &map,
                        Location loc) {
  SmallVector<Value> free(to.getWorkgroupAttributions());
  for (BlockArgument wanted : from.getWorkgroupAttributions()) {
    auto *found = llvm::find_if(
        free, [&](Value each) { return each.getType() == wanted.getType(); });
    if (found == free.end()) {
      map.map(wanted, to.addWorkgroupAttribution(
                          cast<MemRefType>(wanted.getType()), loc));
      continue;
    }
    map.map(wanted, *found);
    free.erase(found);
  }
}

/// Returns the x, y and z indices of block `block` in a grid.
static std::array<Value, 3> placeInGrid(std::array<int64_t, 3> grid,
                                        Value block, ImplicitLocOpBuilder &b) {
  std::array<Value, 3> place;
  for (unsigned i = 0; i < 3; ++i) {
    Value along = arith::RemUIOp::create(b, block, constant(grid[i], b));
    place[i] = arith::IndexCastOp::create(b, b.getI32Type(), along);
    block = arith::DivUIOp::create(b, block, constant(grid[i], b));
  }
  return place;
}

static void replaceBlockIds(Operation *inside, std::array<Value, 3> place) {
  auto replace = [&](auto op, unsigned i) {
    op.getResult().replaceAllUsesWith(place[i]);
    op.erase();
  };
  inside->walk([&](NVVM::BlockIdXOp op) { replace(op, 0); });
  inside->walk([&](NVVM::BlockIdYOp op) { replace(op, 1); });
  inside->walk([&](NVVM::BlockIdZOp op) { replace(op, 2); });
}

static void emitShare(const Share &share, ValueRange arguments, Place at,
                      int64_t width, gpu::GPUFuncOp merged,
                      ImplicitLocOpBuilder &b) {
  int64_t threads = share.packed(width) * share.threads;
  Value isUsed = isBelow(at.thread, threads, b);
  at = unpack(share, at, width, b);
  Value in = isBelow(at.block, share.calls * share.blocks, b);
  if (threads < width)
    in = arith::AndIOp::create(b, in, isUsed);
  Operation *inside = b.getInsertionBlock()->getParentOp();
  OpBuilder::InsertionGuard guard(b);
  if (share.threads != width) {
    auto used = scf::IfOp::create(b, in, /*withElseRegion=*/false);
    b.setInsertionPointToStart(used.thenBlock());
  }
  gpu::GPUFuncOp kernel = share.kernel;
  IRMapping map;
  SmallVector<Value> chosen = choose(share, arguments, at.block, b);
  map.map(kernel.getArguments().take_front(chosen.size()), chosen);
  shareMemory(kernel, merged, map, b.getLoc());
  std::array<Value, 3> place;
  if (share.grid)
    place = placeInGrid(*share.grid, at.block, b);
  for (Operation &op : kernel.getBody().front().without_terminator())
    b.clone(op, map);
  if (share.grid)
    replaceBlockIds(inside, place);
  inside->walk([&](gpu::ThreadIdOp id) {
    id.replaceAllUsesWith(at.thread);
    id.erase();
  });
  inside->walk([&](gpu::BlockIdOp id) {
    id.replaceAllUsesWith(at.block);
    id.erase();
  });
}

static std::string nameOf(ArrayRef<Share> shares) {
  std::string name = shares.front().calls > 1 ? "do_" : ""; // no digit first
  for (auto [i, share] : llvm::enumerate(shares)) {
    if (i == 3)
      return name + "_and_" + std::to_string(shares.size() - 3) + "_more";
    if (i)
      name += "_and_";
    if (share.calls > 1)
      name += std::to_string(share.calls) + "_";
    gpu::GPUFuncOp kernel = share.kernel;
    name += kernel.getName();
  }
  return name;
}

gpu::GPUFuncOp MergedKernels::get(ArrayRef<Share> shares, int64_t width) {
  std::string key = std::to_string(width);
  SmallVector<Type> types;
  for (const Share &share : shares) {
    gpu::GPUFuncOp kernel = share.kernel;
    key += " " + std::to_string(share.calls) + " " + kernel.getName().str();
    for (int64_t i = 0; i < share.calls; ++i)
      llvm::append_range(types, kernel.getFunctionType().getInputs());
  }
  gpu::GPUFuncOp &merged = known[key];
  if (merged)
    return merged;
  gpu::GPUFuncOp first = shares.front().kernel;
  auto module = first->getParentOfType<gpu::GPUModuleOp>();
  auto b = ImplicitLocOpBuilder::atBlockEnd(first.getLoc(), module.getBody());
  merged =
      gpu::GPUFuncOp::create(b, nameOf(shares), b.getFunctionType(types, {}));
  merged->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  merged.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({static_cast<int32_t>(width), 1, 1}));
  StringRef minctasm = NVVM::NVVMDialect::getMinctasmAttrName();
  auto size = first.getKnownBlockSize();
  bool isAsWide = size && size->front() == width;
  Attribute least = minBlocks && !shares.front().grid
                        ? b.getI32IntegerAttr(minBlocks)
                    : isAsWide ? first->getAttr(minctasm)
                               : Attribute();
  if (least)
    merged->setAttr(minctasm, least);
  // keeps comparisons of the block index from becoming a jump table
  merged->setAttr("passthrough", b.getArrayAttr(b.getStrArrayAttr(
                                     {"no-jump-tables", "true"})));
  symbols.getSymbolTable(module).insert(merged);
  b.setInsertionPointToEnd(&merged.getBody().front());
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  int64_t begin = 0, flops = 0;
  unsigned argument = 0;
  for (const Share &share : shares) {
    Value local = arith::SubIOp::create(b, block, constant(begin, b));
    int64_t blocks = share.blocksOf(width);
    auto mine = scf::IfOp::create(b, isBelow(local, blocks, b), false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(mine.thenBlock());
    gpu::GPUFuncOp kernel = share.kernel;
    unsigned count =
        kernel.getFunctionType().getNumInputs() * unsigned(share.calls);
    for (unsigned i = 0; i < count; ++i)
      if (DictionaryAttr attrs = kernel.getArgAttrDict(
              i % kernel.getFunctionType().getNumInputs()))
        merged.setArgAttrs(argument + i, attrs);
    ValueRange arguments(merged.getArguments());
    emitShare(share, arguments.slice(argument, count), {local, thread}, width,
              merged, b);
    begin += blocks;
    argument += count;
    if (auto own = kernel->getAttrOfType<IntegerAttr>(flopsAttrName))
      flops += own.getInt() * share.calls;
  }
  merged->setAttr(flopsAttrName, b.getI64IntegerAttr(flops));
  gpu::ReturnOp::create(b);
  return merged;
}
