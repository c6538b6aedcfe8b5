// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/SlotGraph.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/CallSites.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

bool amp::precision::isUsers(ReasonAttr reason) {
  return reason && llvm::is_contained({ReasonKind::rule, ReasonKind::require},
                                      reason.getKind());
}

bool amp::precision::moves(const SlotNode &node) {
  return isa<FunctionOpInterface>(node.op) || carriesValues(node.row) ||
         movesElements(node.op, node.row);
}

void amp::precision::pin(SlotNode &node, ReasonKind kind, StringRef why,
                         bool passesDenial) {
  if (node.colour == Colour::none || node.colour == Colour::deny)
    return;
  MLIRContext *context = node.op->getContext();
  if (kind == ReasonKind::range || passesDenial)
    node.listed = node.colour;
  node.colour = Colour::none;
  node.isForced = false;
  node.reason = ReasonAttr::get(context, kind, StringAttr::get(context, why));
}

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

unsigned SlotGraph::addNode(Operation *op, const OpRow *row, unsigned slot) {
  unsigned number = nodes.size();
  nodes.push_back(
      {op, row, slot, slot == SlotNode::fixed ? slot : firstSlot + slot});
  return number;
}

void SlotGraph::addEdge(unsigned maker, unsigned reader) {
  if (maker != reader)
    edges.push_back({maker, reader});
}

/// Defers a use of a later definition, which occurs only in control flow.
void SlotGraph::addUse(Value value, unsigned reader) {
  if (!isF32(value.getType()))
    return;
  if (std::optional<unsigned> maker = nodeOf(value))
    return addEdge(*maker, reader);
  later.push_back({value, reader});
}

void SlotGraph::addCarriedValues(Operation *op, const OpRow *row,
                                 ArrayRef<CarriedValue> carriedValues) {
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    auto isF32Value = [](Value value) { return isF32(value.getType()); };
    if (llvm::none_of(carried.values, isF32Value))
      continue;
    unsigned node = addNode(op, row, i);
    for (Value value : carried.values)
      makers[value] = node;
    for (OpOperand *input : carried.inputs)
      addUse(input->get(), node);
  }
}

/// Adds the values that a body captures: they are cast to the type of the body.
void SlotGraph::addCaptures(Operation *op, unsigned node) {
  for (Region &region : op->getRegions())
    visitUsedValuesDefinedAbove(
        region, [&](OpOperand *use) { addUse(use->get(), node); });
}

/// Adds a node per slot group with f32 values, in the order of the groups. f32
/// values without a slot (all values, if the op has no row) share a fixed node.
void SlotGraph::addOp(Operation *op, const OpRow *row) {
  if (carriesValues(row))
    return addCarriedValues(op, row, program.carriedValuesOf(op));
  // These operands are inputs of carried values of the parent op or the callee.
  if (isCall(row) || isTerminator(op) ||
      (findCompositeName(op) && sites.decides(program.calleeOf(op))))
    return;
  unsigned first = nodes.size();
  auto nodeFor = [&](std::optional<unsigned> slot) {
    unsigned wanted = slot.value_or(SlotNode::fixed);
    for (unsigned node = first; node < nodes.size(); ++node)
      if (nodes[node].slot == wanted)
        return node;
    return addNode(op, row, wanted);
  };
  bool isMixed = false;
  for (OpOperand &operand : op->getOpOperands())
    if (isF32(operand.get().getType()))
      addUse(operand.get(),
             nodeFor(row ? slotOf(operand, *row) : std::nullopt));
    else
      isMixed = true;
  for (OpResult result : op->getResults())
    if (isF32(result.getType()))
      makers[result] = nodeFor(row ? slotOf(result, *row) : std::nullopt);
    else
      isMixed = true;
  if (nodes.size() > first && bodySharesType(op))
    addCaptures(op, first);
  for (SlotNode &node : MutableArrayRef(nodes).drop_front(first)) {
    node.isMixed = isMixed;
    node.isContraction = node.slot == 0 && isContraction(row);
  }
}

std::optional<ArrayRef<CarriedValue>>
SlotGraph::carriedValuesOf(Operation *op, const OpRow *row) const {
  bool hasCarriedValues = carriesValues(row) || sites.decides(op);
  return hasCarriedValues ? std::optional(program.carriedValuesOf(op))
                          : std::nullopt;
}

void SlotGraph::addPlaced(const PlacedOp &placed) {
  auto [op, row] = std::pair(placed.op, placed.row);
  size_t numNodes = nodes.size();
  bool isDecided = sites.decides(op);
  if (isDecided)
    addCarriedValues(op, row, program.carriedValuesOf(op));
  else if (!isa<FunctionOpInterface>(op))
    addOp(op, row);
  if (nodes.size() > numNodes || isDecided || carriesValues(row) ||
      handlesF32(op))
    ops.push_back({op, row});
}

SlotGraph::SlotGraph(const ProgramGraph &program, const CallSites &sites)
    : program(program), sites(sites) {
  for (auto [placed, first] :
       llvm::zip(program.getOps(), program.firstSlots())) {
    firstSlot = first;
    addPlaced(placed);
  }
  for (auto [value, reader] : later)
    if (std::optional<unsigned> maker = nodeOf(value))
      addEdge(*maker, reader);
  // Connect the slot groups of an op; its carried values are independent.
  for (unsigned node = 1; node < nodes.size(); ++node)
    if (nodes[node].op == nodes[node - 1].op &&
        !carriesValues(nodes[node].row) &&
        !isa<FunctionOpInterface>(nodes[node].op))
      edges.push_back({node - 1, node});
  readers = Adjacency(edges, nodes.size());
  sources = Adjacency(edges, nodes.size(), /*reversed=*/true);
  edges = {};
  later = {};
}

std::optional<unsigned> SlotGraph::nodeOf(Value value) const {
  auto maker = makers.find(value);
  return maker == makers.end() ? std::nullopt
                               : std::optional<unsigned>(maker->second);
}
