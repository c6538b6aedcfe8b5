// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/ProgramGraph.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Callee and its number of executions per execution of the caller.
struct Callee {
  Operation *function;
  double trips;
};
using CalleeMap = llvm::MapVector<Operation *, SmallVector<Callee>>;
} // namespace

struct ProgramGraph::Builder {
  explicit Builder(ProgramGraph &graph) : graph(graph), symbols(graph.module) {}

  void add(Operation *op, Operation *function, bool inLoop, double trips);
  Operation *addCall(Operation *op);
  void addMentions(Operation *op, Operation *callee);
  void addInBody(Operation *op);
  void addCarriedValues(Operation *op, SmallVector<CarriedValue> carriedValues);
  void addFunctionCarriedValues();
  void countRuns();

  ProgramGraph &graph;
  SymbolTable symbols;
  CalleeMap mentioned; ///< by function, one entry per call or reference
  llvm::SmallDenseMap<OperationName, bool, 64> callLike;
};

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Operation *ProgramGraph::Builder::addCall(Operation *op) {
  auto [known, isNew] = callLike.try_emplace(op->getName(), false);
  if (isNew)
    known->second = isCallLike(op);
  auto callee = known->second ? findCallee(op, symbols) : FunctionOpInterface();
  if (callee) {
    graph.callees[op] = callee;
    graph.calls[callee].push_back(op);
  }
  return callee;
}

/// Ops without a callee may reference functions in any attribute.
void ProgramGraph::Builder::addMentions(Operation *op, Operation *callee) {
  if (callee) {
    graph.mentions[op].push_back(callee);
    return;
  }
  op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    if (auto callee =
            symbols.lookup<FunctionOpInterface>(symbol.getRootReference()))
      graph.mentions[op].push_back(callee);
    return WalkResult::skip();
  });
}

/// Returns true if ops of `row` may call or reference a function.
static bool mayMention(const OpRow *row) {
  return !row || row->opClass == OpClass::call ||
         row->opClass == OpClass::opaque;
}

/// Adds an op in a body; such ops do not count as calls of a function.
void ProgramGraph::Builder::addInBody(Operation *op) {
  if (mayMention(lookupRow(op)))
    addMentions(op, addCall(op));
}

// Topological order of the call graph. Functions on a cycle stay at 1.
static llvm::DenseMap<Operation *, double> countCalls(const CalleeMap &callees,
                                                      bool withTrips) {
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
    for (auto [callee, trips] : callees.lookup(caller)) {
      counts[callee] += counts[caller] * (withTrips ? trips : 1);
      if (--callsLeft[callee] == 0)
        ready.push_back(callee);
    }
  }
  for (auto [function, left] : callsLeft)
    if (left)
      counts[function] = 1;
  return counts;
}

void ProgramGraph::Builder::countRuns() {
  auto counts = countCalls(mentioned, /*withTrips=*/false);
  auto runs = countCalls(mentioned, /*withTrips=*/true);
  Operation *function = nullptr;
  double calls = 1, times = 1;
  for (PlacedOp &placed : graph.ops) {
    if (placed.function != function) {
      function = placed.function;
      calls = counts.lookup(function);
      times = runs.lookup(function);
    }
    placed.calls = calls;
    placed.times *= times;
  }
}

FunctionOpInterface ProgramGraph::calleeOf(Operation *op) const {
  return callees.lookup(op);
}

ArrayRef<Operation *> ProgramGraph::callsOf(Operation *function) const {
  auto known = calls.find(function);
  return known == calls.end() ? ArrayRef<Operation *>() : known->second;
}

ArrayRef<Operation *> ProgramGraph::mentionsOf(Operation *op) const {
  auto known = mentions.find(op);
  return known == mentions.end() ? ArrayRef<Operation *>() : known->second;
}

//===----------------------------------------------------------------------===//
// Carried values and slots
//===----------------------------------------------------------------------===//

void ProgramGraph::Builder::addCarriedValues(
    Operation *op, SmallVector<CarriedValue> carriedValues) {
  unsigned first = graph.carriedValues.size();
  for (CarriedValue &carried : carriedValues) {
    unsigned number = graph.carriedValues.size();
    carried.owner = op;
    for (Value value : carried.values)
      graph.carriedByValue[value] = number;
    for (OpOperand *input : carried.inputs)
      graph.carriedByInput[input] = number;
    graph.carriedValues.push_back(std::move(carried));
  }
  if (!carriedValues.empty())
    graph.carriedByOp[op] = {first, graph.carriedValues.size()};
}

void ProgramGraph::Builder::addFunctionCarriedValues() {
  for (const auto &[op, called] : mentioned)
    if (auto function = dyn_cast<FunctionOpInterface>(op);
        function && !function.isExternal() && !graph.callsOf(op).empty())
      addCarriedValues(op, findCarriedValues(function, graph.callsOf(op)));
}

ArrayRef<unsigned> ProgramGraph::firstSlots() const {
  if (!slots.empty())
    return slots;
  slots.reserve(ops.size() + 1);
  unsigned next = 0;
  for (const PlacedOp &placed : ops) {
    slots.push_back(next);
    if (placed.op == placed.function || carriesValues(placed.row))
      next += carriedValuesOf(placed.op).size();
    else if (placed.row)
      next += numSlots(placed.op, *placed.row);
  }
  slots.push_back(next);
  return slots;
}

ArrayRef<CarriedValue> ProgramGraph::carriedValuesOf(Operation *op) const {
  auto [first, last] = carriedByOp.lookup(op);
  return ArrayRef(carriedValues).slice(first, last - first);
}

const CarriedValue *ProgramGraph::carriedValueOf(Value value) const {
  auto known = carriedByValue.find(value);
  return known == carriedByValue.end() ? nullptr
                                       : &carriedValues[known->second];
}

const CarriedValue *ProgramGraph::carriedValueOf(OpOperand &input) const {
  auto known = carriedByInput.find(&input);
  return known == carriedByInput.end() ? nullptr
                                       : &carriedValues[known->second];
}

std::optional<ValueRange> ProgramGraph::aliasesOf(OpOperand &input) const {
  Operation *op = input.getOwner();
  const OpRow *row = lookupRow(op);
  bool isEnd = isTerminator(op);
  if (!isEnd && !carriesValues(row) && !isCall(row) &&
      (!row || row->opClass != OpClass::control))
    return std::nullopt;
  const CarriedValue *carried = carriedValueOf(input);
  bool isReturned =
      isEnd && carried && isa<FunctionOpInterface>(carried->owner);
  return carried && !isReturned ? ValueRange(carried->values) : ValueRange();
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

void ProgramGraph::Builder::add(Operation *op, Operation *function, bool inLoop,
                                double trips) {
  const OpRow *row = lookupRow(op);
  graph.ops.push_back({op, row, function, nullptr, 1, inLoop, trips});
  if (op == function) {
    graph.positions[op] = graph.ops.size() - 1;
    mentioned[function];
  } else if (mayMention(row)) {
    addMentions(op, graph.ops.back().callee = addCall(op));
    for (Operation *callee : graph.mentionsOf(op))
      mentioned[function].push_back({callee, trips});
  }
  if (op->getNumRegions() == 0) {
    if (carriesValues(row))
      addCarriedValues(op, findAllCarriedValues(op));
    return;
  }
  if (row && row->regions == RegionRule::body) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) { addInBody(inner); });
    return;
  }
  addCarriedValues(op, findAllCarriedValues(op));
  bool loops = row && row->regions == RegionRule::loop;
  if (loops)
    trips *= findTripCount(op).value_or(1);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      add(&inner, function, inLoop || loops, trips);
}

ProgramGraph::ProgramGraph(Operation *module) : module(cast<ModuleOp>(module)) {
  Builder builder(*this);
  for (Operation &top : *this->module.getBody())
    builder.add(&top, &top, /*inLoop=*/false, /*trips=*/1);
  builder.addFunctionCarriedValues();
  builder.countRuns();
}

llvm::SetVector<Value>
amp::reachForward(ValueRange from, function_ref<ValueRange(OpOperand &)> next) {
  llvm::SetVector<Value> reached(from.begin(), from.end());
  for (size_t i = 0; i < reached.size(); ++i) {
    Value value = reached[i]; // `reached` may reallocate
    for (OpOperand &use : value.getUses()) {
      ValueRange values = next(use);
      reached.insert(values.begin(), values.end());
    }
  }
  return reached;
}
