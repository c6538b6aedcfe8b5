// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Program.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns true if an op of this row can mention a function.
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
/// A function that is called, and how often in one run of the caller.
struct Callee {
  Operation *function;
  double turns;
};
using CalleeMap = llvm::MapVector<Operation *, SmallVector<Callee>>;

struct Lister {
  explicit Lister(ModuleOp module) : symbols(module) {}

  void list(Operation *op, Operation *function, bool inLoop, double turns);

  SymbolTable symbols;
  Program program;
  CalleeMap callees; ///< of each function, as often as they are called
};
} // namespace

void Lister::list(Operation *op, Operation *function, bool inLoop,
                  double turns) {
  const OpRow *row = lookupRow(op);
  program.push_back({op, row, function, 1, inLoop, turns});
  if (op == function)
    callees[function];
  else if (mayCall(row))
    for (Operation *callee : calleesOf(op, row, symbols))
      callees[function].push_back({callee, turns});
  if (row && row->regions == RegionRule::body)
    return;
  bool loops = row && row->regions == RegionRule::loop;
  if (loops)
    turns *= countTurns(op).value_or(1);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      list(&inner, function, inLoop || loops, turns);
}

// Callers before callees; what lies on a cycle is never ready and stays at 1.
static llvm::DenseMap<Operation *, double> countCalls(const CalleeMap &callees,
                                                      bool withTurns) {
  llvm::DenseMap<Operation *, double> counts;
  llvm::DenseMap<Operation *, unsigned> callsLeft;
  for (const auto &[caller, called] : callees) {
    auto function = dyn_cast<FunctionOpInterface>(caller);
    counts[caller] = !function || function.isPublic();
    for (const Callee &callee : called)
      ++callsLeft[callee.function];
  }
  SmallVector<Operation *> ready;
  for (const auto &[function, called] : callees)
    if (!callsLeft.lookup(function))
      ready.push_back(function);
  while (!ready.empty()) {
    Operation *caller = ready.pop_back_val();
    for (auto [callee, turns] : callees.lookup(caller)) {
      counts[callee] += counts[caller] * (withTurns ? turns : 1);
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
    lister.list(&top, &top, /*inLoop=*/false, /*turns=*/1);
  auto counts = countCalls(lister.callees, /*withTurns=*/false);
  auto runs = countCalls(lister.callees, /*withTurns=*/true);
  Operation *function = nullptr;
  double calls = 1, times = 1;
  for (PlacedOp &placed : lister.program) {
    if (placed.function != function) {
      function = placed.function;
      calls = counts.lookup(function);
      times = runs.lookup(function);
    }
    placed.calls = calls;
    placed.times *= times;
  }
  return std::move(lister.program);
}
