// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/StepGraph.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/degrees/DegreeRules.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Node = StepGraph::Node;

/// Limit on the growth of the program by expanded calls.
static constexpr unsigned growth = 64, atLeast = 1 << 16;

StepGraph::StepGraph(FunctionOpInterface function, const SymbolTable &symbols)
    : function(function), symbols(symbols) {
  unsigned ops = 0;
  function.walk([&](Operation *) { ++ops; });
  budget = std::max(atLeast, growth * ops);
  frames.push_back({nullptr, 0});
  Map &map = own;
  for (BlockArgument argument : function.getArguments()) {
    unsigned node = addNode(nullptr, Kind::argument, 0);
    map[argument] = addValue(node, argument);
  }
  argumentCount = values.size();
  running.insert(function);
  visit(function.getFunctionBody(), map, 0);
  for (Value value : function.getFunctionBody().front().back().getOperands())
    returned.push_back(map.lookup(value));
  findConstants();
  findUses();
}

unsigned StepGraph::addNode(Operation *op, Kind kind, uint32_t frame) {
  nodes.push_back({op, kind, false, false, frame, uint32_t(operands.size()), 0,
                   0, uint32_t(values.size()), 0});
  return nodes.size() - 1;
}

unsigned StepGraph::addValue(unsigned node, Value value) {
  values.push_back({node, value});
  ++nodes[node].numResults;
  return values.size() - 1;
}

void StepGraph::addOperand(unsigned node, unsigned value, OpOperand *operand) {
  operands.push_back(value);
  slotOperands.push_back(operand);
  slotNodes.push_back(node);
  ++nodes[node].numOperands;
}

void StepGraph::visit(Region &region, Map &map, uint32_t frame) {
  if (region.hasOneBlock())
    for (Operation &op : region.front())
      if (!op.hasTrait<OpTrait::IsTerminator>())
        visitOp(&op, map, frame);
}

/// Expands a call of a single-block function that is not being expanded
/// already.
bool StepGraph::visitCall(Operation *op, Map &map, uint32_t frame) {
  FunctionOpInterface callee = findCallee(op, symbols);
  if (!callee || !canReplace(callee, op) || running.contains(callee) ||
      values.size() > budget)
    return false;
  Block &body = callee.getFunctionBody().front();
  uint32_t inner = frames.size();
  frames.push_back({op, frame});
  Map inside;
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op->getOperands()))
    inside[argument] = map.lookup(operand);
  running.insert(callee);
  visit(callee.getFunctionBody(), inside, inner);
  running.erase(callee);
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), body.back().getOperands()))
    map[result] = inside.lookup(value);
  return true;
}

/// Adds one merge per carried value. Its operands are added after the regions
/// are visited.
bool StepGraph::visitControl(Operation *op, Map &map, uint32_t frame) {
  const OpRow *row = lookupRow(op);
  if (!row || row->regions == RegionRule::body)
    return false;
  SmallVector<CarriedValue> carriedValues = findAllCarriedValues(op);
  if (carriedValues.empty())
    return false;
  SmallVector<OpOperand *> conditions = findControlOperands(op, carriedValues);
  SmallVector<std::pair<unsigned, const CarriedValue *>> merges;
  for (const CarriedValue &carried : carriedValues) {
    if (carried.values.empty())
      continue;
    unsigned node = addNode(op, Kind::merge, frame);
    unsigned value = addValue(node, carried.values.front());
    for (Value name : carried.values)
      map[name] = value;
    nodes[node].isLoop = row->regions == RegionRule::loop;
    for (OpOperand *input : carried.inputs)
      addOperand(node, 0, input);
    nodes[node].numInputs = carried.inputs.size();
    for (OpOperand *condition : conditions)
      addOperand(node, 0, condition);
    merges.push_back({node, &carried});
  }
  for (Region &region : op->getRegions())
    visit(region, map, frame);
  for (auto [node, carried] : merges)
    for (unsigned i = 0; i < nodes[node].numOperands; ++i) {
      unsigned slot = nodes[node].firstOperand + i;
      operands[slot] = map.lookup(slotOperands[slot]->get());
    }
  return true;
}

/// Maps tuple elements to the values that they hold.
bool StepGraph::visitTuple(Operation *op, Map &map) {
  if (isHlo(op, OpKind::tuple)) {
    unsigned node = addNode(op, Kind::op, 0);
    unsigned value = addValue(node, op->getResult(0));
    map[op->getResult(0)] = value;
    for (Value element : op->getOperands())
      tuples[value].push_back(map.lookup(element));
    return true;
  }
  auto index = op->getAttrOfType<IntegerAttr>("index");
  if (!isHlo(op, OpKind::get_tuple_element) || !index)
    return false;
  auto known = tuples.find(map.lookup(op->getOperand(0)));
  if (known == tuples.end() || index.getInt() >= int64_t(known->second.size()))
    return false;
  map[op->getResult(0)] = known->second[index.getInt()];
  return true;
}

void StepGraph::visitOp(Operation *op, Map &map, uint32_t frame) {
  if (visitTuple(op, map) || visitCall(op, map, frame) ||
      visitControl(op, map, frame))
    return;
  if (isPerOperand(op)) {
    for (auto [operand, result] :
         llvm::zip_equal(op->getOpOperands(), op->getResults())) {
      unsigned node = addNode(op, Kind::op, frame);
      addOperand(node, map.lookup(operand.get()), &operand);
      nodes[node].numInputs = 1;
      map[result] = addValue(node, result);
    }
    return;
  }
  bool isLiteral = op->hasTrait<OpTrait::ConstantLike>();
  unsigned node = addNode(op, isLiteral ? Kind::constant : Kind::op, frame);
  for (OpOperand &operand : op->getOpOperands())
    addOperand(node, map.lookup(operand.get()), &operand);
  llvm::SetVector<Value> captured;
  if (op->getNumRegions() != 0)
    getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured) {
    addOperand(node, map.lookup(value), nullptr);
    nodes[node].isOpaque = true;
  }
  nodes[node].numInputs = nodes[node].numOperands;
  for (Value result : op->getResults())
    map[result] = addValue(node, result);
}

/// Finds the values computed from literals alone. Ops that draw random numbers
/// or communicate are not constant.
void StepGraph::findConstants() {
  constants.resize(values.size());
  for (const Node &node : nodes) {
    bool isConstant = node.kind == Kind::constant;
    if (node.kind == Kind::op && node.op->getNumRegions() == 0) {
      const OpRow *row = lookupRow(node.op);
      isConstant =
          row && row->opClass != OpClass::random &&
          row->opClass != OpClass::opaque &&
          row->opClass != OpClass::collective &&
          row->opClass != OpClass::control && row->opClass != OpClass::call &&
          llvm::all_of(operandsOf(node),
                       [&](unsigned operand) { return constants[operand]; });
    }
    if (isConstant)
      constants.set(node.firstResult, node.firstResult + node.numResults);
  }
}

void StepGraph::findUses() {
  std::vector<Adjacency::Edge> edges;
  for (auto [slot, value] : llvm::enumerate(operands))
    edges.push_back({value, slot});
  uses = Adjacency(edges, values.size());
}

Operation *StepGraph::outermostCall(uint32_t frame) const {
  Operation *call = nullptr;
  for (; frame != 0; frame = frames[frame].parent)
    call = frames[frame].call;
  return call;
}

bool StepGraph::isIdentity(const Node &node) const {
  constexpr KindSet kinds = {
      OpKind::reshard, OpKind::sharding_constraint, OpKind::broadcast_in_dim,
      OpKind::convert, OpKind::reduce_precision,    OpKind::reshape};
  if (node.kind == Kind::merge)
    return node.numInputs == 1 && node.numOperands == 1;
  if (node.kind != Kind::op || node.numOperands != 1 || node.numResults != 1)
    return false;
  Type from = typeOf(operandsOf(node).front());
  Type to = typeOf(node.firstResult);
  bool keepsKind =
      isFloat(from) == isFloat(to) && countElements(from) == countElements(to);
  if (kinds.contains(kindOf(node.op)))
    return keepsKind;
  return isPlacement(node.op);
}

unsigned StepGraph::strip(unsigned value) const {
  while (!isArgument(value) && isIdentity(definitionOf(value)))
    value = operandsOf(definitionOf(value)).front();
  return value;
}
