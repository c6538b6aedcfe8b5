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

/// Registers that ptxas adds, and the limits of the estimate.
static constexpr int64_t added = 12, least = 24, largest = 255;

/// Share of the registers live in the instruction order of LLVM that are also
/// live in that of ptxas, except accumulators and loop-carried values: by 50
/// kernels of GPT-2's step on sm_90a (ptxas 13.0).
static constexpr double kept = 0.75;

/// Returns true for values that ptxas computes at their uses: extracted
/// elements, which share the registers of their aggregate, addresses, and
/// indices.
static bool isComputedAtUse(const Value &op) {
  return isa<ExtractElementInst, ExtractValueInst, GetElementPtrInst, SExtInst,
             ZExtInst>(op);
}

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

  double most = 0;

private:
  using Set = DenseSet<const Value *>;

  bool occupies(const Value *value) const {
    return isa<Instruction>(value) && lowering::registersOf(*value, layout) > 0;
  }
  double registersOf(const Value *value) const {
    bool isKept = isa<PHINode>(value) ||
                  (isa<CallBase>(value) && value->getType()->isStructTy());
    double share = isKept ? 1 : kept;
    return share * double(lowering::registersOf(*value, layout));
  }
  /// Adds a value, or the operands of a value that is computed at its uses;
  /// returns the number of new registers.
  double add(const Value *value, DenseSet<const Value *> &live) const {
    if (isComputedAtUse(*value)) {
      double size = 0;
      for (const Value *operand : cast<User>(value)->operands())
        size += add(operand, live);
      return size;
    }
    return occupies(value) && live.insert(value).second ? registersOf(value)
                                                        : 0;
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
      add(phi.getIncomingValueForBlock(&block), live);
    }
  }
  return live;
}

/// Recomputes the live-in values of a block; returns true if there are more.
bool Liveness::update(const BasicBlock &block) {
  Set live = liveOut(block);
  double size = 0;
  for (const Value *value : live)
    size += registersOf(value);
  most = std::max(most, size);
  for (const Instruction &op : reverse(block)) {
    if (live.erase(&op))
      size -= registersOf(&op);
    if (isa<PHINode>(op)) {
      size += add(&op, live);
      continue;
    }
    if (isComputedAtUse(op))
      continue;
    for (const Value *operand : op.operands())
      size += add(operand, live);
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
  return std::clamp(int64_t(Liveness(kernel, layout).most) + added, least,
                    largest);
}
