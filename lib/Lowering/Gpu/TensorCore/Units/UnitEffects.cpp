// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

Value mlir::amp::lowering::wholeOf(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

bool BufferEffects::conflictsWith(const BufferEffects &other) const {
  auto meet = [](const auto &a, const auto &b) {
    return llvm::any_of(a, [&](Value value) { return b.contains(value); });
  };
  return meet(writes, other.reads) || meet(writes, other.writes) ||
         meet(reads, other.writes);
}

UnitEffects::Argument UnitEffects::usesOf(Value value) {
  Argument result;
  for (OpOperand &use : value.getUses()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(use.getOwner());
    Argument part{true, true};
    if (isa<ViewLikeOpInterface>(use.getOwner()))
      part = usesOf(use.getOwner()->getResult(0));
    else if (linalgOp)
      part = {linalgOp.payloadUsesValueFromOperand(&use),
              linalgOp.isDpsInit(&use)};
    else if (isa<memref::LoadOp>(use.getOwner()))
      part = {true, false};
    result.isRead |= part.isRead;
    result.isWritten |= part.isWritten;
  }
  return result;
}

ArrayRef<UnitEffects::Argument> UnitEffects::argumentsOf(func::FuncOp unit) {
  SmallVector<Argument> &arguments = known[unit];
  if (arguments.empty())
    for (Value argument : unit.getArguments())
      arguments.push_back(usesOf(argument));
  return arguments;
}

BufferEffects UnitEffects::of(Operation *op) {
  BufferEffects effects;
  auto add = [&](Value value, Argument how) {
    if (!isa<BaseMemRefType>(value.getType()))
      return;
    if (how.isRead)
      effects.reads.insert(wholeOf(value));
    if (how.isWritten)
      effects.writes.insert(wholeOf(value));
  };
  if (isa<memref::AllocOp, ViewLikeOpInterface>(op) || isMemoryEffectFree(op))
    return effects;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto unit = symbols.lookup<func::FuncOp>(call.getCallee());
    if (unit && unit->hasAttr("amp.unit") && !unit.isExternal()) {
      for (auto [value, how] : llvm::zip(call.getOperands(), argumentsOf(unit)))
        add(value, how);
      return effects;
    }
  }
  op->walk([&](Operation *inner) {
    bool onlyReads = isa<memref::LoadOp>(inner);
    for (Value value : inner->getOperands())
      add(value, {true, !onlyReads});
  });
  return effects;
}
