// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/InputGraph.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/match/Record.h"
#include "lib/Verify/permissions/Permissions.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool ProgramNode::isConstant() const {
  return !isCarried && isConstantLike(op);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void InputGraph::findShared() {
  for (const PlacedOp &placed : program.getOps()) {
    ArrayRef<Operation *> calls = program.callsOf(placed.op);
    if (placed.op != placed.function || calls.empty())
      continue;
    bool isOpaque = llvm::any_of(calls, [&](Operation *call) {
      return findCompositeName(call) && !permissions.isListed(call);
    });
    if (calls.size() > 1 || isOpaque) {
      sharedCalls.insert(calls.begin(), calls.end());
      sharedFunctions.insert(placed.op);
    } else if (!cast<FunctionOpInterface>(placed.op).isExternal()) {
      joinedCalls.insert(calls.front());
    }
  }
}

InputGraph::InputGraph(const ProgramGraph &program, const Roles &roles,
                       const Permissions &permissions)
    : roles(roles), permissions(permissions), program(program) {
  findShared();
  for (const PlacedOp &placed : program.getOps())
    addOp(placed.op, placed.row);
  for (auto [value, reader] : uses)
    if (std::optional<unsigned> maker = nodeOf(value); !maker)
      nodes[reader].readsArguments |= countElements(value.getType()) != 1.0;
    else if (*maker != reader)
      edges.push_back({*maker, reader});
  uses = {};
  readers = Adjacency(edges, nodes.size());
  makers = Adjacency(edges, nodes.size(), /*reversed=*/true);
  edges = {};
}

unsigned InputGraph::add(Operation *op, const OpRow *row, unsigned slot,
                         bool isCarried) {
  ProgramNode node;
  node.op = op;
  node.row = row;
  node.slot = slot;
  node.isCarried = isCarried;
  node.isShared = isInShared || sharedCalls.contains(op);
  if (node.row) {
    bool hasSlot = !node.isCarried && node.slot != ProgramNode::fixed;
    unsigned slot = hasSlot ? node.slot : 0;
    std::tie(node.list, node.isAsked) =
        permissions.findListAndAsked(node.op, *node.row, slot);
    node.isForced = node.list == ListKind::force;
  }
  nodes.push_back(node);
  return nodes.size() - 1;
}

void InputGraph::addUse(Value value, unsigned reader) {
  if (roles.wasF32(value))
    uses.push_back({value, reader});
}

void InputGraph::addCarriedValues(Operation *op, const OpRow *row,
                                  ArrayRef<CarriedValue> carriedValues) {
  for (auto [number, carried] : llvm::enumerate(carriedValues)) {
    if (carried.values.empty() || !isFloat(carried.values.front().getType()))
      continue;
    unsigned node = add(op, row, number, /*isCarried=*/true);
    for (Value value : carried.values) {
      numbers[value] = node;
      nodes[node].isLow |= roles.lowValues.contains(value);
      nodes[node].makesF32 |= roles.wasF32(value);
    }
    for (OpOperand *input : carried.inputs)
      addUse(input->get(), node);
  }
}

/// Adds one node per slot group with float values, and edges between them.
void InputGraph::addSlots(Operation *op, const OpRow *row) {
  unsigned first = nodes.size();
  bool readsLow = roles.lowReaders.contains(op);
  auto nodeFor = [&](std::optional<unsigned> slot) {
    unsigned wanted = slot.value_or(ProgramNode::fixed);
    for (unsigned node = first; node < nodes.size(); ++node)
      if (nodes[node].slot == wanted)
        return node;
    return add(op, row, wanted, /*isCarried=*/false);
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isFloat(operand.get().getType()))
      continue;
    auto slot = row ? slotOf(operand, *row) : std::nullopt;
    unsigned node = nodeFor(slot);
    addUse(operand.get(), node);
    nodes[node].isLow |= readsLow && slot && !isF32(operand.get().getType());
  }
  for (OpResult result : op->getResults()) {
    if (!isFloat(result.getType()))
      continue;
    unsigned node = nodeFor(row ? slotOf(result, *row) : std::nullopt);
    numbers[result] = node;
    nodes[node].isLow |= roles.lowValues.contains(result);
    nodes[node].makesF32 |= roles.wasF32(result);
  }
  // Values that a body captures are cast to its type.
  if (nodes.size() > first && op->getNumRegions() && bodySharesType(op))
    for (Region &body : op->getRegions())
      visitUsedValuesDefinedAbove(
          body, [&](OpOperand *use) { addUse(use->get(), first); });
  for (unsigned node = first; node < nodes.size(); ++node) {
    nodes[node].isProduct = isContraction(row) && nodes[node].slot == 0;
    if (node > first)
      edges.push_back({node - 1, node});
  }
}

void InputGraph::addOp(Operation *op, const OpRow *row) {
  if (op->getNumRegions() && isa<FunctionOpInterface>(op)) {
    isInShared = isShared(op);
    if (!isInShared)
      addCarriedValues(op, row, program.carriedValuesOf(op));
    return;
  }
  if (carriesValues(row))
    return addCarriedValues(op, row, program.carriedValuesOf(op));
  if (isTerminator(op) || joinedCalls.contains(op) || roles.isAddedCast(op))
    return;
  addSlots(op, row);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value InputGraph::sourceOf(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && roles.isAddedCast(op) ? op->getOperand(0) : value;
}

Value InputGraph::originOf(Value value) const {
  value = sourceOf(value);
  while (Value moved = findMovedOperand(value.getDefiningOp()))
    value = sourceOf(moved);
  return value;
}

bool InputGraph::isSquare(Value value) const {
  Operation *op = originOf(value).getDefiningOp();
  OpKind kind = namedKindOf(op);
  return kind == OpKind::square ||
         (kind == OpKind::multiply &&
          originOf(op->getOperand(0)) == originOf(op->getOperand(1)));
}

bool InputGraph::isRounded(Value value) const {
  while (std::optional<unsigned> number = nodeOf(value)) {
    const ProgramNode &node = nodes[*number];
    if (node.isLow && !node.isAsked && !node.isForced)
      return node.moves() || isPerElement(node.row);
    value = node.isCarried ? Value() : findMovedOperand(node.op);
    if (!value)
      return false;
  }
  return false;
}

std::optional<unsigned> InputGraph::nodeOf(Value value) const {
  auto known = numbers.find(sourceOf(value));
  return known == numbers.end() ? std::nullopt
                                : std::optional<unsigned>(known->second);
}

SmallVector<Value> InputGraph::valuesOf(unsigned node) const {
  auto isNodes = [&](Value value) {
    auto known = numbers.find(value);
    return known != numbers.end() && known->second == node;
  };
  const ProgramNode &known = nodes[node];
  if (known.isCarried)
    return llvm::filter_to_vector(
        program.carriedValuesOf(known.op)[known.slot].values, isNodes);
  SmallVector<Value> values;
  llvm::copy_if(known.op->getResults(), std::back_inserter(values), isNodes);
  return values;
}
