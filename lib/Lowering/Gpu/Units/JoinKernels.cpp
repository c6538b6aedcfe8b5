// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gpu.module @kernels_0 attributes {ptx = "..."}, gpu.module @kernels_1 ...
//   ==>   gpu.binary @kernels [#gpu.object<... assembly = "...">]
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Ptx/Ptx.h"
#include "lib/Lowering/Gpu/Time/Work.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_JOINKERNELS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Moves the work counts of the parts' kernels to `whole`.
static void joinWork(ArrayRef<gpu::GPUModuleOp> parts, gpu::BinaryOp whole) {
  NamedAttrList work;
  for (gpu::GPUModuleOp part : parts)
    if (auto counted = part->getAttrOfType<DictionaryAttr>(workAttrName))
      work.append(counted.getValue());
  if (!work.empty())
    whole->setAttr(workAttrName, work.getDictionary(whole.getContext()));
}

/// Joins the PTX of the parts into a gpu.binary. Fails if definitions conflict.
static LogicalResult joinPtx(StringAttr name,
                             ArrayRef<gpu::GPUModuleOp> parts) {
  PtxJoiner joiner;
  for (gpu::GPUModuleOp part : parts) {
    std::string error =
        joiner.add(part->getAttrOfType<StringAttr>(ptxAttrName).getValue());
    if (!error.empty())
      return part.emitError(error);
  }
  gpu::GPUModuleOp first = parts.front();
  std::string text = joiner.take();
  SmallVector<char, 0> bytes(text.begin(), text.end());
  bytes.push_back('\0');
  auto target = cast<gpu::TargetAttrInterface>(first.getTargetsAttr()[0]);
  gpu::TargetOptions options({}, {}, {}, {}, gpu::CompilationTarget::Assembly);
  Attribute object = target.createObject(first, bytes, options);
  OpBuilder builder(first);
  auto whole = gpu::BinaryOp::create(builder, first.getLoc(), name, nullptr,
                                     builder.getArrayAttr({object}));
  joinWork(parts, whole);
  for (gpu::GPUModuleOp part : parts)
    part.erase();
  return success();
}

/// Moves the ops of all parts back into one module.
static void joinOps(StringAttr name, ArrayRef<gpu::GPUModuleOp> parts) {
  gpu::GPUModuleOp whole = parts.front();
  for (gpu::GPUModuleOp part : parts.drop_front()) {
    SymbolTable symbols(whole);
    for (Operation &op : llvm::make_early_inc_range(*part.getBody()))
      if (!symbols.lookup(SymbolTable::getSymbolName(&op)))
        op.moveBefore(whole.getBody(), whole.getBody()->end());
    part.erase();
  }
  whole->removeAttr(partAttrName);
  whole.setSymNameAttr(name);
}

namespace {
struct JoinKernels : amp::impl::JoinKernelsBase<JoinKernels> {
  using Base::Base;

  void runOnOperation() override {
    llvm::MapVector<StringAttr, SmallVector<gpu::GPUModuleOp>> wholes;
    for (auto part : getOperation().getOps<gpu::GPUModuleOp>())
      if (auto name = part->getAttrOfType<StringAttr>(partAttrName))
        wholes[name].push_back(part);
    for (auto &[name, parts] : wholes)
      if (!parts.front()->hasAttr(ptxAttrName))
        joinOps(name, parts);
      else if (failed(joinPtx(name, parts)))
        return signalPassFailure();
  }
};
} // namespace
