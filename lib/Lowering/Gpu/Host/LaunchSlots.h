// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Actions of a block of host code, in order.
#ifndef LIB_LOWERING_GPU_HOST_LAUNCHSLOTS_H
#define LIB_LOWERING_GPU_HOST_LAUNCHSLOTS_H

#include "lib/Lowering/Gpu/Host/MergedKernel.h"
#include "lib/Lowering/Gpu/Kernels/KernelEffects.h"
#include "lib/Lowering/Gpu/Units/Units.h"

namespace mlir::amp::lowering {

struct Kernel {
  gpu::GPUFuncOp function;
  SmallVector<ArgumentUse> uses;
  size_t code = 0;
  bool isPlain = false, waits = false; // one can stand beside another
  bool isTiled = false; // reads the numbers of its blocks by NVVM's ops
};

/// Launches at one place, or one op that stays where it is.
struct Slot {
  SmallVector<Operation *> ops;
  SmallVector<Share> shares; // none of what cannot be merged
  Effects effects;
  llvm::SmallPtrSet<Operation *, 8> needs; // ops that compute its numbers
  int64_t width = 0, kept = 0;             // kept: bytes of temporaries
  int64_t sharedBytes = 0;                 // of dynamic size
  int64_t residentBlocks = 0; // of a contraction, on all multiprocessors
  size_t arguments = 0, code = 0;
  bool waits = false;
};

class SlotReader {
public:
  /// Launches of contractions with at most two blocks for each multiprocessor
  /// can be merged with others of the same kernel.
  SlotReader(SymbolTableCollection &symbols, int64_t multiprocessors)
      : symbols(symbols), multiprocessors(multiprocessors) {}
  Slot read(Operation *op);
  Kernel &kernelOf(gpu::LaunchFuncOp launch);

private:
  void addEffects(Operation *op, Effects &effects);
  ArgumentUse useBy(Operation *op, unsigned i);
  void addShare(gpu::LaunchFuncOp launch, Slot &slot);

  SymbolTableCollection &symbols;
  int64_t multiprocessors;
  llvm::DenseMap<Operation *, Kernel> kernels;
};

/// Ops that say where or what, and can stand anywhere before their users.
bool isFree(Operation *op);

/// Visits the values from outside that `op`, or an op in it, uses.
void forEachOperand(Operation *op, llvm::function_ref<void(Value)> visit);

/// Moves `op` and what it needs to the end of `block`, but for what has moved.
void moveToEnd(Operation *op, Block &block,
               llvm::SmallPtrSetImpl<Operation *> &moved);

/// Returns true if the order of the two matters.
bool depend(const Slot &a, const Slot &b);

/// Returns true if one kernel can execute both.
bool fitTogether(const Slot &a, const Slot &b);

void take(Slot &into, Slot from);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_LAUNCHSLOTS_H
