// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots and edges of a region: result and arguments of a loop are one slot, the
// initial value and the yielded value are its sources.
#include "lib/Verify/Dataflow.h"
#include "lib/OpModel/Calls.h"
#include "lib/OpModel/Joints.h"

using namespace mlir;
using namespace mlir::amp;

void RegionGraph::Adjacency::finish(unsigned numSlots) {
  begin.assign(numSlots + 1, 0);
  for (auto [from, to] : pairs)
    ++begin[from + 1];
  for (unsigned slot = 0; slot < numSlots; ++slot)
    begin[slot + 1] += begin[slot];
  list.resize(pairs.size());
  std::vector<unsigned> next(begin.begin(), begin.end());
  for (auto [from, to] : pairs)
    list[next[from]++] = to;
  pairs.clear();
  pairs.shrink_to_fit();
}

unsigned RegionGraph::numberOf(Value value) {
  auto [known, isNew] = numbers.try_emplace(value, slots);
  if (isNew) {
    ++slots;
    carried.push_back(false);
  }
  return known->second;
}

unsigned RegionGraph::slotOf(Value value) const {
  auto known = numbers.find(value);
  return known == numbers.end() ? none : known->second;
}

/// Arguments that a handover set have a number by now; the others are unknown.
void RegionGraph::addArguments(Block &block, bool areSet) {
  for (BlockArgument argument : block.getArguments())
    if (!numbers.contains(argument)) {
      numberOf(argument);
      if (!areSet)
        unknown.push_back(argument);
    }
}

/// One slot per handover. Regions of several blocks have no handovers that are
/// known: their results are unknown.
void RegionGraph::addHandovers(Operation *op) {
  bool areSimple = llvm::all_of(op->getRegions(), [](Region &inner) {
    return inner.empty() || inner.hasOneBlock();
  });
  const OpRow *row = lookupRow(op);
  bool isLoop = row && row->regions == RegionRule::loop;
  SmallVector<Joint> joints =
      areSimple ? findHandovers(op) : SmallVector<Joint>();
  llvm::SmallPtrSet<OpOperand *, 16> inputs;
  for (const Joint &joint : joints)
    inputs.insert(joint.inputs.begin(), joint.inputs.end());
  SmallVector<Value, 2> deciding;
  auto addDeciding = [&](Operation *owner) {
    for (OpOperand &operand : owner->getOpOperands())
      if (!inputs.contains(&operand))
        deciding.push_back(operand.get());
  };
  addDeciding(op);
  for (Region &inner : op->getRegions())
    if (areSimple && !inner.empty() && !inner.front().empty())
      addDeciding(&inner.front().back());
  for (const Joint &joint : joints) {
    if (joint.values.empty())
      continue;
    unsigned slot = numberOf(joint.values.front());
    for (Value value : joint.values)
      numbers[value] = slot;
    carried[slot] = isLoop;
    for (OpOperand *input : joint.inputs)
      handovers.push_back({input->get(), slot});
    for (Value value : deciding)
      deciders.push_back({value, slot});
  }
  for (Value result : op->getResults())
    if (!numbers.contains(result)) {
      numberOf(result);
      unknown.push_back(result);
    }
}

void RegionGraph::addOp(Operation *op) {
  const OpRow *row = lookupRow(op);
  bool isControl = row && (row->regions == RegionRule::branch ||
                           row->regions == RegionRule::loop ||
                           row->regions == RegionRule::inlined);
  bool handsOn = isControl || !findHandovers(op).empty();
  ops.push_back(op);
  controls.push_back(handsOn || op->hasTrait<OpTrait::IsTerminator>());
  if (handsOn)
    addHandovers(op);
  for (Value result : op->getResults())
    numberOf(result);
  if (handsOn)
    for (Region &inner : op->getRegions())
      addRegion(inner);
}

void RegionGraph::addRegion(Region &inner) {
  for (Block &block : inner) {
    addArguments(block, /*areSet=*/&inner == &region && block.isEntryBlock());
    for (Operation &op : block)
      addOp(&op);
    bool leaves = !block.empty() && &inner == &region &&
                  block.back().hasTrait<OpTrait::IsTerminator>() &&
                  block.back().getNumSuccessors() == 0;
    if (leaves)
      exits.push_back(&block.back());
  }
}

void RegionGraph::addEdges() {
  for (auto [number, op] : llvm::enumerate(ops)) {
    if (controls[number])
      continue;
    for (Value operand : op->getOperands())
      if (unsigned slot = slotOf(operand); slot != none)
        users.add(slot, number);
    for (Value result : op->getResults())
      definers.add(slotOf(result), number);
    // Bodies that are part of the op may use values from outside.
    for (Region &body : op->getRegions())
      body.walk([&, number = number](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (unsigned slot = slotOf(operand); slot != none)
            users.add(slot, number);
      });
  }
  for (auto [input, slot] : handovers)
    if (unsigned from = slotOf(input); from != none && from != slot) {
      targets.add(from, slot);
      sources.add(slot, from);
    }
  for (auto [value, slot] : deciders)
    if (unsigned from = slotOf(value); from != none && from != slot)
      decisions.add(from, slot);
  for (Adjacency *list : {&users, &definers, &targets, &sources, &decisions})
    list->finish(slots);
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

FunctionOpInterface RegionGraphs::findCallee(Operation *call) const {
  if (call->getNumResults() == 0)
    return nullptr;
  StringAttr name = amp::findCallee(call);
  auto callee = name ? symbols.lookup<FunctionOpInterface>(name) : nullptr;
  if (!callee || callee.isExternal())
    return nullptr;
  Region &body = callee.getFunctionBody();
  bool fits = call->getNumOperands() == body.getNumArguments() &&
              call->getNumResults() == callee.getNumResults();
  return fits ? callee : FunctionOpInterface();
}
