// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels { @a, @b, @c }
//   ==>   gpu.module @kernels_0 { @a, @b }, gpu.module @kernels_1 { @c }
#include "lib/Lowering/Gpu/Chips.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SPLITKERNELS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Ops of a part: enough that what a compiler does once per module is little.
static constexpr size_t opsOfPart = 2048;

static size_t sizeOf(Operation *op) {
  size_t size = 0;
  op->walk([&](Operation *) { ++size; });
  return size;
}

/// Symbols that are no kernels and that `op` uses, one by the other.
static void collectShared(Operation *op, SymbolTable &symbols,
                          llvm::SetVector<Operation *> &shared) {
  auto uses = SymbolTable::getSymbolUses(op);
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses) {
    Operation *symbol = symbols.lookup(use.getSymbolRef().getLeafReference());
    if (symbol && symbol != op && shared.insert(symbol))
      collectShared(symbol, symbols, shared);
  }
}

/// Moves kernels of `whole`, with copies of what else they use, to parts of
/// about the same size, in their order; to one part where libdevice is linked,
/// because LLVM numbers labels and stacks of its functions by module.
static void split(gpu::GPUModuleOp whole) {
  SymbolTable symbols(whole);
  OpBuilder builder(whole);
  bool hasLibdevice = !findInToolkit(libdevice).empty();
  gpu::GPUModuleOp part;
  size_t size = 0;
  unsigned number = 0;
  for (auto kernel :
       llvm::make_early_inc_range(whole.getOps<gpu::GPUFuncOp>())) {
    if (!kernel.isKernel())
      continue;
    if (!part || (size > opsOfPart && !hasLibdevice)) {
      std::string name = (whole.getName() + "_" + Twine(number++)).str();
      part = gpu::GPUModuleOp::create(builder, whole.getLoc(), name,
                                      whole.getTargetsAttr());
      part->setAttr(partAttrName, whole.getNameAttr());
      size = 0;
    }
    llvm::SetVector<Operation *> shared;
    collectShared(kernel, symbols, shared);
    auto inside = OpBuilder::atBlockEnd(part.getBody());
    for (Operation *symbol : shared)
      if (!SymbolTable::lookupSymbolIn(part,
                                       SymbolTable::getSymbolName(symbol)))
        inside.clone(*symbol);
    size += sizeOf(kernel);
    kernel->moveBefore(part.getBody(), part.getBody()->end());
  }
}

namespace {
struct SplitKernels : amp::impl::SplitKernelsBase<SplitKernels> {
  using Base::Base;

  void runOnOperation() override {
    for (auto whole : llvm::make_early_inc_range(
             getOperation().getOps<gpu::GPUModuleOp>())) {
      if (!whole.getTargetsAttr())
        continue;
      split(whole);
      whole.erase();
    }
  }
};
} // namespace
