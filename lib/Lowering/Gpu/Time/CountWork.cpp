// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/Time/Instructions.h"
#include "lib/Lowering/Gpu/Time/Pressure.h"
#include "lib/Lowering/Gpu/Time/Samples.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Blocks, or warps, that are sampled; other blocks count like their
/// neighbours.
static constexpr int64_t maxBlocks = 64, maxWarps = 1024;

namespace {
/// Bytes that one execution accesses through an argument.
struct Bytes {
  double read = 0, written = 0, copied = 0;

  void add(const Bytes &other, double times) {
    read += other.read * times;
    written += other.written * times;
    copied += other.copied * times;
  }
};
using ByArgument = llvm::SmallDenseMap<unsigned, Bytes>;

struct BlockWork {
  Work work; // of one warp
  ByArgument bytes;
};
} // namespace

/// Returns the pointer arguments of the kernel that an address is computed
/// from.
static llvm::SmallPtrSet<const llvm::Argument *, 4>
sourcesOf(const llvm::Value *address) {
  llvm::SmallPtrSet<const llvm::Argument *, 4> sources;
  llvm::SmallPtrSet<const llvm::Value *, 8> seen;
  SmallVector<const llvm::Value *> work = {address};
  while (!work.empty()) {
    const llvm::Value *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
      if (argument->getType()->isPointerTy())
        sources.insert(argument);
    } else if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      for (const llvm::Value *incoming : phi->incoming_values())
        work.push_back(incoming);
    } else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      work.append({select->getTrueValue(), select->getFalseValue()});
    } else if (const auto *view = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      work.push_back(view->getPointerOperand());
    } else if (const auto *op = llvm::dyn_cast<llvm::Operator>(value)) {
      bool isView = llvm::Instruction::isCast(op->getOpcode()) ||
                    op->getOpcode() == llvm::Instruction::Add;
      if (isView)
        work.append(op->op_begin(), op->op_end());
    }
  }
  return sources;
}

static void addBytes(const Cost &cost, ByArgument &bytes) {
  auto sources = sourcesOf(cost.address);
  Bytes all{cost.readBytes, cost.writtenBytes,
            cost.isCopy ? cost.readBytes : 0};
  for (const llvm::Argument *source : sources)
    bytes[source->getArgNo()].add(all, 1 / double(sources.size()));
}

/// Returns the work of one execution of a basic block. The critical path
/// restarts at barriers and at waits for copies. A wait that leaves `n` groups
/// of copies in flight costs 1 / (n + 1) of the latency.
static BlockWork workOf(const llvm::BasicBlock &block,
                        const llvm::DataLayout &layout) {
  BlockWork result;
  Work &work = result.work;
  llvm::DenseMap<const llvm::Value *, double> ready;
  double begin = 0, end = 0, branch = 0;
  for (const llvm::Instruction &op : block) {
    Cost cost = costOf(op, layout);
    work.all.add({cost.issued, cost.integer, cost.functions, cost.sharedBytes},
                 1);
    work.flops16 += cost.flops16;
    work.flopsTf32 += cost.flopsTf32;
    work.flopsWgmma += cost.flopsWgmma;
    work.hasBarrier |= cost.isBarrier;
    if (cost.address)
      addBytes(cost, result.bytes);
    double start = begin;
    if (!llvm::isa<llvm::PHINode>(op))
      for (const llvm::Value *operand : op.operands())
        start = std::max(start, ready.lookup(operand));
    if (cost.isBranch)
      start = std::max(start, branch);
    double done = start + cost.latency;
    if (cost.isBranch)
      branch = done;
    ready[&op] = done;
    if (cost.isBarrier)
      begin = done = end + cost.latency;
    if (cost.pending >= 0)
      begin = done = std::max(begin, multiprocessor::globalLatency /
                                         double(cost.pending + 1));
    end = std::max(end, done);
  }
  work.path = std::max(end, work.all.issued);
  return result;
}

/// Adds the counts of `times` executions to `sum`.
static void add(const Work &work, double times, Work &sum) {
  sum.all.add(work.all, times);
  sum.flops16 += work.flops16 * times;
  sum.flopsTf32 += work.flopsTf32 * times;
  sum.flopsWgmma += work.flopsWgmma * times;
}

static double staticBytesOf(const llvm::Function &kernel,
                            const llvm::DataLayout &layout) {
  double bytes = 0;
  for (const llvm::GlobalVariable &global : kernel.getParent()->globals()) {
    if (global.getAddressSpace() != 3 || global.isDeclaration())
      continue;
    bool isUsed = false;
    SmallVector<const llvm::User *> users(global.users());
    while (!users.empty()) {
      const llvm::User *user = users.pop_back_val();
      if (const auto *op = llvm::dyn_cast<llvm::Instruction>(user))
        isUsed |= op->getFunction() == &kernel;
      else
        users.append(user->user_begin(), user->user_end());
    }
    if (isUsed)
      bytes += double(layout.getTypeAllocSize(global.getValueType()));
  }
  return bytes;
}

/// Limits the bytes of each buffer to its size. If the executed accesses have
/// fewer bytes (a gather), those count.
static void limitBytes(const ByArgument &bytes, const LaunchSize &launch,
                       Work &work) {
  for (const auto &[argument, sum] : bytes) {
    double size = argument < launch.argumentBytes.size()
                      ? double(launch.argumentBytes[argument])
                      : 0;
    work.read += std::min(size, sum.read);
    work.written += std::min(size, sum.written);
    work.copied += std::min(size, sum.copied);
  }
}

/// Returns the registers of a thread if the minimum of blocks (nvvm.minctasm)
/// is resident on a multiprocessor.
static double mostRegisters(const llvm::Function &kernel,
                            const LaunchSize &launch) {
  uint64_t blocks = kernel.getFnAttributeAsParsedInteger("nvvm.minctasm", 1);
  return double(multiprocessor::registers) / double(blocks * launch.threads);
}

Work amp::lowering::countWork(llvm::Function &kernel,
                              const LaunchSize &launch) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(kernel);
  llvm::TargetLibraryInfoImpl libraryImpl(
      kernel.getParent()->getTargetTriple());
  llvm::TargetLibraryInfo library(libraryImpl);
  llvm::ScalarEvolution evolution(kernel, library, assumptions, dominators,
                                  loops);
  Work sum;
  llvm::DenseMap<const llvm::BasicBlock *, BlockWork> blocks;
  for (llvm::BasicBlock &block : kernel) {
    const BlockWork &work = blocks[&block] = workOf(block, layout);
    sum.hasBarrier |= work.work.hasBarrier;
    sum.hasBarrierInLoop |= work.work.hasBarrier && loops.getLoopFor(&block);
  }
  // blocks of loops with barriers: their warps wait in each iteration
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> inside;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (llvm::any_of(loop->blocks(), [&](const llvm::BasicBlock *block) {
          return blocks[block].work.hasBarrier;
        }))
      inside.insert_range(loop->blocks());
  int64_t warps = launch.warps(), all = launch.blocks();
  int64_t sampled = std::min(
      all, std::max(maxBlocks, maxWarps / std::max<int64_t>(warps, 1)));
  double share = double(all) / double(sampled);
  ByArgument bytes;
  for (int64_t i = 0; i < sampled; ++i) {
    // samples have no period, as the blocks of one tile repeat with each batch
    double place = std::fmod(0.5 + 0.6180339887 * double(i), 1);
    auto linear = std::min(all - 1, int64_t((double(i) + place) * share));
    std::array<int64_t, 3> at = {linear % launch.grid[0],
                                 linear / launch.grid[0] % launch.grid[1],
                                 linear / launch.grid[0] / launch.grid[1]};
    for (int64_t number = 0; number < warps; ++number) {
      Warp warp(kernel, launch, at, number, loops, evolution);
      sum.hasUnknownTrips |= warp.hasUnknownTrips();
      double path = 0, outside = 0;
      for (const auto &[block, work] : blocks) {
        double times = warp.executions(block);
        if (times == 0)
          continue;
        add(work.work, times * share, sum);
        path += work.work.path * times;
        if (!inside.contains(block)) {
          outside += work.work.path * times;
          sum.outside.add(work.work.all, times * share);
        }
        for (const auto &[argument, once] : work.bytes)
          bytes[argument].add(once, times * share);
      }
      sum.path = std::max(sum.path, path);
      sum.meanPath += path / double(sampled * warps);
      sum.outsidePath = std::max(sum.outsidePath, outside);
    }
  }
  limitBytes(bytes, launch, sum);
  sum.registers = std::min(double(registerPressure(kernel, layout)),
                           mostRegisters(kernel, launch));
  sum.staticBytes = staticBytesOf(kernel, layout);
  return sum;
}
