// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Walk.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether an op of this row can mention a function at all.
static bool mayCall(const OpRow *row) {
  return !row || row->opClass == OpClass::call ||
         row->opClass == OpClass::opaque;
}

SmallVector<Operation *, 1> amp::calleesOf(Operation *op, const OpRow *row,
                                           const SymbolTable &symbols) {
  SmallVector<Operation *, 1> callees;
  if (!mayCall(row) || isa<FunctionOpInterface>(op))
    return callees;
  op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    if (auto callee =
            symbols.lookup<FunctionOpInterface>(symbol.getRootReference()))
      callees.push_back(callee);
    return WalkResult::skip();
  });
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
    SmallVector<Operation *> &known = callees[function];
    function->walk([&](Operation *op) {
      llvm::append_range(known, calleesOf(op, lookupRow(op), symbols));
    });
    for (Operation *callee : known)
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

static void visitInside(const PlacedOp &around,
                        function_ref<void(const PlacedOp &)> visit) {
  if (around.row && around.row->regions == RegionRule::body)
    return;
  bool loops = around.row && around.row->regions == RegionRule::loop;
  for (Region &region : around.op->getRegions())
    for (Operation &inner : region.getOps()) {
      PlacedOp placed{&inner, lookupRow(&inner), around.function, around.calls,
                      around.inLoop || loops};
      visit(placed);
      visitInside(placed, visit);
    }
}

void amp::walkProgram(ModuleOp module,
                      function_ref<void(const PlacedOp &)> visit) {
  llvm::DenseMap<Operation *, double> calls = countCalls(module);
  for (Operation &top : *module.getBody()) {
    auto known = calls.find(&top);
    PlacedOp placed{&top, lookupRow(&top), &top,
                    known == calls.end() ? 1 : known->second, false};
    visit(placed);
    visitInside(placed, visit);
  }
}
