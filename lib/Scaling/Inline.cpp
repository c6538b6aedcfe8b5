// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = call @gradients(%0)   ==>   %1 = amp.gradients "main" %0
#include "lib/Scaling/Inline.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
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
      StringAttr name = findCallee(op);
      Operation *callee = name ? symbols.lookup(name) : nullptr;
      if (callee == function && !found)
        found = op;
      if (callee)
        reached.insert(callee);
    });
  return recursion[function] = found;
}

LogicalResult Inliner::inlineCall(Operation *call, FunctionOpInterface callee) {
  Region &body = callee.getFunctionBody();
  if (Operation *inner = findRecursion(callee)) {
    InFlightDiagnostic error = inner->emitError();
    error << "expects no recursion in a marked step, but '" << callee.getName()
          << "' calls itself; write it as a loop (stablehlo.while)";
    error.attachNote(call->getLoc()) << "marks or scaled values get there here";
    return error;
  }
  if (!body.hasOneBlock() || call->getNumOperands() != body.getNumArguments() ||
      call->getNumResults() != body.front().back().getNumOperands())
    return call->emitError() << "expects a function of one block where marks "
                                "or scaled values are, but '"
                             << callee.getName() << "' is none";
  OpBuilder builder(call);
  IRMapping map;
  map.map(body.getArguments(), call->getOperands());
  for (Operation &op : body.front().without_terminator())
    builder.clone(op, map);
  for (auto [result, returned] :
       llvm::zip_equal(call->getResults(), body.front().back().getOperands()))
    result.replaceAllUsesWith(map.lookupOrDefault(returned));
  call->erase();
  return success();
}

/// Functions with marks in them, or in what they call.
static llvm::SmallPtrSet<Operation *, 8> findMarked(ModuleOp module,
                                                    const CallMap &calls) {
  llvm::SmallPtrSet<Operation *, 8> marked;
  SmallVector<Operation *> work;
  auto visit = [&](Operation *inside) {
    Operation *function = inside->getParentOfType<FunctionOpInterface>();
    if (function && marked.insert(function).second)
      work.push_back(function);
  };
  module.walk([&](Operation *op) {
    if (isa<LossOp, SeedOp, GradientsOp, StateOp>(op))
      visit(op);
  });
  while (!work.empty())
    for (Operation *call : calls.lookup(work.pop_back_val()))
      visit(call);
  return marked;
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
  // Inlined functions may call marked functions, too.
  for (;;) {
    SmallVector<std::pair<Operation *, FunctionOpInterface>> calls;
    function.walk([&](Operation *op) {
      StringAttr name = findCallee(op);
      auto callee = name ? symbols.lookup<FunctionOpInterface>(name) : nullptr;
      if (callee && marked.contains(callee))
        calls.push_back({op, callee});
    });
    if (calls.empty())
      break;
    for (auto [call, callee] : calls) {
      if (failed(inliner.inlineCall(call, callee)))
        return failure();
      inlined.insert(callee);
    }
  }
  for (Operation *callee : inlined)
    if (cast<FunctionOpInterface>(callee).isPrivate() &&
        SymbolTable::symbolKnownUseEmpty(callee, module))
      callee->erase();
  return success();
}

void amp::scaling::inlineAllCalls(FunctionOpInterface function) {
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  Inliner inliner(symbols);
  for (;;) {
    SmallVector<std::pair<Operation *, FunctionOpInterface>> calls;
    function.walk([&](CallOpInterface call) {
      StringAttr name = findCallee(call);
      auto callee = name ? symbols.lookup<FunctionOpInterface>(name) : nullptr;
      if (callee && callee.getFunctionBody().hasOneBlock() &&
          !inliner.findRecursion(callee))
        calls.push_back({call, callee});
    });
    bool isDone = true;
    for (auto [call, callee] : calls)
      isDone &= failed(inliner.inlineCall(call, callee));
    if (isDone)
      return;
  }
}
