// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = call @gradients(%0)   ==>   %1 = amp.gradients "main" %0
#include "lib/Scaling/Inline.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

Operation *Inliner::findRecursion(FunctionOpInterface function) {
  auto [known, isNew] = recursion.try_emplace(function, nullptr);
  if (!isNew)
    return known->second;
  llvm::SetVector<Operation *> reached;
  reached.insert(function);
  Operation *found = nullptr;
  for (unsigned i = 0; i < reached.size() && !found; ++i)
    reached[i]->walk([&](Operation *op) {
      Operation *callee = findCallee(op, symbols);
      if (callee == function && !found)
        found = op;
      if (callee)
        reached.insert(callee);
    });
  return recursion[function] = found;
}

LogicalResult Inliner::inlineCall(Operation *call, FunctionOpInterface callee) {
  if (Operation *inner = findRecursion(callee)) {
    InFlightDiagnostic error = inner->emitError();
    error << "expects no recursion in a marked step, but '" << callee.getName()
          << "' calls itself; write it as a loop (stablehlo.while)";
    error.attachNote(call->getLoc()) << "marks or scaled values get there here";
    return error;
  }
  if (!canReplace(callee, call))
    return call->emitError() << "expects a function of one block where marks "
                                "or scaled values are, but '"
                             << callee.getName() << "' is none";
  OpBuilder builder(call);
  call->replaceAllUsesWith(cloneBody(callee, call->getOperands(), builder));
  call->erase();
  return success();
}

LogicalResult Inliner::inlineCalls(ArrayRef<Operation *> calls) {
  for (Operation *call : calls)
    if (failed(inlineCall(call, findCallee(call, symbols))))
      return failure();
  return success();
}

LogicalResult Inliner::inlineCalls(FunctionOpInterface function,
                                   function_ref<bool(Operation *)> wants) {
  // Inlined bodies may contain further such calls.
  for (;;) {
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (isCallLike(op) && findCallee(op, symbols) && wants(op))
        calls.push_back(op);
    });
    if (calls.empty() || failed(inlineCalls(calls)))
      return failure(!calls.empty());
  }
}

/// Returns the functions that contain marks, directly or in their callees.
static llvm::SmallPtrSet<Operation *, 8> findMarked(ModuleOp module,
                                                    const CallMap &calls) {
  return findHolders(listMarkOps(module), calls);
}

LogicalResult amp::scaling::inlineMarkedCalls(FunctionOpInterface function) {
  auto module = function->getParentOfType<ModuleOp>();
  CallMap callMap = findCalls(module);
  llvm::SmallPtrSet<Operation *, 8> marked = findMarked(module, callMap);
  if (!marked.contains(function))
    return success();
  if (callMap.contains(function))
    return function.emitError()
           << "expects a step that the module does not call itself: its "
              "signature changes";
  if (marked.size() == 1)
    return success();
  SymbolTable symbols(module);
  Inliner inliner(symbols);
  llvm::SmallPtrSet<Operation *, 8> inlined;
  auto isMarked = [&](Operation *call) {
    Operation *callee = findCallee(call, symbols);
    if (marked.contains(callee))
      inlined.insert(callee);
    return marked.contains(callee);
  };
  if (failed(inliner.inlineCalls(function, isMarked)))
    return failure();
  for (Operation *callee : inlined)
    if (cast<FunctionOpInterface>(callee).isPrivate() &&
        SymbolTable::symbolKnownUseEmpty(callee, module))
      callee->erase();
  return success();
}

void amp::scaling::inlineAllCalls(FunctionOpInterface function) {
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  Inliner inliner(symbols);
  (void)inliner.inlineCalls(function, [&](Operation *call) {
    FunctionOpInterface callee = findCallee(call, symbols);
    return !findCompositeName(call) && canReplace(callee, call) &&
           !inliner.findRecursion(callee);
  });
}
