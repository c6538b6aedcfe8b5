// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// llvm.call @k(%begin, %end, %a...) {cpu.grain}
//   ==>   store %a... to %context
//         llvm.call @amprt_parallel_for(%end, %grain, @k_part, %context)
#include "lib/Lowering/Cpu/Kernels.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PARALLELCALLS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
struct ParallelCalls : amp::impl::ParallelCallsBase<ParallelCalls> {
  using Base::Base;

  void runOnOperation() override;

private:
  LLVM::LLVMFuncOp declareParallelFor();
  LLVM::LLVMFuncOp partOf(LLVM::LLVMFuncOp kernel, Type context);
  void split(LLVM::CallOp call, SymbolTable &symbols);

  LLVM::LLVMPointerType pointer;
  DenseMap<Operation *, LLVM::LLVMFuncOp> parts;
};
} // namespace

LLVM::LLVMFuncOp ParallelCalls::declareParallelFor() {
  auto module = getOperation();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>("amprt_parallel_for"))
    return known;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  Type i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(&getContext()), {i64, i64, pointer, pointer});
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(),
                                  "amprt_parallel_for", type);
}

/// Returns the arguments that `kernel` uses, without the range: of a memref
/// with a static layout, only the address.
static SmallVector<unsigned> readArguments(LLVM::LLVMFuncOp kernel) {
  SmallVector<unsigned> read;
  for (unsigned i = 2; i < kernel.getNumArguments(); ++i)
    if (!kernel.getArgument(i).use_empty())
      read.push_back(i);
  return read;
}

/// Returns void part(context, begin, end), which calls `kernel` on the
/// arguments in `context`.
LLVM::LLVMFuncOp ParallelCalls::partOf(LLVM::LLVMFuncOp kernel, Type context) {
  LLVM::LLVMFuncOp &part = parts[kernel];
  if (part)
    return part;
  OpBuilder builder(kernel);
  Location loc = kernel.getLoc();
  Type i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(&getContext()), {pointer, i64, i64});
  part = LLVM::LLVMFuncOp::create(builder, loc,
                                  (kernel.getName() + "_part").str(), type);
  part.setLinkage(LLVM::Linkage::Internal);
  Block *body = part.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);
  SmallVector<Value> operands(body->getArguments().drop_front());
  for (Type unread : kernel.getArgumentTypes().drop_front(2))
    operands.push_back(LLVM::PoisonOp::create(builder, loc, unread));
  Value all = LLVM::LoadOp::create(builder, loc, context, body->getArgument(0));
  for (auto [field, argument] : llvm::enumerate(readArguments(kernel)))
    operands[argument] =
        LLVM::ExtractValueOp::create(builder, loc, all, int64_t(field));
  LLVM::CallOp::create(builder, loc, kernel, operands);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return part;
}

void ParallelCalls::split(LLVM::CallOp call, SymbolTable &symbols) {
  auto grain = call->getAttrOfType<IntegerAttr>(grainAttrName);
  auto kernel = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
  SmallVector<Value> read;
  for (unsigned argument : readArguments(kernel))
    read.push_back(call.getArgOperands()[argument]);
  auto context = LLVM::LLVMStructType::getLiteral(
      &getContext(), llvm::to_vector(ValueRange(read).getTypes()));

  auto function = call->getParentOfType<LLVM::LLVMFuncOp>();
  auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = call.getLoc();
  Value one =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(builder, loc, pointer, context, one);
  builder.setInsertionPoint(call);
  for (auto [i, argument] : llvm::enumerate(read)) {
    Value field = LLVM::GEPOp::create(builder, loc, pointer, context, memory,
                                      ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    LLVM::StoreOp::create(builder, loc, argument, field);
  }
  Value part = LLVM::AddressOfOp::create(builder, loc, partOf(kernel, context));
  Value least = LLVM::ConstantOp::create(builder, loc, grain);
  LLVM::CallOp::create(
      builder, loc, declareParallelFor(),
      ValueRange{call.getArgOperands()[1], least, part, memory});
  call.erase();
}

/// Makes a kernel internal and noinline, with noalias pointers if its outputs
/// are distinct.
static void markKernel(LLVM::LLVMFuncOp kernel) {
  kernel.setLinkage(LLVM::Linkage::Internal);
  kernel.setNoInline(true);
  if (!kernel->hasAttr(distinctAttrName))
    return;
  auto unit = UnitAttr::get(kernel.getContext());
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (isa<LLVM::LLVMPointerType>(type))
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(), unit);
}

void ParallelCalls::runOnOperation() {
  pointer = LLVM::LLVMPointerType::get(&getContext());
  parts.clear();
  SymbolTable symbols(getOperation());
  SmallVector<LLVM::CallOp> calls;
  getOperation().walk([&](Operation *op) {
    if (auto call = dyn_cast<LLVM::CallOp>(op);
        call && call->hasAttr(grainAttrName))
      calls.push_back(call);
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        function && function->hasAttr(kernelAttrName))
      markKernel(function);
  });
  for (LLVM::CallOp call : calls)
    split(call, symbols);
}
