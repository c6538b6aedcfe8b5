// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Time/Pressure.h"
#include "lib/Lowering/Gpu/Time/Instructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace mlir::amp;
using namespace llvm;

/// Registers that ptxas adds, and its least and largest numbers.
static constexpr int64_t added = 12, least = 24, largest = 255;

namespace {
class Liveness {
public:
  Liveness(const Function &kernel, const DataLayout &layout) : layout(layout) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const BasicBlock *block : post_order(&kernel))
        changed |= update(*block);
    }
  }

  int64_t most = 0;

private:
  using Set = DenseSet<const Value *>;

  bool occupies(const Value *value) const {
    return isa<Instruction>(value) && lowering::registersOf(*value, layout) > 0;
  }
  Set liveOut(const BasicBlock &block) const;
  bool update(const BasicBlock &block);

  const DataLayout &layout;
  DenseMap<const BasicBlock *, Set> liveIn;
};
} // namespace

Liveness::Set Liveness::liveOut(const BasicBlock &block) const {
  Set live;
  for (const BasicBlock *next : successors(&block)) {
    auto found = liveIn.find(next);
    if (found != liveIn.end())
      for (const Value *value : found->second) {
        const auto *phi = dyn_cast<PHINode>(value);
        if (!phi || phi->getParent() != next)
          live.insert(value);
      }
    for (const PHINode &phi : next->phis()) {
      const Value *value = phi.getIncomingValueForBlock(&block);
      if (occupies(value))
        live.insert(value);
    }
  }
  return live;
}

/// Returns true if more values are live at the block's begin than known.
bool Liveness::update(const BasicBlock &block) {
  Set live = liveOut(block);
  int64_t size = 0;
  for (const Value *value : live)
    size += lowering::registersOf(*value, layout);
  most = std::max(most, size);
  for (const Instruction &op : reverse(block)) {
    if (live.erase(&op))
      size -= lowering::registersOf(op, layout);
    if (isa<PHINode>(op)) {
      if (occupies(&op) && live.insert(&op).second)
        size += lowering::registersOf(op, layout);
      continue;
    }
    for (const Value *operand : op.operands())
      if (occupies(operand) && live.insert(operand).second)
        size += lowering::registersOf(*operand, layout);
    most = std::max(most, size);
  }
  Set &known = liveIn[&block];
  if (known.size() == live.size())
    return false;
  known = std::move(live);
  return true;
}

int64_t lowering::registerPressure(const llvm::Function &kernel,
                                   const llvm::DataLayout &layout) {
  return std::clamp(Liveness(kernel, layout).most + added, least, largest);
}
