// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_HOST_HOSTCODE_H
#define LIB_LOWERING_GPU_HOST_HOSTCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// Emits calls of the runtime (lib/Run/Device.h); declares functions and
/// globals once per module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module);
  Value call(StringRef function, Type result, ValueRange arguments,
             ImplicitLocOpBuilder &b);
  Value text(StringRef text, ImplicitLocOpBuilder &b);
  Value where(Location loc, ImplicitLocOpBuilder &b);
  Value kernel(gpu::LaunchFuncOp launch, ImplicitLocOpBuilder &b);
  Value product(func::FuncOp product, ImplicitLocOpBuilder &b);
  Value convolution(func::FuncOp convolution, ImplicitLocOpBuilder &b);
  Value constant(memref::GetGlobalOp global, ImplicitLocOpBuilder &b);

  SymbolTable symbols;

private:
  OpBuilder &top();
  LLVM::GlobalOp image(StringRef kernels);
  LLVM::GlobalOp describe(gpu::LaunchFuncOp launch, StringRef types);
  Value fields(StringRef name, ArrayRef<int64_t> numbers,
               ArrayRef<int64_t> kinds, ArrayRef<float> factors,
               ImplicitLocOpBuilder &b);

  ModuleOp module;
  OpBuilder builder;
  llvm::StringMap<LLVM::GlobalOp> texts, kernels;
};

/// Converts host code on memrefs to host code on pointers.
class HostCode {
public:
  explicit HostCode(RuntimeCalls &calls) : calls(calls) {}
  void setPointer(Value memref, Value pointer) { pointers[memref] = pointer; }
  LogicalResult convertAll(Block &entry);

private:
  LogicalResult convert(Operation *op, ImplicitLocOpBuilder &b);
  void launch(gpu::LaunchFuncOp op, ImplicitLocOpBuilder &b);
  LogicalResult multiply(func::CallOp call, ImplicitLocOpBuilder &b);
  void convolve(func::CallOp call, ImplicitLocOpBuilder &b);
  LogicalResult read(memref::LoadOp load, ImplicitLocOpBuilder &b);
  void poison(memref::ViewOp view, ImplicitLocOpBuilder &b);
  Value slots(Type type, int64_t count, ImplicitLocOpBuilder &b);

  RuntimeCalls &calls;
  llvm::DenseMap<Value, Value> pointers;
  SmallVector<Operation *> done;
  Block *entry = nullptr;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_HOSTCODE_H
