// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Summary.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// Every mention of a function in the body of another, repeated as often as it
/// occurs: calls, composites, custom calls.
static SmallVector<Operation *> findCallees(FunctionOpInterface function,
                                            const SymbolTable &symbols) {
  SmallVector<Operation *> callees;
  auto uses = SymbolTable::getSymbolUses(&function.getFunctionBody());
  if (!uses)
    return callees;
  for (const SymbolTable::SymbolUse &use : *uses)
    if (Operation *callee =
            symbols.lookup(use.getSymbolRef().getRootReference()))
      callees.push_back(callee);
  return callees;
}

// Callers before callees; what lies on a cycle is never ready and stays at 1.
llvm::DenseMap<Operation *, double> amp::countCalls(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::DenseMap<Operation *, double> counts;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
  llvm::DenseMap<Operation *, unsigned> callsLeft;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    counts[function] = SymbolTable::getSymbolVisibility(function) ==
                       SymbolTable::Visibility::Public;
    callees[function] = findCallees(function, symbols);
    for (Operation *callee : callees[function])
      ++callsLeft[callee];
  }

  SmallVector<Operation *> ready;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!callsLeft.lookup(function))
      ready.push_back(function);
  while (!ready.empty()) {
    Operation *caller = ready.pop_back_val();
    for (Operation *callee : callees[caller]) {
      counts[callee] += counts[caller];
      if (--callsLeft[callee] == 0)
        ready.push_back(callee);
    }
  }
  for (auto [function, left] : callsLeft)
    if (left)
      counts[function] = 1;
  return counts;
}
