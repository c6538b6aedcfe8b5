// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @f(%a)                     ==>   the argument of @f
// linalg.generic ins(%a) {^bb0(%in): …}   ==>   %in
#include "tools/amp-run/Inputs/Uses.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

Uses::Uses(ModuleOp module) {
  module.walk([&](Operation *op) {
    if (func::FuncOp callee = calleeOf(op))
      callsOf[callee].push_back(op);
  });
}

func::FuncOp Uses::calleeOf(Operation *call) {
  StringAttr callee = findCallee(call);
  auto function =
      callee ? symbols.lookupNearestSymbolFrom<func::FuncOp>(call, callee)
             : nullptr;
  return function && !function.isExternal() ? function : nullptr;
}

/// Adds the values in and around the user that equal the operand.
void Uses::followUse(OpOperand &use, llvm::SmallVectorImpl<Value> &work) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (func::FuncOp callee = calleeOf(op)) {
    work.push_back(callee.getArgument(number));
  } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    work.push_back(structured.getMatchingBlockArgument(&use));
  } else if (isHlo(op, OpKind::while_)) {
    for (Region &region : op->getRegions())
      work.push_back(region.getArgument(number));
  } else if (op->hasTrait<OpTrait::ReturnLike>()) {
    Operation *around = op->getParentOp();
    for (Operation *call : callsOf.lookup(around))
      work.push_back(call->getResult(number));
    bool isBody =
        isa<linalg::LinalgOp>(around) || isHlo(around, OpKind::while_);
    if (isBody && number < around->getNumResults())
      work.push_back(around->getResult(number));
  }
}

void Uses::visit(Value value, llvm::function_ref<bool(Operation *)> moves,
                 llvm::function_ref<void(OpOperand &)> visit) {
  llvm::SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (OpOperand &use : next.getUses()) {
      visit(use);
      if (moves(use.getOwner()))
        llvm::append_range(work, use.getOwner()->getResults());
      else
        followUse(use, work);
    }
  }
}

llvm::SmallVector<Value> Uses::sourcesOf(Value value) {
  llvm::SmallVector<Value> sources;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    if (func::FuncOp callee = calleeOf(value.getDefiningOp()))
      sources.push_back(callee.getBody().front().getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber()));
    return sources;
  }
  Operation *around = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (isa<func::FuncOp>(around))
    for (Operation *call : callsOf.lookup(around))
      sources.push_back(call->getOperand(number));
  else if (isa<linalg::LinalgOp>(around) || isHlo(around, OpKind::while_))
    sources.push_back(around->getOperand(number));
  return sources;
}
