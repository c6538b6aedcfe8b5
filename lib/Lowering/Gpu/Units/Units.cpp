// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

Value amp::lowering::bufferOf(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

bool amp::lowering::isPlain(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.hasStaticShape() && memref.getLayout().isIdentity();
}

bool amp::lowering::isScalarNest(Operation *op) {
  if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op) || op->getNumResults())
    return false;
  bool accesses = false;
  WalkResult walk = op->walk([&](Operation *inner) {
    accesses |= isa<memref::StoreOp>(inner);
    if (isa<linalg::LinalgOp, memref::CopyOp, memref::AllocOp>(inner))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return accesses && !walk.wasInterrupted();
}

static void addEffects(Operation *op, Effects &effects) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return;
  SmallVector<MemoryEffects::EffectInstance> list;
  interface.getEffects(list);
  for (MemoryEffects::EffectInstance &effect : list) {
    Value value = effect.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType()))
      continue;
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      effects.reads.insert(bufferOf(value));
    if (isa<MemoryEffects::Write>(effect.getEffect()))
      effects.writes.insert(bufferOf(value));
  }
}

llvm::SmallPtrSet<Value, 8> amp::lowering::loadedFor(Operation *op) {
  llvm::SmallPtrSet<Value, 8> buffers;
  SmallVector<Value> work;
  op->walk([&](Operation *inner) {
    llvm::append_range(work, inner->getOperands());
  });
  llvm::SmallPtrSet<Value, 16> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *source = value.getDefiningOp();
    if (!source || !seen.insert(value).second || op->isAncestor(source))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(source))
      buffers.insert(bufferOf(load.getMemRef()));
    else if (source->getNumRegions() || isa<memref::AllocOp>(source))
      continue;
    llvm::append_range(work, source->getOperands());
  }
  return buffers;
}

Effects amp::lowering::effectsOf(Operation *op) {
  Effects effects;
  op->walk([&](Operation *inner) { addEffects(inner, effects); });
  // Loops that carry buffers read and write their operands.
  op->walk([&](Operation *inner) {
    if (inner->getNumRegions() && isa<scf::SCFDialect>(inner->getDialect()))
      for (Value operand : inner->getOperands())
        if (isa<BaseMemRefType>(operand.getType())) {
          effects.reads.insert(bufferOf(operand));
          effects.writes.insert(bufferOf(operand));
        }
  });
  // Scalars are loaded earlier, from buffers that other ops may write.
  for (Value buffer : loadedFor(op))
    effects.reads.insert(buffer);
  return effects;
}

static bool meet(const llvm::SmallPtrSet<Value, 8> &a,
                 const llvm::SmallPtrSet<Value, 8> &b) {
  return llvm::any_of(a, [&](Value value) { return b.contains(value); });
}

bool amp::lowering::conflict(const Effects &a, const Effects &b) {
  return meet(a.writes, b.writes) || meet(a.writes, b.reads) ||
         meet(a.reads, b.writes);
}

/// Returns true if `op` overwrites all of `buffer` without reading it.
static bool overwrites(linalg::LinalgOp op, Value buffer) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &out) {
    return out.get() == buffer && !op.payloadUsesValueFromOperand(&out) &&
           op.getMatchingIndexingMap(&out).isPermutation();
  });
}

void amp::lowering::privatizeBuffers(ArrayRef<Operation *> ops) {
  SetVector<Value> buffers;
  for (Operation *op : ops)
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      for (Value out : linalgOp.getDpsInits())
        if (auto alloc = out.getDefiningOp<memref::AllocOp>();
            alloc && alloc->getBlock() == op->getBlock())
          buffers.insert(out);
  for (Value buffer : buffers) {
    const auto *first = llvm::find_if(ops, [&](Operation *op) {
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      return linalgOp && overwrites(linalgOp, buffer);
    });
    if (first == ops.end() ||
        !llvm::all_of(buffer.getUsers(), [&](Operation *user) {
          return llvm::is_contained(ops, user) ||
                 (isa<linalg::LinalgOp, func::CallOp, memref::CopyOp>(user) &&
                  user->getBlock() == (*first)->getBlock() &&
                  user->isBeforeInBlock(*first));
        }))
      continue;
    OpBuilder builder(ops.front());
    Value own = memref::AllocOp::create(builder, (*first)->getLoc(),
                                        cast<MemRefType>(buffer.getType()));
    for (Operation *op : ArrayRef(first, ops.end()))
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get() == buffer &&
            (op != *first || cast<linalg::LinalgOp>(op).isDpsInit(&operand)))
          operand.set(own);
  }
}
