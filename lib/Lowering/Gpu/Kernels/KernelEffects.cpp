// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/KernelEffects.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static bool isAddressOfStore(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return use.get() == store.getMemRef();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return use.get() == store.getBase();
  auto store = dyn_cast<LLVM::StoreOp>(op);
  return store && &use == &store.getAddrMutable();
}

static bool isSource(OpOperand &use) {
  if (isa<memref::LoadOp, vector::LoadOp, LLVM::LoadOp>(use.getOwner()))
    return true;
  auto copy = dyn_cast<NVVM::CpAsyncOp>(use.getOwner());
  return copy && &use == &copy.getSrcMutable();
}

/// Returns true for views, pointers and address arithmetic.
static bool isAddressOnly(Operation *op) {
  return !op->getNumRegions() && !op->hasTrait<OpTrait::IsTerminator>() &&
         isMemoryEffectFree(op);
}

SmallVector<ArgumentUse> amp::lowering::usesOfArguments(gpu::GPUFuncOp kernel) {
  SmallVector<ArgumentUse> result;
  for (BlockArgument argument :
       kernel.getArguments().take_front(kernel.getNumArguments())) {
    ArgumentUse how;
    SmallVector<Value> work = {argument};
    llvm::SmallPtrSet<Value, 16> seen;
    while (!work.empty()) {
      Value value = work.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      for (OpOperand &use : value.getUses()) {
        if (isAddressOfStore(use))
          how.isWritten = true;
        else if (isSource(use))
          how.isRead = true;
        else if (isAddressOnly(use.getOwner()))
          llvm::append_range(work, use.getOwner()->getResults());
        else
          how = {true, true};
      }
    }
    result.push_back(how);
  }
  return result;
}
