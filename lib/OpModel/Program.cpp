// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Program.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

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

namespace {
using CalleeMap = llvm::MapVector<Operation *, SmallVector<Operation *>>;

struct Lister {
  explicit Lister(ModuleOp module) : symbols(module) {}

  void list(Operation *op, Operation *function, bool inLoop);

  SymbolTable symbols;
  Program program;
  CalleeMap callees; ///< of each function, as often as they are called
};
} // namespace

void Lister::list(Operation *op, Operation *function, bool inLoop) {
  const OpRow *row = lookupRow(op);
  program.push_back({op, row, function, 1, inLoop});
  if (op == function)
    callees[function];
  else if (mayCall(row))
    llvm::append_range(callees[function], calleesOf(op, row, symbols));
  if (row && row->regions == RegionRule::body)
    return;
  bool loops = row && row->regions == RegionRule::loop;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      list(&inner, function, inLoop || loops);
}

// Callers before callees; what lies on a cycle is never ready and stays at 1.
static llvm::DenseMap<Operation *, double>
countCalls(const CalleeMap &callees) {
  llvm::DenseMap<Operation *, double> counts;
  llvm::DenseMap<Operation *, unsigned> callsLeft;
  for (const auto &[caller, called] : callees) {
    auto function = dyn_cast<FunctionOpInterface>(caller);
    counts[caller] = !function || function.isPublic();
    for (Operation *callee : called)
      ++callsLeft[callee];
  }
  SmallVector<Operation *> ready;
  for (const auto &[function, called] : callees)
    if (!callsLeft.lookup(function))
      ready.push_back(function);
  while (!ready.empty()) {
    Operation *caller = ready.pop_back_val();
    for (Operation *callee : callees.lookup(caller)) {
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

Program amp::listProgram(ModuleOp module) {
  Lister lister(module);
  for (Operation &top : *module.getBody())
    lister.list(&top, &top, /*inLoop=*/false);
  llvm::DenseMap<Operation *, double> counts = countCalls(lister.callees);
  Operation *function = nullptr;
  double calls = 1;
  for (PlacedOp &placed : lister.program) {
    if (placed.function != function) {
      function = placed.function;
      calls = counts.lookup(function);
    }
    placed.calls = calls;
  }
  return std::move(lister.program);
}
