// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/ProgramGraph.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A function that is called, and how often in one run of the caller.
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
  void addJoints(Operation *op, SmallVector<Joint> joints);
  void addFunctionJoints();
  void countRuns();

  ProgramGraph &graph;
  SymbolTable symbols;
  CalleeMap mentioned; ///< by each function, as often as it mentions them
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

/// Ops without a callee may mention functions in any attribute.
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

/// Ops of other classes run and mention no function.
static bool mayMention(const OpRow *row) {
  return !row || row->opClass == OpClass::call ||
         row->opClass == OpClass::opaque;
}

/// Ops of bodies count for no run of a function.
void ProgramGraph::Builder::addInBody(Operation *op) {
  if (mayMention(lookupRow(op)))
    addMentions(op, addCall(op));
}

// Callers before callees; what lies on a cycle is never ready and stays at 1.
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
// Joints and slots
//===----------------------------------------------------------------------===//

void ProgramGraph::Builder::addJoints(Operation *op,
                                      SmallVector<Joint> joints) {
  unsigned first = graph.joints.size();
  for (Joint &joint : joints) {
    unsigned number = graph.joints.size();
    joint.owner = op;
    for (Value value : joint.values)
      graph.jointsByValue[value] = number;
    for (OpOperand *input : joint.inputs)
      graph.jointsByInput[input] = number;
    graph.joints.push_back(std::move(joint));
  }
  if (!joints.empty())
    graph.jointsByOp[op] = {first, graph.joints.size()};
}

void ProgramGraph::Builder::addFunctionJoints() {
  for (const auto &[op, called] : mentioned)
    if (auto function = dyn_cast<FunctionOpInterface>(op);
        function && !function.isExternal() && !graph.callsOf(op).empty())
      addJoints(op, findJoints(function, graph.callsOf(op)));
}

ArrayRef<unsigned> ProgramGraph::firstSlots() const {
  if (!slots.empty())
    return slots;
  slots.reserve(ops.size() + 1);
  unsigned next = 0;
  for (const PlacedOp &placed : ops) {
    slots.push_back(next);
    if (placed.op == placed.function || handsOn(placed.row))
      next += jointsOf(placed.op).size();
    else if (placed.row)
      next += numSlots(placed.op, *placed.row);
  }
  slots.push_back(next);
  return slots;
}

ArrayRef<Joint> ProgramGraph::jointsOf(Operation *op) const {
  auto [first, last] = jointsByOp.lookup(op);
  return ArrayRef(joints).slice(first, last - first);
}

const Joint *ProgramGraph::jointOf(Value value) const {
  auto known = jointsByValue.find(value);
  return known == jointsByValue.end() ? nullptr : &joints[known->second];
}

const Joint *ProgramGraph::jointOf(OpOperand &input) const {
  auto known = jointsByInput.find(&input);
  return known == jointsByInput.end() ? nullptr : &joints[known->second];
}

std::optional<ValueRange> ProgramGraph::aliasesOf(OpOperand &input) const {
  Operation *op = input.getOwner();
  const OpRow *row = lookupRow(op);
  bool isEnd = isTerminator(op);
  if (!isEnd && !handsOn(row) && !isCall(row) &&
      (!row || row->opClass != OpClass::control))
    return std::nullopt;
  const Joint *joint = jointOf(input);
  bool isReturned = isEnd && joint && isa<FunctionOpInterface>(joint->owner);
  return joint && !isReturned ? ValueRange(joint->values) : ValueRange();
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
    if (handsOn(row))
      addJoints(op, findHandovers(op));
    return;
  }
  if (row && row->regions == RegionRule::body) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) { addInBody(inner); });
    return;
  }
  addJoints(op, findHandovers(op));
  bool loops = row && row->regions == RegionRule::loop;
  if (loops)
    trips *= countTurns(op).value_or(1);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      add(&inner, function, inLoop || loops, trips);
}

ProgramGraph::ProgramGraph(Operation *module) : module(cast<ModuleOp>(module)) {
  Builder builder(*this);
  for (Operation &top : *this->module.getBody())
    builder.add(&top, &top, /*inLoop=*/false, /*trips=*/1);
  builder.addFunctionJoints();
  builder.countRuns();
}

llvm::SetVector<Value>
amp::reachForward(ValueRange from, function_ref<ValueRange(OpOperand &)> next) {
  llvm::SetVector<Value> reached(from.begin(), from.end());
  for (size_t i = 0; i < reached.size(); ++i) {
    Value value = reached[i]; // `reached` may move
    for (OpOperand &use : value.getUses()) {
      ValueRange values = next(use);
      reached.insert(values.begin(), values.end());
    }
  }
  return reached;
}
