// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of a block of host code that have effects, in order, to be merged and
// moved.
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
  bool isPlain = false, waits = false; // block and thread ids in x; barriers
  bool isTiled = false;                // reads block ids by NVVM ops
};

/// Launches that become one, or one op that is not merged.
struct Slot {
  SmallVector<Operation *> ops;
  SmallVector<Share> shares; // empty if it cannot be merged
  Effects effects;
  llvm::SmallPtrSet<Operation *, 8> needs; // definitions of its operands
  int64_t width = 0, kept = 0;             // threads; bytes of temporaries
  int64_t sharedBytes = 0;                 // dynamic shared memory
  int64_t residentBlocks = 0;              // of a contraction, on the whole GPU
  size_t arguments = 0, code = 0;
  bool waits = false;
};

class SlotReader {
public:
  /// Launches of a contraction kernel with at most two blocks per
  /// multiprocessor can be merged with others of the same kernel.
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

/// Returns true for allocations and ops without effects: they can move anywhere
/// before their users.
bool isFree(Operation *op);

/// Visits the operands of `op` and the values that its regions capture.
void forEachOperand(Operation *op, llvm::function_ref<void(Value)> visit);

/// Moves `op` and the definitions of its operands to the end of `block`, except
/// ops in `moved`.
void moveToEnd(Operation *op, Block &block,
               llvm::SmallPtrSetImpl<Operation *> &moved);

/// Returns true if the order of the two slots matters.
bool depend(const Slot &a, const Slot &b);

/// Returns true if one kernel can execute both slots.
bool fitTogether(const Slot &a, const Slot &b);

void take(Slot &into, Slot from);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_LAUNCHSLOTS_H
