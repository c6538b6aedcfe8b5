// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels { @a, @b, @c }
//   ==>   gpu.module @kernels_0 { @a, @b }, gpu.module @kernels_1 { @c }
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx/Ptx.h"
#include "lib/Lowering/Gpu/Units/Functions.h"
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
using namespace mlir::amp::lowering;

/// Ops of a module, enough to amortize the compiler's work per module.
static constexpr size_t opsOfPart = 2048;

static size_t sizeOf(Operation *op) {
  size_t size = 0;
  op->walk([&](Operation *) { ++size; });
  return size;
}

/// Collects the symbols, other than kernels, that `op` uses directly or
/// indirectly. Ops without SymbolUserOpInterface have many attributes, which
/// hold no symbols.
static void collectShared(Operation *op, SymbolTable &symbols,
                          llvm::SetVector<Operation *> &shared) {
  op->walk([&](SymbolUserOpInterface user) {
    user->getAttrDictionary().walk([&](SymbolRefAttr use) {
      Operation *symbol = symbols.lookup(use.getLeafReference());
      if (symbol && symbol != op && shared.insert(symbol))
        collectShared(symbol, symbols, shared);
    });
  });
}

namespace {
/// Modules to which the kernels of `whole` move.
class Parts {
public:
  Parts(gpu::GPUModuleOp whole)
      : whole(whole), symbols(whole), builder(whole) {}

  void take(gpu::GPUFuncOp kernel);

private:
  struct Part {
    gpu::GPUModuleOp module;
    size_t size = 0;
  };
  void open(Part &part);

  gpu::GPUModuleOp whole;
  SymbolTable symbols;
  OpBuilder builder;
  unsigned number = 0;
  Part latest, withLibdevice;
};
} // namespace

void Parts::open(Part &part) {
  std::string name = (whole.getName() + "_" + Twine(number++)).str();
  part.module = gpu::GPUModuleOp::create(builder, whole.getLoc(), name,
                                         whole.getTargetsAttr());
  part.module->setAttr(partAttrName, whole.getNameAttr());
  part.size = 0;
}

/// Moves `kernel`, with copies of all other symbols that it uses. Kernels that
/// call libdevice share one module: LLVM numbers labels and stacks of libdevice
/// functions, and specializes these, per module.
void Parts::take(gpu::GPUFuncOp kernel) {
  bool isCaller = kernel
                      ->walk([](Operation *op) {
                        return callsLibdevice(op) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
                      })
                      .wasInterrupted();
  Part &part = isCaller ? withLibdevice : latest;
  if (!part.module || (part.size > opsOfPart && !isCaller))
    open(part);
  llvm::SetVector<Operation *> shared;
  collectShared(kernel, symbols, shared);
  Block *body = part.module.getBody();
  auto inside = OpBuilder::atBlockEnd(body);
  for (Operation *symbol : shared)
    if (!SymbolTable::lookupSymbolIn(part.module,
                                     SymbolTable::getSymbolName(symbol)))
      inside.clone(*symbol);
  part.size += sizeOf(kernel);
  kernel->moveBefore(body, body->end());
}

/// Moves the kernels of `whole` to modules of about the same size.
static void split(gpu::GPUModuleOp whole) {
  Parts parts(whole);
  for (auto kernel : llvm::make_early_inc_range(whole.getOps<gpu::GPUFuncOp>()))
    if (kernel.isKernel())
      parts.take(kernel);
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
