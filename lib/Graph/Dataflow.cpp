// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots and edges of a region: the result and arguments of a loop share a slot.
// Its sources are the initial value and the yielded value.
#include "lib/Graph/Dataflow.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Traits.h"

using namespace mlir;
using namespace mlir::amp;

unsigned RegionGraph::numberOf(Value value) {
  auto [known, isNew] = numbers.try_emplace(value, slots);
  if (isNew)
    ++slots;
  return known->second;
}

unsigned RegionGraph::slotOf(Value value) const {
  auto known = numbers.find(value);
  return known == numbers.end() ? none : known->second;
}

/// Adds block arguments. Those set by a handover already have a slot; the
/// others are unknown unless `areSet`.
void RegionGraph::addArguments(Block &block, bool areSet) {
  for (BlockArgument argument : block.getArguments())
    if (!numbers.contains(argument)) {
      numberOf(argument);
      if (!areSet)
        unknown.push_back(argument);
    }
}

/// Adds one slot per carried value. Regions with several blocks have no known
/// carried values, so their results are unknown.
void RegionGraph::addHandovers(Operation *op) {
  bool isLoop = traitsOf(op).isLoop;
  SmallVector<CarriedValue> carriedValues = findAllCarriedValues(op);
  SmallVector<OpOperand *> deciding = findControlOperands(op, carriedValues);
  for (const CarriedValue &carriedValue : carriedValues) {
    if (carriedValue.values.empty())
      continue;
    unsigned slot = numberOf(carriedValue.values.front());
    for (Value value : carriedValue.values)
      numbers[value] = slot;
    if (isLoop) {
      carried.resize(slots);
      carried[slot] = true;
    }
    for (OpOperand *input : carriedValue.inputs)
      forwardedInputs.push_back({input->get(), slot});
    for (OpOperand *operand : deciding)
      predicates.push_back({operand->get(), slot});
  }
  for (Value result : op->getResults())
    if (!numbers.contains(result)) {
      numberOf(result);
      unknown.push_back(result);
    }
}

RegionGraph::Traits RegionGraph::traitsOf(Operation *op) {
  auto [known, isNew] = traits.try_emplace(op->getName());
  if (!isNew)
    return known->second;
  const OpRow *row = lookupRow(op);
  Traits made;
  made.isLoop = row && row->regions == RegionRule::loop;
  made.isControl = made.isLoop || carriesValues(row) ||
                   (row && row->regions == RegionRule::branch) ||
                   !findAllCarriedValues(op).empty();
  made.mayCall = isCallLike(op);
  return known->second = made;
}

void RegionGraph::addOp(Operation *op) {
  Traits traits = traitsOf(op);
  if (StringAttr callee = traits.mayCall ? findCallee(op) : StringAttr())
    callees[ops.size()] = callee;
  ops.push_back(op);
  controls.push_back(traits.isControl || isTerminator(op));
  if (traits.isControl)
    addHandovers(op);
  for (Value result : op->getResults())
    numberOf(result);
  if (traits.isControl)
    for (Region &inner : op->getRegions())
      addRegion(inner);
}

void RegionGraph::addRegion(Region &inner) {
  for (Block &block : inner) {
    numbers.reserve(numbers.size() + block.getOperations().size());
    addArguments(block, /*areSet=*/&inner == &region && block.isEntryBlock());
    for (Operation &op : block)
      addOp(&op);
    bool leaves = !block.empty() && &inner == &region &&
                  isTerminator(&block.back()) &&
                  block.back().getNumSuccessors() == 0;
    if (leaves)
      exits.push_back(&block.back());
  }
}

void RegionGraph::addEdges() {
  std::vector<Adjacency::Edge> reads, flows, choices;
  firstSlot.reserve(ops.size());
  slotsOfOps.reserve(3 * ops.size());
  for (auto [number, op] : llvm::enumerate(ops)) {
    firstSlot.push_back(slotsOfOps.size());
    for (Value operand : op->getOperands())
      slotsOfOps.push_back(slotOf(operand));
    for (Value result : op->getResults())
      slotsOfOps.push_back(slotOf(result));
    if (controls[number])
      continue;
    for (unsigned slot : operandSlots(number))
      if (slot != none)
        reads.push_back({slot, number});
    // Bodies that belong to the op may use values from outside.
    for (Region &body : op->getRegions())
      body.walk([&, number = number](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (unsigned slot = slotOf(operand); slot != none)
            reads.push_back({slot, number});
      });
  }
  for (auto [input, slot] : forwardedInputs)
    if (unsigned from = slotOf(input); from != none && from != slot)
      flows.push_back({from, slot});
  for (auto [value, slot] : predicates)
    if (unsigned from = slotOf(value); from != none && from != slot)
      choices.push_back({from, slot});
  users = Adjacency(reads, slots);
  targets = Adjacency(flows, slots);
  decisions = Adjacency(choices, slots);
  carried.resize(slots);
}

RegionGraph::RegionGraph(Region &region) : region(region) {
  addRegion(region);
  if (!region.empty())
    for (BlockArgument argument : region.front().getArguments())
      arguments.push_back(slotOf(argument));
  addEdges();
}

const RegionGraph &RegionGraphs::of(Region &region) {
  std::unique_ptr<RegionGraph> &graph = graphs[&region];
  if (!graph)
    graph = std::make_unique<RegionGraph>(region);
  return *graph;
}

FunctionOpInterface RegionGraphs::findCallee(Operation *call,
                                             StringAttr name) const {
  if (!name || call->getNumResults() == 0)
    return nullptr;
  auto callee = symbols.lookup<FunctionOpInterface>(name);
  if (!callee || callee.isExternal())
    return nullptr;
  Region &body = callee.getFunctionBody();
  bool fits = call->getNumOperands() == body.getNumArguments() &&
              call->getNumResults() == callee.getNumResults();
  return fits ? callee : FunctionOpInterface();
}
