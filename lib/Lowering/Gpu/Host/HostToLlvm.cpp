// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.launch_func @kernels::@k blocks in (...) args(%m : memref<...>)
//   ==>   llvm.call @amprt_launch(%kernel, %arguments, %where)
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Host/HostCode.h"
#include "lib/Lowering/Gpu/Host/MatmulCall.h"
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::amp {
#define GEN_PASS_DEF_HOSTTOLLVM
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns [result, argument, ...] pairs of the training state, which is
/// carried from step to step.
static SmallVector<int64_t> pairStates(func::FuncOp function) {
  llvm::StringMap<int64_t> arguments;
  SmallVector<int64_t> pairs;
  int64_t argument = 0, result = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    bool is = isResult(function, i);
    int64_t number = is ? result++ : argument++;
    auto name = function.getArgAttrOfType<StringAttr>(i, "amp.state");
    if (!name)
      continue;
    if (!is)
      arguments[name.getValue()] = number;
    else if (auto old = arguments.find(name.getValue()); old != arguments.end())
      pairs.append({number, old->second});
  }
  return pairs;
}

/// Returns [result, argument, ...] pairs that may share a buffer (donated
/// arguments).
static SmallVector<int64_t> pairDonated(func::FuncOp function) {
  SmallVector<int64_t> numbers, pairs;
  int64_t arguments = 0, results = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    numbers.push_back(isResult(function, i) ? results++ : arguments++);
  function.walk([&](memref::CopyOp copy) {
    if (copy->hasAttr(donatedAttrName))
      for (Value end : {copy.getTarget(), copy.getSource()})
        pairs.push_back(numbers[cast<BlockArgument>(end).getArgNumber()]);
  });
  return pairs;
}

static Attribute typesOf(func::FuncOp function, bool results, StringRef name) {
  if (Attribute noted = function->getAttr(name))
    return noted;
  SmallVector<Attribute> types;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (isResult(function, i) == results) {
      auto type = cast<MemRefType>(function.getArgument(i).getType());
      types.push_back(TypeAttr::get(
          RankedTensorType::get(type.getShape(), type.getElementType())));
    }
  return ArrayAttr::get(function.getContext(), types);
}

/// Returns the model's names of arguments, or of results; null if there are
/// none.
static ArrayAttr meaningsOf(func::FuncOp function, bool results) {
  SmallVector<Attribute> names;
  bool isAny = false;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (isResult(function, i) != results)
      continue;
    auto name = StringAttr::get(function.getContext(), "");
    for (StringRef kind : {"jax.result_info", "amp.state"})
      if (auto known = function.getArgAttrOfType<StringAttr>(i, kind))
        name = known;
    isAny |= !name.empty();
    names.push_back(name);
  }
  return isAny ? ArrayAttr::get(function.getContext(), names) : ArrayAttr();
}

static LLVM::LLVMFuncOp declare(func::FuncOp function) {
  OpBuilder builder(function);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Type> types(function.getNumArguments(), pointer);
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), types);
  auto host = LLVM::LLVMFuncOp::create(builder, function.getLoc(),
                                       function.getName(), type);
  for (StringRef name : {"amp.arguments", "amp.results"})
    host->setAttr(name, typesOf(function, name == "amp.results", name));
  if (Attribute memory = function->getAttr("amp.memory"))
    host->setAttr("amp.memory", memory);
  for (StringRef name : {"amp.argument_names", "amp.result_names"})
    if (ArrayAttr names = meaningsOf(function, name == "amp.result_names"))
      host->setAttr(name, names);
  SmallVector<int64_t> states = pairStates(function);
  SmallVector<int64_t> donated = pairDonated(function);
  if (!donated.empty())
    host->setAttr("amp.donated", builder.getDenseI64ArrayAttr(donated));
  if (!states.empty())
    host->setAttr("amp.states", builder.getDenseI64ArrayAttr(states));
  return host;
}

static LogicalResult convert(func::FuncOp function, RuntimeCalls &calls) {
  for (BlockArgument argument : function.getArguments())
    if (!isa<MemRefType>(argument.getType()))
      return function.emitError("expects buffers of static shape as arguments, "
                                "but got ")
             << argument.getType();
  LLVM::LLVMFuncOp host = declare(function);
  host.getBody().takeBody(function.getBody());
  HostCode code(calls);
  Block &entry = host.getBody().front();
  for (unsigned i = entry.getNumArguments(); i-- > 0;) {
    BlockArgument old = entry.getArgument(i);
    BlockArgument now = entry.insertArgument(
        i + 1, LLVM::LLVMPointerType::get(host.getContext()), old.getLoc());
    code.setPointer(old, now);
  }
  function.erase();
  if (failed(code.convertAll(entry)))
    return failure();
  for (unsigned i = entry.getNumArguments(); i > 0; i -= 2)
    entry.eraseArgument(i - 2);
  return success();
}

namespace {
struct HostToLlvm : amp::impl::HostToLlvmBase<HostToLlvm> {
  using Base::Base;

  void runOnOperation() override {
    RuntimeCalls calls(getOperation());
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal() && failed(convert(function, calls)))
        return signalPassFailure();
    for (Operation &op : llvm::make_early_inc_range(*getOperation().getBody()))
      if (isa<memref::GlobalOp>(op) || op.hasAttr(productAttrName) ||
          op.hasAttr(convolutionAttrName))
        op.erase();
  }
};
} // namespace
