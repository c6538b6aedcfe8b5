// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels { @a, @b, @c }
//   ==>   gpu.module @kernels_0 { @a, @b }, gpu.module @kernels_1 { @c }
#include "lib/Lowering/Gpu/Chips.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
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

/// Whether code of libdevice may become a part of `kernel`. LLVM numbers labels
/// and stacks in such code by module, so that only one part may have it.
static bool needsLibdevice(gpu::GPUFuncOp kernel, bool hasLibdevice) {
  return hasLibdevice &&
         kernel
             .walk([](Operation *op) {
               return isa_and_nonnull<math::MathDialect>(op->getDialect())
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             })
             .wasInterrupted();
}

/// Moves kernels of `whole`, with copies of what else they use, to parts of
/// about the same size, in their order.
static void split(gpu::GPUModuleOp whole) {
  SymbolTable symbols(whole);
  OpBuilder builder(whole);
  bool hasLibdevice = !findInToolkit(libdevice).empty();
  gpu::GPUModuleOp part, withLibdevice;
  size_t size = 0;
  unsigned number = 0;
  auto begin = [&] {
    std::string name = (whole.getName() + "_" + Twine(number++)).str();
    auto module = gpu::GPUModuleOp::create(builder, whole.getLoc(), name,
                                           whole.getTargetsAttr());
    module->setAttr(partAttrName, whole.getNameAttr());
    return module;
  };
  for (auto kernel :
       llvm::make_early_inc_range(whole.getOps<gpu::GPUFuncOp>())) {
    if (!kernel.isKernel())
      continue;
    bool isApart = needsLibdevice(kernel, hasLibdevice);
    if (isApart && !withLibdevice)
      withLibdevice = begin();
    if (!isApart && (!part || size > opsOfPart)) {
      part = begin();
      size = 0;
    }
    gpu::GPUModuleOp target = isApart ? withLibdevice : part;
    llvm::SetVector<Operation *> shared;
    collectShared(kernel, symbols, shared);
    auto inside = OpBuilder::atBlockEnd(target.getBody());
    for (Operation *symbol : shared)
      if (!SymbolTable::lookupSymbolIn(target,
                                       SymbolTable::getSymbolName(symbol)))
        inside.clone(*symbol);
    size += isApart ? 0 : sizeOf(kernel);
    kernel->moveBefore(target.getBody(), target.getBody()->end());
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
